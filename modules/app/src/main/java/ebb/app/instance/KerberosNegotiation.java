package ebb.app.instance;

import ebb.admin.access.HadoopSecurity;
import ebb.admin.access.SpnegoAuthentication;
import ebb.hadoop.HadoopRm;
import ebb.hadoop.HttpCallers;
import ebb.hadoop.config.EbbConfiguration;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.authorize.AuthorizationException;

/** Connects the admin API to Hadoop's Kerberos authentication. */
final class KerberosNegotiation implements SpnegoAuthentication {
  private final HttpCallers callers;

  private KerberosNegotiation(HttpCallers callers) {
    this.callers = callers;
  }

  /**
   * @throws IllegalArgumentException in one line, if the configuration cannot be used
   */
  static HadoopSecurity securityOf(EbbConfiguration hadoop, HadoopRm rm) {
    return new HadoopSecurity(
        hadoop.isSecure(), HttpCallers.of(hadoop, rm).map(KerberosNegotiation::new));
  }

  @Override
  public Outcome accept(String token, Optional<String> doAs, InetAddress from) {
    try {
      HttpCallers.Known known = callers.accept(token, doAs, from);
      return new Outcome.Known(known.user(), known.principal(), known.admin(), known.reply());
    } catch (AuthenticationException e) {
      return new Outcome.Unknown(String.valueOf(e.getMessage()));
    } catch (AuthorizationException e) {
      return new Outcome.Forbidden(String.valueOf(e.getMessage()));
    }
  }
}
