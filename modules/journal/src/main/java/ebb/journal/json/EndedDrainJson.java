package ebb.journal.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.replay.NodeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A drain that has ended, in a report of drains.
 *
 * @param deadline UTC; null without a limit
 * @param lateMillis how long after its deadline a timed-out drain ended; null for other drains
 * @param instance the instance that decided the end
 * @param failovers each time that an instance began to lead during the drain, oldest first
 * @param drain how the drain ended; its fields are on the same level as these
 */
public record EndedDrainJson(
    String nodeId,
    @Nullable String deadline,
    @Nullable Long lateMillis,
    String instance,
    List<FailoverJson> failovers,
    @JsonUnwrapped LastDrainJson drain) {

  /** The instance began to lead at this time, UTC. */
  public record FailoverJson(String at, String instance) {}

  /**
   * Empty if the step ended no drain.
   *
   * @param leads each time that an instance began to lead, oldest first
   */
  public static Optional<EndedDrainJson> of(NodeStep step, List<LeadTaken> leads) {
    return step.endedDrain().map(last -> of(step.after().nodeId(), last, leads));
  }

  /**
   * The last drain of a node.
   *
   * @param leads as above
   */
  public static EndedDrainJson of(NodeId nodeId, LastDrain last, List<LeadTaken> leads) {
    return new EndedDrainJson(
        nodeId.toString(),
        last.drain().flatMap(Drain::deadline).map(Instant::toString).orElse(null),
        last.late().map(Duration::toMillis).orElse(null),
        last.by().instance(),
        last.drain().map(drain -> failovers(drain, last.by().at(), leads)).orElse(List.of()),
        LastDrainJson.of(last));
  }

  /**
   * Each time that an instance began to lead during a drain, oldest first.
   *
   * @param until its end, or now
   * @param leads as above
   */
  public static List<FailoverJson> failovers(Drain drain, Instant until, List<LeadTaken> leads) {
    return leads.stream()
        .map(LeadTaken::by)
        .filter(lead -> lead.at().isAfter(drain.startedAt()) && !lead.at().isAfter(until))
        .map(lead -> new FailoverJson(lead.at().toString(), lead.instance()))
        .toList();
  }
}
