package ebb.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * The body of a refresh, checked field by field.
 *
 * <p>{@code timeoutSeconds} may be given with GRACEFUL only: -1 is infinite, 0 ends the drains at
 * once; without it the nodes get their own or the configured timeout.
 */
record RefreshBody(RefreshRequest request, Optional<String> reason, boolean dryRun) {
  private static final String TYPE = "type";
  private static final String TIMEOUT = "timeoutSeconds";
  private static final String REASON = "reason";
  private static final String DRY_RUN = "dryRun";
  private static final Set<String> FIELDS = Set.of(TYPE, TIMEOUT, REASON, DRY_RUN);

  /** It is journaled and logged, in one line. */
  private static final int LONGEST_REASON = 1000;

  /**
   * @throws ProblemException that names the field which is wrong
   */
  static RefreshBody parse(byte[] body) {
    JsonNode json = read(body);
    refuseUnknownFields(json);
    RefreshType type = typeOf(json);
    return new RefreshBody(
        new RefreshRequest(type, timeoutOf(json, type)), reasonOf(json), dryRunOf(json));
  }

  private static JsonNode read(byte[] body) {
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

  private static void refuseUnknownFields(JsonNode json) {
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_FIELD,
            "Expected only " + TYPE + ", " + TIMEOUT + ", " + REASON + " and " + DRY_RUN,
            name);
      }
    }
  }

  private static RefreshType typeOf(JsonNode json) {
    JsonNode value = json.path(TYPE);
    if (value.isMissingNode()) {
      throw new ProblemException(ProblemCode.MISSING_FIELD, "Expected a " + TYPE, TYPE);
    }
    return Arrays.stream(RefreshType.values())
        .filter(type -> value.isTextual() && type.name().equals(value.textValue()))
        .findFirst()
        .orElseThrow(() -> invalid(TYPE, "Expected \"NORMAL\", \"GRACEFUL\" or \"FORCEFUL\""));
  }

  private static Optional<DrainTimeout> timeoutOf(JsonNode json, RefreshType type) {
    JsonNode value = json.path(TIMEOUT);
    if (isAbsent(value)) {
      return Optional.empty();
    } else if (type != RefreshType.GRACEFUL) {
      throw invalid(TIMEOUT, "Only a GRACEFUL refresh has a timeout");
    } else if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < -1) {
      throw invalid(TIMEOUT, "Expected whole seconds, 0 to 2147483647, or -1 for no limit");
    }
    return Optional.of(DrainTimeout.ofSeconds(value.intValue()));
  }

  private static Optional<String> reasonOf(JsonNode json) {
    JsonNode value = json.path(REASON);
    if (isAbsent(value)) {
      return Optional.empty();
    } else if (!value.isTextual() || !isOneLine(value.textValue())) {
      throw invalid(REASON, "Expected one line of 1 to " + LONGEST_REASON + " characters");
    }
    return Optional.of(value.textValue());
  }

  private static boolean isOneLine(String text) {
    return !text.isBlank()
        && text.length() <= LONGEST_REASON
        && text.chars().noneMatch(Character::isISOControl);
  }

  private static boolean dryRunOf(JsonNode json) {
    JsonNode value = json.path(DRY_RUN);
    if (!isAbsent(value) && !value.isBoolean()) {
      throw invalid(DRY_RUN, "Expected true or false");
    }
    return value.booleanValue();
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static ProblemException invalid(String field, String detail) {
    return new ProblemException(ProblemCode.INVALID_FIELD, detail, field);
  }
}
