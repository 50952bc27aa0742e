package ebb.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a running ResourceManager over its admin API. */
final class AdminClient {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** Longer than the API takes to say that the leader does not answer. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .build();
  private final URI base;

  /**
   * @param base of the API, as in {@code http://127.0.0.1:8091}
   */
  AdminClient(URI base) {
    this.base = base;
  }

  /**
   * @param path begins with a slash; see {@link #segment}
   * @throws CommandException if there is no answer, or a refusal, whose reason is the message
   */
  JsonNode get(String path) {
    HttpResponse<String> response = send(path);
    JsonNode body = parse(response);
    if (response.statusCode() != 200) {
      throw refused(response.statusCode(), body);
    }
    return body;
  }

  /** The text as one segment of a path, or as a value of a query. */
  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpResponse<String> send(String path) {
    var request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(ANSWER_LIMIT)
            .header("Accept", "application/json")
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new CommandException(
          "no ResourceManager answers at " + base + " (" + reason(e) + ")",
          "start one with 'ebb start', or name another with --rm or EBB_RM",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted", "nothing was changed", e);
    }
  }

  /** A refused connection carries no message of its own. */
  private static String reason(IOException failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? "connection refused" : message;
  }

  private JsonNode parse(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new CommandException(
          base + " answered " + response.statusCode() + " with something that is not JSON",
          "name the address of Ebb's admin API with --rm or EBB_RM",
          e);
    }
  }

  private CommandException refused(int status, JsonNode problem) {
    String detail = problem.path("detail").asText("refused without a reason");
    String code = problem.path("code").asText("status " + status);
    String next =
        status >= 500
            ? "try again, and look into the ResourceManager's log"
            : "correct the command";
    return new CommandException(detail + " (" + code + ")", next);
  }
}
