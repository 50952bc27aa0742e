package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.demo.cluster.ClusterPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * An HTTP client for JSON, for one server on this machine or several equivalent ones. Skips servers
 * that refuse the connection.
 */
final class JsonClient {
  private static final int OK = 200;

  /** HTTP 202: durable, but not yet applied by all nodes. */
  private static final int ACCEPTED = 202;

  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final List<URI> servers;
  private final AtomicInteger current = new AtomicInteger();
  private volatile Optional<Supplier<String>> authorization = Optional.empty();

  JsonClient(int port) {
    this(List.of(port));
  }

  JsonClient(List<Integer> ports) {
    servers =
        ports.stream().map(port -> URI.create("http://" + ClusterPorts.HOST + ":" + port)).toList();
  }

  /** All addresses, separated by commas. */
  String servers() {
    return servers.stream().map(URI::toString).collect(Collectors.joining(","));
  }

  /**
   * Authenticates all requests from now on.
   *
   * @param header the {@code Authorization} header for one request
   */
  void authorizeBy(Supplier<String> header) {
    authorization = Optional.of(header);
  }

  /**
   * @param path begins with a slash
   * @throws IOException if no server answers, or an answer is not a success with JSON
   */
  JsonNode get(String path) throws IOException {
    return call("GET", path, BodyPublishers.noBody(), Map.of());
  }

  /** As {@link #get}, with a body. */
  JsonNode send(String method, String path, String body, Map<String, String> headers)
      throws IOException {
    return call(method, path, BodyPublishers.ofString(body), headers);
  }

  /** The status code of the response. */
  int status(String path) throws IOException {
    return any("GET", path, BodyPublishers.noBody(), Map.of()).statusCode();
  }

  private JsonNode call(String method, String path, BodyPublisher body, Map<String, String> headers)
      throws IOException {
    HttpResponse<String> response = any(method, path, body, headers);
    if (response.statusCode() != OK && response.statusCode() != ACCEPTED) {
      throw new IOException(
          "%s %s was answered %d: %s"
              .formatted(method, path, response.statusCode(), response.body()));
    }
    return json.readTree(response.body());
  }

  private HttpResponse<String> any(
      String method, String path, BodyPublisher body, Map<String, String> headers)
      throws IOException {
    for (int passedOver = 0; true; passedOver++) {
      int server = current.get();
      try {
        return one(servers.get(server % servers.size()).resolve(path), method, body, headers);
      } catch (IOException e) {
        current.compareAndSet(server, server + 1);
        if (passedOver + 1 >= servers.size()) {
          throw e;
        }
      }
    }
  }

  private HttpResponse<String> one(
      URI uri, String method, BodyPublisher body, Map<String, String> headers) throws IOException {
    var request =
        HttpRequest.newBuilder(uri)
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .method(method, body);
    if (!method.equals("GET")) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::header);
    authorization.ifPresent(header -> request.header("Authorization", header.get()));
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
