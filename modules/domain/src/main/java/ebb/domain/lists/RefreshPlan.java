package ebb.domain.lists;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
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
   * @param configured timeout for nodes that get none from the lists or the request
   */
  public static RefreshPlan of(
      RefreshRequest request,
      HostLists lists,
      DrainTimeout configured,
      Collection<KnownNode> nodes) {
    return new RefreshPlan(
        nodes.stream()
            .sorted(Comparator.comparing(KnownNode::nodeId))
            .flatMap(node -> decide(request, lists, configured, node).stream())
            .toList());
  }

  private static Optional<NodeDecision> decide(
      RefreshRequest request, HostLists lists, DrainTimeout configured, KnownNode node) {
    Verdict verdict = lists.verdictOn(node.address());
    Optional<NodeAction> action =
        switch (request.type()) {
          case GRACEFUL ->
              verdict.isExcluded()
                  ? drain(node, timeoutFor(request, lists, configured, node))
                  : recommission(node);
          case NORMAL -> verdict.isExcluded() ? end(node, lists) : recommission(node);
          case FORCEFUL -> force(node, lists);
        };
    return action.map(wish -> new NodeDecision(node.nodeId(), wish, verdict, node.state()));
  }

  private static EffectiveTimeout timeoutFor(
      RefreshRequest request, HostLists lists, DrainTimeout configured, KnownNode node) {
    return EffectiveTimeout.resolve(lists.timeoutOf(node.address()), request.timeout(), configured);
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

  private static Optional<NodeAction> end(KnownNode node, HostLists lists) {
    boolean inService = node.state().isActive() || node.awaitsRegistration();
    return inService ? Optional.of(endOf(node, lists, DecommissionCause.NORMAL)) : Optional.empty();
  }

  private static Optional<NodeAction> force(KnownNode node, HostLists lists) {
    return node.state() == NodeState.DECOMMISSIONING
        ? Optional.of(endOf(node, lists, DecommissionCause.FORCED))
        : Optional.empty();
  }

  private static NodeAction endOf(KnownNode node, HostLists lists, DecommissionCause cause) {
    return lists.isUntracked(node.address())
        ? new NodeAction.ShutDown()
        : new NodeAction.Decommission(cause);
  }

  private static Optional<NodeAction> recommission(KnownNode node) {
    boolean applies =
        node.state() == NodeState.DECOMMISSIONING
            || (node.state() == NodeState.DECOMMISSIONED && !node.awaitsRegistration());
    return applies ? Optional.of(new NodeAction.Recommission()) : Optional.empty();
  }
}
