package ebb.admin.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DrainTimeout;
import ebb.domain.refresh.PlanToken;
import ebb.domain.text.TextLimit;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The body of a request, or an object in it, checked field by field. A null value counts as absent.
 */
public final class JsonFields {
  /** The parser's note on the source of a text, which means nothing to its sender. */
  private static final Pattern SOURCE = Pattern.compile("Source: REDACTED \\([^)]*\\); ");

  /** Limits years to four digits. */
  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonNode json;
  private final String path;

  private JsonFields(JsonNode json, String path) {
    this.json = json;
    this.path = path;
  }

  /**
   * @throws ProblemException if the body is not a JSON object, or has an unknown field
   */
  public static JsonFields parse(byte[] body, List<String> known) {
    return of(read(body), "", known);
  }

  /**
   * @param path the prefix of the names of its fields in answers
   * @throws ProblemException if it has an unknown field
   */
  public static JsonFields of(JsonNode json, String path, List<String> known) {
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_FIELD, "Expected only " + String.join(", ", known), path + name);
      }
    }
    return new JsonFields(json, path);
  }

  private static JsonNode read(byte[] body) {
    try {
      JsonNode json = JsonResponses.MAPPER.readTree(body);
      if (json != null && json.isObject()) {
        return json;
      }
      throw new ProblemException(ProblemCode.MALFORMED_JSON, "Expected a JSON object");
    } catch (JsonProcessingException e) {
      throw new ProblemException(
          ProblemCode.MALFORMED_JSON, SOURCE.matcher(e.getOriginalMessage()).replaceAll(""));
    } catch (IOException e) {
      throw new ProblemException(ProblemCode.MALFORMED_JSON, "Expected a JSON object in UTF-8");
    }
  }

  public boolean has(String field) {
    return !json.path(field).isMissingNode() && !json.path(field).isNull();
  }

  /**
   * @throws ProblemException if the field is absent or null
   */
  public void require(String field) {
    if (json.path(field).isMissingNode()) {
      throw new ProblemException(ProblemCode.MISSING_FIELD, "Expected a " + field, path + field);
    } else if (!has(field)) {
      throw invalid(path + field, "Expected a value, not null");
    }
  }

  public <E extends Enum<E>> Optional<E> oneOf(String field, E[] values) {
    if (!has(field)) {
      return Optional.empty();
    }
    JsonNode value = json.path(field);
    return Optional.of(
        Arrays.stream(values)
            .filter(each -> value.isTextual() && each.name().equals(value.textValue()))
            .findFirst()
            .orElseThrow(
                () -> invalid(path + field, "Expected one of " + Arrays.toString(values))));
  }

  /** A timeout in whole seconds, where -1 is infinite; empty if the field is absent. */
  public Optional<DrainTimeout> timeout(String field) {
    if (!has(field)) {
      return Optional.empty();
    }
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < -1) {
      throw invalid(path + field, "Expected whole seconds, 0 to 2147483647, or -1 for no limit");
    }
    return Optional.of(DrainTimeout.ofSeconds(value.intValue()));
  }

  /** A whole number; empty if the field is absent. */
  public Optional<Long> number(String field) {
    if (!has(field)) {
      return Optional.empty();
    }
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw invalid(path + field, "Expected a whole number");
    }
    return Optional.of(value.longValue());
  }

  /** The whole seconds in a field that is present. */
  public Duration seconds(String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      throw invalid(path + field, "Expected whole seconds, 0 to 2147483647");
    }
    return Duration.ofSeconds(value.intValue());
  }

  /** The point in time in a field that is present. */
  public Instant instant(String field) {
    JsonNode value = json.path(field);
    try {
      Instant instant = Instant.parse(value.asText());
      if (!instant.isBefore(Instant.EPOCH) && instant.isBefore(END_OF_TIME)) {
        return instant;
      }
    } catch (DateTimeException e) {
      // refused below
    }
    throw invalid(path + field, "Expected an instant such as 2026-01-31T18:00:00Z");
  }

  /** A name, or free text of the user: one line that is not blank. */
  public Optional<String> line(String field) {
    if (!has(field)) {
      return Optional.empty();
    }
    JsonNode value = json.path(field);
    requireFits(path + field, value, TextLimit.LINE);
    if (!value.isTextual() || !isOneLine(value.textValue())) {
      throw invalid(
          path + field, "Expected one line of 1 to " + TextLimit.LINE.longest() + " characters");
    }
    return Optional.of(value.textValue());
  }

  private static boolean isOneLine(String text) {
    return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
  }

  /** Checks the limit of a text. A value that is not a text passes: the caller has to refuse it. */
  public static void requireFits(String field, JsonNode value, TextLimit limit) {
    if (value.isTextual()) {
      limit
          .problemOf(value.textValue())
          .ifPresent(
              problem -> {
                throw invalid(field, problem);
              });
    }
  }

  /** The token of a plan, as a dry run returned it. */
  public Optional<PlanToken> plan(String field) {
    if (!has(field)) {
      return Optional.empty();
    }
    Optional<PlanToken> token = PlanToken.parse(json.path(field).asText());
    if (token.isEmpty()) {
      throw invalid(path + field, "Expected the token of a dry run");
    }
    return token;
  }

  /** The array in a field; empty if absent. */
  public JsonNode array(String field) {
    JsonNode value = json.path(field);
    if (has(field) && !value.isArray()) {
      throw invalid(path + field, "Expected an array");
    }
    return value;
  }

  /** The boolean in a field; false if absent. */
  public boolean flag(String field) {
    if (has(field) && !json.path(field).isBoolean()) {
      throw invalid(path + field, "Expected true or false");
    }
    return json.path(field).booleanValue();
  }

  public static ProblemException invalid(String field, String detail) {
    return new ProblemException(ProblemCode.INVALID_FIELD, detail, field);
  }
}
