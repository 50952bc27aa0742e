package ebb.nodeslist.lists;

import ebb.domain.NodeId;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.IdleNode;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.NodeStateUpdate;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The time since which nodes out of service have been untracked. Soft state: after a crash the time
 * starts again, so that no node is forgotten too early.
 */
public final class UntrackedNodes {
  private final UntrackedPolicy policy;
  private final Map<NodeId, Instant> since = new HashMap<>();

  public UntrackedNodes(UntrackedPolicy policy) {
    this.policy = policy;
  }

  /**
   * New lists are in force. For untracked nodes that are already out of service, the time starts
   * now.
   */
  public void refreshed(NodesListState state, Collection<NodeStateUpdate> view, Instant now) {
    for (NodeStateUpdate each : view) {
      NodeId node = each.node().nodeId();
      if (!each.node().state().isActive() && NodesListRules.isUntracked(state, policy, node)) {
        since.putIfAbsent(node, now);
      }
    }
  }

  /** Corrects the times of these nodes, and drops nodes that are tracked or in service again. */
  public Map<NodeId, IdleNode> stamp(NodesListState state, Map<NodeId, IdleNode> idle) {
    since.keySet().removeIf(node -> !idle.containsKey(node));
    Map<NodeId, IdleNode> stamped = new HashMap<>();
    idle.forEach(
        (node, seen) -> {
          if (NodesListRules.isUntracked(state, policy, node)) {
            Instant later = since.merge(node, seen.since(), (a, b) -> a.isBefore(b) ? b : a);
            stamped.put(node, new IdleNode(seen.state(), later, seen.hasServed()));
          } else {
            since.remove(node);
          }
        });
    return stamped;
  }
}
