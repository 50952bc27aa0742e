package ebb.soak.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import ebb.demo.cluster.ResourceManagerProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends requests to instances over HTTP. Never repeats a request that an instance may have
 * received. Thread-safe.
 */
final class InstanceClient {
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final List<ResourceManagerProcess> instances;
  private final Duration patience;

  InstanceClient(List<ResourceManagerProcess> instances, Duration patience) {
    this.instances = List.copyOf(instances);
    this.patience = patience;
  }

  /**
   * Sends a request to any instance that accepts the connection.
   *
   * @param body empty for none
   * @throws IOException if there is no answer; the request may have been carried out
   */
  Answer ask(String method, String path, String body, Map<String, String> headers)
      throws IOException {
    int first = ThreadLocalRandom.current().nextInt(instances.size());
    for (int tried = 1; true; tried++) {
      try {
        return ask(instances.get((first + tried) % instances.size()), method, path, body, headers);
      } catch (ConnectException | HttpConnectTimeoutException e) {
        if (tried >= instances.size()) {
          throw e;
        }
      }
    }
  }

  /** Sends a request to a particular instance. */
  Answer ask(
      ResourceManagerProcess instance,
      String method,
      String path,
      String body,
      Map<String, String> headers)
      throws IOException {
    URI uri = URI.create(instance.adminApi().address() + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(patience)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::header);
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          answer.statusCode(), answer.headers().firstValue("ETag"), read(answer.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  private JsonNode read(String body) throws IOException {
    JsonNode read = json.readTree(body);
    return read == null ? MissingNode.getInstance() : read;
  }
}
