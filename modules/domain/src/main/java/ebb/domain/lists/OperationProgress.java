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
 * The progress of an operation.
 *
 * @param parts one for each decision, in the same order
 */
public record OperationProgress(RefreshAccepted accepted, List<Part> parts) {
  public OperationProgress {
    parts = List.copyOf(parts);
  }

  /** The progress of an operation on one node. */
  public enum Phase {
    /**
     * The leader does not know yet that the node has applied the operation. The node will apply it
     * despite any crash.
     */
    PENDING,
    /** The node is draining. */
    DRAINING,
    ENDED
  }

  /**
   * The part of an operation that concerns one node.
   *
   * @param outcome present exactly when ENDED
   */
  public record Part(NodeDecision decision, Phase phase, Optional<DrainOutcome> outcome) {}

  /**
   * @param view the last published states of the nodes; nothing is known about an absent node
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
