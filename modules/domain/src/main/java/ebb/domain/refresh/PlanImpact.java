package ebb.domain.refresh;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.lists.NodeDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan takes from the cluster. Nodes that are already draining count as in service, and not
 * as taken out. The impact on a node that has not reported yet is unknown.
 *
 * @param atOnce nodes that leave instead of draining
 * @param shortened nodes whose drain would end earlier than without the plan, but not at once
 * @param taken nodes that the plan takes out of service, at once or by a drain
 * @param unseen how many nodes of the plan have sent no heartbeat since this leader began
 * @param inService total size of all nodes in service
 */
record PlanImpact(
    List<NodeId> atOnce,
    List<NodeId> shortened,
    List<NodeLifecycle> taken,
    int unseen,
    Resource inService) {

  /**
   * @param view the last published states of the nodes
   */
  static PlanImpact of(RefreshPlan plan, Map<NodeId, NodeLifecycle> view, Instant now) {
    List<NodeId> atOnce = new ArrayList<>();
    List<NodeId> shortened = new ArrayList<>();
    List<NodeLifecycle> taken = new ArrayList<>();
    int unseen = 0;
    for (NodeDecision decision : plan.decisions()) {
      NodeLifecycle node = view.get(decision.nodeId());
      if (decision.action() instanceof NodeAction.Recommission) {
        continue;
      } else if (node == null) {
        unseen++;
        continue;
      } else if (!node.state().isInService()) {
        continue;
      }
      if (leavesAtOnce(decision, node, now)) {
        atOnce.add(node.nodeId());
      } else if (isShortened(decision, node)) {
        shortened.add(node.nodeId());
      }
      if (node.drain().isEmpty()) {
        taken.add(node);
      }
    }
    return new PlanImpact(
        atOnce,
        shortened,
        taken,
        unseen,
        sum(view.values().stream().filter(node -> node.state().isInService()).toList()));
  }

  private static boolean leavesAtOnce(NodeDecision decision, NodeLifecycle node, Instant now) {
    if (decision.action() instanceof NodeAction.GracefulDecommission drain) {
      DrainTimeout timeout = drain.timeout();
      return timeout.isOver(node.drain().map(running -> running.startedAt()).orElse(now), now);
    }
    return true;
  }

  private static boolean isShortened(NodeDecision decision, NodeLifecycle node) {
    return decision.action() instanceof NodeAction.GracefulDecommission wish
        && node.drain()
            .filter(running -> running.yieldsTo(wish))
            .filter(
                running -> {
                  Optional<Instant> deadline = wish.timeout().after(running.startedAt());
                  return deadline
                      .filter(at -> running.deadline().map(at::isBefore).orElse(true))
                      .isPresent();
                })
            .isPresent();
  }

  /** Total size of the nodes that are taken out of service. */
  Resource takenSize() {
    return sum(taken);
  }

  private static Resource sum(Collection<NodeLifecycle> nodes) {
    return Resource.of(
        nodes.stream().flatMap(n -> n.capacity().stream()).mapToLong(Resource::memoryMb).sum(),
        nodes.stream().flatMap(n -> n.capacity().stream()).mapToInt(Resource::vcores).sum());
  }

  /** Rounded up, so that slightly more than a limit exceeds it. */
  static long percent(long part, long all) {
    return all == 0 ? 0 : (100 * part + all - 1) / all;
  }
}
