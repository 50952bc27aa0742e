package ebb.journal.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.journal.replay.NodeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A drain that has ended, in a report of drains.
 *
 * @param deadline UTC; null without a limit
 * @param lateMillis how long after its deadline a timed-out drain ended; null for other drains
 * @param instance the instance that decided the end
 * @param drain how the drain ended; its fields are on the same level as these
 */
public record EndedDrainJson(
    String nodeId,
    @Nullable String deadline,
    @Nullable Long lateMillis,
    String instance,
    @JsonUnwrapped LastDrainJson drain) {

  /** Empty if the step ended no drain. */
  public static Optional<EndedDrainJson> of(NodeStep step) {
    return step.endedDrain().map(last -> of(step.after().nodeId().toString(), last));
  }

  private static EndedDrainJson of(String nodeId, LastDrain last) {
    return new EndedDrainJson(
        nodeId,
        last.drain().flatMap(Drain::deadline).map(Instant::toString).orElse(null),
        last.late().map(Duration::toMillis).orElse(null),
        last.by().instance(),
        LastDrainJson.of(last));
  }
}
