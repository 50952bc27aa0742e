package ebb.cli.text;

import ebb.domain.Drain;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeId;
import ebb.journal.replay.NodeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A drain that the journal knows the beginning and the end of.
 *
 * @param end how it ended: a cause of YARN's DECOMMISSIONED, or the state that the node left for
 */
public record PastDrain(NodeId nodeId, Drain drain, String end, Instant endedAt) {

  /** Empty if the clock went back meanwhile, so that the journal does not tell. */
  public Optional<Duration> took() {
    return Optional.of(Duration.between(drain.startedAt(), endedAt))
        .filter(time -> !time.isNegative());
  }

  public static List<PastDrain> of(List<NodeStep> steps) {
    return steps.stream().flatMap(step -> endedBy(step).stream()).toList();
  }

  private static Optional<PastDrain> endedBy(NodeStep step) {
    boolean ended = step.after().drain().isEmpty();
    return step.before()
        .drain()
        .filter(drain -> ended)
        .map(
            drain ->
                new PastDrain(
                    step.after().nodeId(), drain, endOf(step), step.event().event().by().at()));
  }

  private static String endOf(NodeStep step) {
    return step.event().event() instanceof NodeDecommissioned decommissioned
        ? decommissioned.cause().name()
        : step.after().state().name();
  }
}
