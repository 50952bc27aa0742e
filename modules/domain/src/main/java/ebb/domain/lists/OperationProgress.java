package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far an operation is.
 *
 * @param parts one for each decision, in their order
 */
public record OperationProgress(RefreshAccepted accepted, List<Part> parts) {
  public OperationProgress {
    parts = List.copyOf(parts);
  }

  /** How far an operation is on one node. */
  public enum Phase {
    /** The leader has not heard that the node has applied it; it will, whatever crashes. */
    PENDING,
    /** The node drains. */
    DRAINING,
    ENDED
  }

  /**
   * An operation's part of one node.
   *
   * @param outcome present exactly when ENDED
   */
  public record Part(NodeDecision decision, Phase phase, Optional<DrainOutcome> outcome) {}

  /**
   * @param view what the nodes last made known of themselves; of a node that is absent nothing is
   *     known
   */
  public static OperationProgress of(Operation operation, Map<NodeId, NodeLifecycle> view) {
    return new OperationProgress(
        operation.accepted(),
        operation.accepted().decisions().stream()
            .map(decision -> part(operation, decision, view))
            .toList());
  }

  private static Part part(
      Operation operation, NodeDecision decision, Map<NodeId, NodeLifecycle> view) {
    NodeId node = decision.nodeId();
    Optional<NodeLifecycle> seen = Optional.ofNullable(view.get(node));
    Optional<DrainOutcome> outcome =
        Optional.ofNullable(operation.outcomes().get(node))
            .or(() -> seen.flatMap(known -> operation.outcomeOf(decision, known)));
    if (outcome.isPresent()) {
      return new Part(decision, Phase.ENDED, outcome);
    }
    boolean hasApplied =
        seen.filter(known -> known.listVersion() >= operation.listVersion()).isPresent();
    return new Part(decision, hasApplied ? Phase.DRAINING : Phase.PENDING, outcome);
  }

  public OperationSummary summary() {
    return new OperationSummary(
        accepted.operationId(),
        accepted.listVersion(),
        accepted.type(),
        accepted.tracking().orElse(Tracking.SERVER),
        accepted.ofOperation(),
        accepted.by(),
        parts.size(),
        count(Phase.PENDING),
        count(Phase.DRAINING),
        outcomes());
  }

  private Map<DrainOutcome, Integer> outcomes() {
    Map<DrainOutcome, Integer> counts = new EnumMap<>(DrainOutcome.class);
    parts.forEach(part -> part.outcome().ifPresent(how -> counts.merge(how, 1, Integer::sum)));
    return counts;
  }

  private int count(Phase phase) {
    return (int) parts.stream().filter(part -> part.phase() == phase).count();
  }
}
