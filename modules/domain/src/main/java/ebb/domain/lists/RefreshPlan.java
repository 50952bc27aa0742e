package ebb.domain.lists;

import ebb.domain.DecommissionCause;
import ebb.domain.NodeAction;
import ebb.domain.NodeState;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one refreshNodes does, node by node (NodesListManager.handleExcludeNodeList). The same value
 * answers a dry run, is journaled, and drives the real thing.
 *
 * @param decisions in the order of the node ids; a node for which nothing is to be done is absent
 */
public record RefreshPlan(List<NodeDecision> decisions) {
  public RefreshPlan {
    decisions = List.copyOf(decisions);
  }

  /**
   * @param policy says which nodes are untracked: those are shut down instead of decommissioned
   */
  public static RefreshPlan of(
      RefreshRequest request,
      ListSettings settings,
      UntrackedPolicy policy,
      Collection<KnownNode> nodes) {
    return new RefreshPlan(
        nodes.stream()
            .sorted(Comparator.comparing(KnownNode::nodeId))
            .flatMap(
                node -> {
                  boolean untracked = policy.isUntracked(settings, node.address());
                  return decide(request, settings, node, untracked).stream();
                })
            .toList());
  }

  private static Optional<NodeDecision> decide(
      RefreshRequest request, ListSettings settings, KnownNode node, boolean untracked) {
    Verdict verdict = settings.lists().verdictOn(node.address());
    Optional<NodeAction> action =
        switch (request.type()) {
          case GRACEFUL ->
              verdict.isExcluded()
                  ? drain(node, timeoutFor(request, settings, node))
                  : recommission(node);
          case NORMAL -> verdict.isExcluded() ? end(node, untracked) : recommission(node);
          case FORCEFUL -> force(node, untracked);
        };
    return action.map(wish -> new NodeDecision(node.nodeId(), wish, verdict, node.state()));
  }

  private static EffectiveTimeout timeoutFor(
      RefreshRequest request, ListSettings settings, KnownNode node) {
    return EffectiveTimeout.resolve(
        settings.lists().timeoutOf(node.address()), request.timeout(), settings.configured());
  }

  private static Optional<NodeAction> drain(KnownNode node, EffectiveTimeout effective) {
    NodeAction drain = new NodeAction.GracefulDecommission(effective.timeout(), effective.source());
    return switch (node.state()) {
      case NEW, RUNNING, UNHEALTHY -> Optional.of(drain);
      case DECOMMISSIONING ->
          node.timeout().equals(Optional.of(effective.timeout()))
              ? Optional.empty()
              : Optional.of(drain);
      case DECOMMISSIONED -> node.awaitsRegistration() ? Optional.of(drain) : Optional.empty();
      case LOST, REBOOTED, SHUTDOWN -> Optional.empty();
    };
  }

  private static Optional<NodeAction> end(KnownNode node, boolean untracked) {
    boolean inService = node.state().isActive() || node.awaitsRegistration();
    return inService ? Optional.of(endOf(untracked, DecommissionCause.NORMAL)) : Optional.empty();
  }

  private static Optional<NodeAction> force(KnownNode node, boolean untracked) {
    return node.state() == NodeState.DECOMMISSIONING
        ? Optional.of(endOf(untracked, DecommissionCause.FORCED))
        : Optional.empty();
  }

  private static NodeAction endOf(boolean untracked, DecommissionCause cause) {
    return untracked ? new NodeAction.ShutDown() : new NodeAction.Decommission(cause);
  }

  private static Optional<NodeAction> recommission(KnownNode node) {
    boolean applies =
        node.state() == NodeState.DECOMMISSIONING
            || (node.state() == NodeState.DECOMMISSIONED && !node.awaitsRegistration());
    return applies ? Optional.of(new NodeAction.Recommission()) : Optional.empty();
  }
}
