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
 * @param lateMillis by how much a drain that timed out ended after its deadline; null for others
 * @param instance on which the end was decided
 * @param drain how it ended; its fields stand beside these
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
