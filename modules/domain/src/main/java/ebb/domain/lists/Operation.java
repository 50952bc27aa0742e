package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainResult;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An accepted refresh, and how it has ended on each node.
 *
 * @param outcomes those recorded so far
 */
public record Operation(RefreshAccepted accepted, Map<NodeId, DrainOutcome> outcomes) {
  public Operation {
    outcomes = Map.copyOf(outcomes);
  }

  static Operation of(RefreshAccepted accepted) {
    return new Operation(accepted, Map.of());
  }

  public String id() {
    return accepted.operationId();
  }

  public long listVersion() {
    return accepted.listVersion();
  }

  /** Whether it has ended on every node. */
  public boolean isOver() {
    return outcomes.size() >= accepted.decisions().size();
  }

  public List<NodeDecision> openDecisions() {
    return accepted.decisions().stream()
        .filter(decision -> !outcomes.containsKey(decision.nodeId()))
        .toList();
  }

  public Set<NodeId> askedToDrain() {
    return accepted.decisions().stream()
        .filter(decision -> decision.action() instanceof NodeAction.GracefulDecommission)
        .map(NodeDecision::nodeId)
        .collect(Collectors.toUnmodifiableSet());
  }

  Operation withOutcomes(Map<NodeId, DrainOutcome> news) {
    Map<NodeId, DrainOutcome> more = new HashMap<>(outcomes);
    more.putAll(news);
    return new Operation(accepted, more);
  }

  /**
   * How this operation ended on a node. The first end after the node applied the operation counts,
   * even if a later refresh caused it. What the operation requested only matters if the node had
   * nothing to end.
   *
   * @return empty if the node has not applied the operation yet, or is draining
   */
  public Optional<DrainOutcome> outcomeOf(NodeDecision decision, NodeLifecycle node) {
    if (node.listVersion() < listVersion()) {
      return Optional.empty();
    }
    return node.ends().stream()
        .filter(end -> end.listVersion() >= listVersion())
        .findFirst()
        .map(DrainResult::outcome)
        .or(() -> outcomeOfState(decision, node));
  }

  /** The outcome on a node that had nothing to end when it applied the operation. */
  private static Optional<DrainOutcome> outcomeOfState(NodeDecision decision, NodeLifecycle node) {
    return switch (node.state()) {
      case DECOMMISSIONING -> Optional.empty();
      case DECOMMISSIONED ->
          Optional.of(node.awaitsRegistration() ? DrainOutcome.RECOMMISSIONED : lastOf(node));
      case NEW, RUNNING, UNHEALTHY ->
          Optional.of(
              decision.action() instanceof NodeAction.ShutDown
                  ? DrainOutcome.SHUTDOWN
                  : DrainOutcome.RECOMMISSIONED);
      case LOST -> Optional.of(DrainOutcome.LOST);
      case REBOOTED -> Optional.of(DrainOutcome.REBOOTED);
      case SHUTDOWN -> Optional.of(DrainOutcome.SHUTDOWN);
    };
  }

  private static DrainOutcome lastOf(NodeLifecycle node) {
    List<DrainResult> ends = node.ends();
    return ends.isEmpty() ? DrainOutcome.NORMAL : ends.get(ends.size() - 1).outcome();
  }
}
