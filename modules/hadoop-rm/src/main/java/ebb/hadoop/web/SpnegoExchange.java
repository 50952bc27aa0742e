package ebb.hadoop.web;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.security.authentication.client.KerberosAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * An SPNEGO token and the answer to it, as a servlet's request and response. Only the methods that
 * Hadoop's handler uses are supported. Any other method fails, so that a newer handler never gets a
 * wrong value.
 */
public final class SpnegoExchange {
  private final String authorization;
  private Optional<String> reply = Optional.empty();

  /**
   * @param token in base64
   */
  public SpnegoExchange(String token) {
    authorization = KerberosAuthenticator.NEGOTIATE + " " + token;
  }

  public HttpServletRequest request() {
    return as(
        HttpServletRequest.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getHeader" -> header(String.valueOf(arguments[0]));
              case "getServletPath" -> "";
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private @Nullable String header(String name) {
    return name.equals(KerberosAuthenticator.AUTHORIZATION) ? authorization : null;
  }

  public HttpServletResponse response() {
    return as(
        HttpServletResponse.class,
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "setHeader" -> reply = tokenOf(String.valueOf(arguments[1]));
            case "setStatus" -> {} // its result or exception has the same information
            default -> throw new UnsupportedOperationException(method.toString());
          }
          return null;
        });
  }

  private static Optional<String> tokenOf(String challenge) {
    return Optional.of(challenge.substring(KerberosAuthenticator.NEGOTIATE.length()).strip())
        .filter(token -> !token.isEmpty());
  }

  /** The handler's answer, in base64. */
  public Optional<String> reply() {
    return reply;
  }

  private static <T> T as(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
