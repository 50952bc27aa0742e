package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.UntrackedPolicy;
import ebb.node.NodeStateUpdate;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Since when nodes out of service have been untracked. Soft state: after a crash the time begins
 * anew, so that nobody is forgotten too early.
 */
final class UntrackedNodes {
  private final UntrackedPolicy policy;
  private final Map<NodeId, Instant> since = new HashMap<>();

  UntrackedNodes(UntrackedPolicy policy) {
    this.policy = policy;
  }

  /** New lists are in force; who is out of service already counts from now on. */
  void refreshed(NodesListState state, Collection<NodeStateUpdate> view, Instant now) {
    for (NodeStateUpdate each : view) {
      NodeId node = each.node().nodeId();
      if (!each.node().state().isActive() && NodesListRules.isUntracked(state, policy, node)) {
        since.putIfAbsent(node, now);
      }
    }
  }

  /** Corrects the times of these nodes, and lets go of what is tracked or in service again. */
  Map<NodeId, IdleNode> stamp(NodesListState state, Map<NodeId, IdleNode> idle) {
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
