package ebb.hadoop.web;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.security.authentication.client.KerberosAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * A token of SPNEGO and the answer to it, as the request and response of a servlet: as much of them
 * as Hadoop's handler looks at. Anything else fails, so that a newer handler is not told a lie.
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
            case "setStatus" -> {} // what it throws or returns says the same
            default -> throw new UnsupportedOperationException(method.toString());
          }
          return null;
        });
  }

  private static Optional<String> tokenOf(String challenge) {
    return Optional.of(challenge.substring(KerberosAuthenticator.NEGOTIATE.length()).strip())
        .filter(token -> !token.isEmpty());
  }

  /** What the handler answered, in base64. */
  public Optional<String> reply() {
    return reply;
  }

  private static <T> T as(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
