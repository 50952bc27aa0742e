package ebb.hadoop;

import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.web.HttpKerberos;
import ebb.hadoop.web.SpnegoExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;
import javax.servlet.ServletException;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.authentication.server.AuthenticationToken;
import org.apache.hadoop.security.authentication.server.KerberosAuthenticationHandler;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.authorize.ProxyUsers;

/**
 * Finds out who calls an HTTP server of this process, by Kerberos, and what they may do: with
 * Hadoop's own handler of SPNEGO, {@code hadoop.security.auth_to_local}, {@code hadoop.proxyuser}
 * and {@code yarn.admin.acl} as they are in force for the ResourceManager here.
 *
 * <p>May be used by any thread, which groups that are looked up may block.
 */
public final class HttpCallers {

  /**
   * @param user whose rights count: the whole principal, or whom it acts for
   * @param principal who holds the ticket
   * @param admin whether yarn.admin.acl names the user
   * @param reply by which the server shows who it is, in base64
   */
  public record Known(String user, String principal, boolean admin, Optional<String> reply) {}

  private final KerberosAuthenticationHandler handler;
  private final Predicate<UserGroupInformation> admins;

  private HttpCallers(
      KerberosAuthenticationHandler handler, Predicate<UserGroupInformation> admins) {
    this.handler = handler;
    this.admins = admins;
  }

  /**
   * Empty without Hadoop's security, and if it names no principal and keytab for HTTP.
   *
   * @throws IllegalArgumentException in one line, if they cannot be used
   */
  public static Optional<HttpCallers> of(EbbConfiguration configuration, HadoopRm rm) {
    return HttpKerberos.of(configuration.load())
        .map(kerberos -> new HttpCallers(handlerOf(kerberos), rm::isAdmin));
  }

  /** Leaves the rules of names as the ResourceManager has set them. */
  private static KerberosAuthenticationHandler handlerOf(HttpKerberos kerberos) {
    Properties properties = new Properties();
    properties.setProperty(KerberosAuthenticationHandler.PRINCIPAL, kerberos.principal());
    properties.setProperty(KerberosAuthenticationHandler.KEYTAB, kerberos.keytab().getPath());
    KerberosAuthenticationHandler handler = new KerberosAuthenticationHandler();
    try {
      handler.init(properties);
      return handler;
    } catch (ServletException e) {
      throw new IllegalArgumentException(
          "Kerberos for the admin API, " + kerberos + ", cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * @param token of SPNEGO, in base64
   * @param doAs whom the caller acts for
   * @param from the caller's address
   * @throws AuthenticationException if the token proves nothing
   * @throws AuthorizationException if the caller is known and may not come in like this
   */
  public Known accept(String token, Optional<String> doAs, InetAddress from)
      throws AuthenticationException, AuthorizationException {
    SpnegoExchange exchange = new SpnegoExchange(token);
    String principal = principalOf(exchange);
    UserGroupInformation caller = userOf(principal);
    if (doAs.isEmpty()) {
      return new Known(principal, principal, admins.test(caller), exchange.reply());
    }
    UserGroupInformation user = UserGroupInformation.createProxyUser(doAs.get(), caller);
    ProxyUsers.authorize(user, from);
    return new Known(user.getUserName(), principal, admins.test(user), exchange.reply());
  }

  private String principalOf(SpnegoExchange exchange)
      throws AuthenticationException, AuthorizationException {
    try {
      AuthenticationToken known = handler.authenticate(exchange.request(), exchange.response());
      if (known == null) {
        throw new AuthenticationException("Only Kerberos is supported here, in one step");
      }
      return known.getName();
    } catch (IOException e) {
      throw new AuthorizationException(e); // no rule has a short name for it
    }
  }

  private static UserGroupInformation userOf(String principal) throws AuthorizationException {
    try {
      return UserGroupInformation.createRemoteUser(principal, AuthMethod.KERBEROS);
    } catch (IllegalArgumentException e) {
      throw new AuthorizationException(e);
    }
  }
}
