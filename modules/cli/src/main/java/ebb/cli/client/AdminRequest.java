package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of the admin API.
 *
 * @param path begins with a slash
 * @param headers besides those that every request has
 * @param repeatable whether asking twice does no more than asking once
 */
public record AdminRequest(
    String method,
    String path,
    Optional<JsonNode> body,
    Map<String, String> headers,
    boolean repeatable) {
  private static final String KEY = "Idempotency-Key";

  static AdminRequest get(String path) {
    return new AdminRequest("GET", path, Optional.empty(), Map.of(), true);
  }

  /** The ResourceManager does it once, however often it comes. */
  public static AdminRequest once(
      String method, String path, JsonNode body, String idempotencyKey) {
    return new AdminRequest(method, path, Optional.of(body), Map.of(KEY, idempotencyKey), true);
  }

  /** Is never repeated by itself, unless nobody has done it. */
  public static AdminRequest change(String method, String path, JsonNode body) {
    return new AdminRequest(method, path, Optional.of(body), Map.of(), false);
  }

  public AdminRequest with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new AdminRequest(method, path, body, more, repeatable);
  }

  AdminRequest withQuery(String name, String value) {
    String query = name + "=" + AdminClient.segment(value);
    return new AdminRequest(
        method, path + (path.contains("?") ? "&" : "?") + query, body, headers, repeatable);
  }

  /** Whether the JDK's old HTTP client, which may send it twice, can send it at all. */
  boolean isQuick() {
    return repeatable && !method.equals("PATCH");
  }

  boolean isRead() {
    return body.isEmpty();
  }
}
