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

/** What of a plan an operator is asked about before it is carried out. */
public final class Confirmation {
  /** Of the memory, or the vcores, of all nodes in service: more than that is asked about. */
  public static final int PERCENT = 10;

  private Confirmation() {}

  /**
   * Why the plan needs a confirmation: nodes leave at once instead of draining, or more than {@link
   * #PERCENT} of the cluster is taken out of service. Nodes that drain already count as in service,
   * and not as taken out. Of a node that nobody has heard of yet nobody can say what is at stake.
   *
   * @param view of the nodes, by id
   * @return in a sentence; empty if it needs none
   */
  public static Optional<String> reason(
      RefreshPlan plan, Map<NodeId, NodeLifecycle> view, Instant now) {
    List<String> reasons = new ArrayList<>();
    List<NodeLifecycle> atOnce = new ArrayList<>();
    List<NodeLifecycle> taken = new ArrayList<>();
    int unseen = 0;
    for (NodeDecision decision : plan.decisions()) {
      NodeLifecycle node = view.get(decision.nodeId());
      if (isRecommission(decision)) {
        continue;
      } else if (node == null) {
        unseen++;
        continue;
      } else if (!node.state().isInService()) {
        continue;
      }
      if (leavesAtOnce(decision, node, now)) {
        atOnce.add(node);
      }
      if (node.drain().isEmpty()) {
        taken.add(node);
      }
    }
    if (!atOnce.isEmpty()) {
      boolean one = atOnce.size() == 1;
      reasons.add(
          (one ? atOnce.get(0).nodeId() + " leaves" : atOnce.size() + " nodes leave")
              + " at once, with all that runs there");
    }
    if (unseen > 0) {
      reasons.add(
          (unseen == 1 ? "a node has" : unseen + " nodes have")
              + " sent no heartbeat since this leader began");
    }
    long memory = percent(memory(taken), memory(inService(view)));
    long vcores = percent(vcores(taken), vcores(inService(view)));
    if (memory > PERCENT || vcores > PERCENT) {
      reasons.add(
          "%d %% of the memory and %d %% of the vcores in service are taken out"
              .formatted(memory, vcores));
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  private static boolean isRecommission(NodeDecision decision) {
    return decision.action() instanceof NodeAction.Recommission;
  }

  static boolean leavesAtOnce(NodeDecision decision, NodeLifecycle node, Instant now) {
    if (decision.action() instanceof NodeAction.GracefulDecommission drain) {
      DrainTimeout timeout = drain.timeout();
      return timeout.isOver(node.drain().map(running -> running.startedAt()).orElse(now), now);
    }
    return true;
  }

  private static Collection<NodeLifecycle> inService(Map<NodeId, NodeLifecycle> view) {
    return view.values().stream().filter(node -> node.state().isInService()).toList();
  }

  private static long memory(Collection<NodeLifecycle> nodes) {
    return nodes.stream().flatMap(n -> n.capacity().stream()).mapToLong(Resource::memoryMb).sum();
  }

  private static long vcores(Collection<NodeLifecycle> nodes) {
    return nodes.stream().flatMap(n -> n.capacity().stream()).mapToLong(Resource::vcores).sum();
  }

  /** Rounded up, so that a little more than the limit is more. */
  private static long percent(long part, long all) {
    return all == 0 ? 0 : (100 * part + all - 1) / all;
  }
}
