package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A drain as the admin API shows it.
 *
 * @param deadline empty if the timeout is infinite
 * @param secondsLeft until the deadline; empty if the timeout is infinite
 */
public record DrainView(
    long epoch,
    Instant startedAt,
    OptionalLong timeoutSeconds,
    String timeoutSource,
    Optional<Instant> deadline,
    OptionalLong secondsLeft) {

  static DrainView parse(JsonNode json) {
    return new DrainView(
        json.path("epoch").asLong(),
        Instant.parse(json.path("startedAt").asText()),
        number(json.path("timeoutSeconds")),
        json.path("timeoutSource").asText(),
        json.hasNonNull("deadline")
            ? Optional.of(Instant.parse(json.path("deadline").asText()))
            : Optional.empty(),
        number(json.path("secondsLeft")));
  }

  /** Whether both are the same drain with the same deadline. */
  public boolean isSameAs(DrainView other) {
    return epoch == other.epoch
        && startedAt.equals(other.startedAt)
        && deadline.equals(other.deadline);
  }

  private static OptionalLong number(JsonNode json) {
    return json.isNumber() ? OptionalLong.of(json.asLong()) : OptionalLong.empty();
  }
}
