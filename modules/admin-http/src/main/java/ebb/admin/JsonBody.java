package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.MediaTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Reads the body of a request, and refuses what is not asked for, by the name of the field. */
final class JsonBody {
  private static final Duration LONGEST_UPLOAD = Duration.ofSeconds(5);

  /** It is journaled or logged, in one line. */
  private static final int LONGEST_REASON = 1000;

  private JsonBody() {}

  /**
   * Fails with a {@link ProblemException} if it is no JSON object. It has to be application/json,
   * which a web page of another site cannot send without asking first, and it is never allowed to.
   *
   * @param maxSize in bytes
   */
  static CompletionStage<JsonNode> read(HttpRequest request, long maxSize, ActorSystem<?> system) {
    if (!request.entity().getContentType().mediaType().equals(MediaTypes.APPLICATION_JSON)) {
      request.discardEntityBytes(system);
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE, "Send the header Content-Type: application/json");
    }
    return request
        .entity()
        .withSizeLimit(maxSize)
        // The limit is in the entity already, where exceeding it has an exception of its own.
        .toStrict(LONGEST_UPLOAD.toMillis(), Long.MAX_VALUE, system)
        .thenApplyAsync(body -> parse(body.getData().toArray()), system.executionContext());
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode json = Json.MAPPER.readTree(body);
      if (json != null && json.isObject()) {
        return json;
      }
      throw new ProblemException(ProblemCode.MALFORMED_JSON, "Expected a JSON object");
    } catch (JsonProcessingException e) {
      throw new ProblemException(ProblemCode.MALFORMED_JSON, e.getOriginalMessage());
    } catch (IOException e) {
      throw new ProblemException(ProblemCode.MALFORMED_JSON, "Expected a JSON object in UTF-8");
    }
  }

  /**
   * @param path of the object within the body; empty for the body itself
   */
  static void refuseUnknownFields(JsonNode json, String path, Set<String> known) {
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_FIELD,
            "Expected only " + String.join(", ", new TreeSet<>(known)),
            path + name);
      }
    }
  }

  static Optional<String> reason(JsonNode value, String field) {
    if (isAbsent(value)) {
      return Optional.empty();
    } else if (!value.isTextual() || !isOneLine(value.textValue())) {
      throw invalid(field, "Expected one line of 1 to " + LONGEST_REASON + " characters");
    }
    return Optional.of(value.textValue());
  }

  private static boolean isOneLine(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST_REASON
        && text.chars().noneMatch(Character::isISOControl);
  }

  static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  static ProblemException invalid(String field, String detail) {
    return new ProblemException(ProblemCode.INVALID_FIELD, detail, field);
  }
}
