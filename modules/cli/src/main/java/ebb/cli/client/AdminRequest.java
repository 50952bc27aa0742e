package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request to the admin API.
 *
 * @param path begins with a slash
 * @param headers headers in addition to those of every request
 * @param repeatable whether sending it twice has no further effect
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

  /** A request that the ResourceManager carries out once, however often it arrives. */
  public static AdminRequest once(
      String method, String path, JsonNode body, String idempotencyKey) {
    return new AdminRequest(method, path, Optional.of(body), Map.of(KEY, idempotencyKey), true);
  }

  /** A request that is never repeated automatically, unless it was certainly not carried out. */
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

  /** Whether the JDK's old HTTP client, which may send a request twice, can be used. */
  boolean isQuick() {
    return repeatable && !method.equals("PATCH");
  }

  boolean isRead() {
    return body.isEmpty();
  }
}
