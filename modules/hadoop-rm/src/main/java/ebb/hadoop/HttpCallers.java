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
 * Authenticates the callers of an HTTP server of this process with Kerberos, and determines their
 * rights. Uses Hadoop's own SPNEGO handler, and {@code hadoop.security.auth_to_local}, {@code
 * hadoop.proxyuser} and {@code yarn.admin.acl} as they are in force for the ResourceManager here.
 *
 * <p>May be used by any thread, but may block while groups are looked up.
 */
public final class HttpCallers {

  /**
   * @param user whose rights apply: the whole principal, or the user that it acts for
   * @param principal that holds the ticket
   * @param admin whether yarn.admin.acl names the user
   * @param reply with which the server authenticates itself, in base64
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
   * Empty without Hadoop's security, or without a principal and keytab for HTTP.
   *
   * @throws IllegalArgumentException with a one-line message if they cannot be used
   */
  public static Optional<HttpCallers> of(EbbConfiguration configuration, HadoopRm rm) {
    return HttpKerberos.of(configuration.load())
        .map(kerberos -> new HttpCallers(handlerOf(kerberos), rm::isAdmin));
  }

  /** Keeps the name rules that the ResourceManager has set. */
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
   * @param doAs the user that the caller acts for
   * @param from the caller's address
   * @throws AuthenticationException if the token does not authenticate the caller
   * @throws AuthorizationException if the caller is authenticated but not authorised
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
      throw new AuthorizationException(e); // no rule maps it to a short name
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
