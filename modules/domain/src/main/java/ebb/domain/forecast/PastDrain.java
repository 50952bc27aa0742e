package ebb.domain.forecast;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.forecast.Span.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A drain that has started, as an example for later ones.
 *
 * @param deadline the last one that it had; empty for none
 * @param operation that started it; empty if none did
 * @param ending empty while the drain is running
 */
public record PastDrain(
    NodeId nodeId,
    Instant startedAt,
    Optional<Instant> deadline,
    Optional<String> operation,
    Optional<Ending> ending) {

  public record Ending(Instant at, DrainOutcome outcome) {}

  PastDrain withTimeout(DrainTimeout timeout) {
    return new PastDrain(nodeId, startedAt, timeout.after(startedAt), operation, ending);
  }

  PastDrain ended(Ending how) {
    return new PastDrain(nodeId, startedAt, deadline, operation, Optional.of(how));
  }

  Span span() {
    return Span.of(
        startedAt,
        deadline,
        ending.map(Ending::at),
        ending.map(how -> endOf(how.outcome())).orElse(End.NONE));
  }

  private static End endOf(DrainOutcome outcome) {
    return switch (outcome) {
      case READY -> End.DONE;
      case TIMEOUT -> End.DEADLINE;
      case FORCED, NORMAL, RECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> End.CUT_SHORT;
    };
  }

  /**
   * The operations of these drains, each from its start to the end of its last drain, in the order
   * of the drains.
   */
  static List<Span> operations(List<PastDrain> drains) {
    Map<String, Span> spans = new LinkedHashMap<>();
    for (PastDrain drain : drains) {
      drain.operation().ifPresent(id -> spans.merge(id, drain.span(), Span::and));
    }
    return new ArrayList<>(spans.values());
  }
}
