package ebb.demo.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Fetches JSON from a server on this machine. */
final class JsonClient {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final URI base;

  JsonClient(int port) {
    base = URI.create("http://" + ClusterPorts.HOST + ":" + port);
  }

  /**
   * @param path begins with a slash
   * @throws IOException if the server does not answer, or with anything but 200 and JSON
   */
  JsonNode get(String path) throws IOException {
    HttpResponse<String> response = send(path);
    if (response.statusCode() != 200) {
      throw new IOException("GET " + path + " was answered " + response.statusCode());
    }
    return json.readTree(response.body());
  }

  /** The status code of the answer. */
  int status(String path) throws IOException {
    return send(path).statusCode();
  }

  private HttpResponse<String> send(String path) throws IOException {
    var request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
