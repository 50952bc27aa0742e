package ebb.nodeslist;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.IdleNode;
import ebb.node.NodeStateUpdate;
import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The leader's view of the nodes: the newest publication of each. Soft state: a new leader has
 * none, and requests it from all nodes of the register. Used by one actor.
 */
final class NodeTable {
  private final Clock clock;
  private final Map<NodeId, NodeStateUpdate> known = new HashMap<>();
  private final Map<NodeId, IdleNode> idle = new HashMap<>();
  private final Set<NodeId> unanswered = new HashSet<>();
  private final Set<NodeId> overdue = new HashSet<>();

  NodeTable(Clock clock) {
    this.clock = clock;
  }

  /** These nodes have to publish their state, even if it is known: they may have moved. */
  void mustAnswer(Collection<NodeId> nodes) {
    unanswered.addAll(nodes);
  }

  /** The node has answered. */
  void answered(NodeId node) {
    unanswered.remove(node);
  }

  /** Whether the node has yet to answer. */
  boolean owesAnswer(NodeId node) {
    return unanswered.contains(node);
  }

  /**
   * The node has something to answer or apply, and has not done so for a while.
   *
   * @return false if it was marked already
   */
  boolean markOverdue(NodeId node) {
    return overdue.add(node);
  }

  /** The node has nothing left to answer or apply. */
  void clearOverdue(NodeId node) {
    overdue.remove(node);
  }

  boolean isOverdue(NodeId node) {
    return overdue.contains(node);
  }

  /**
   * @return false if a newer revision of the node is known already
   */
  boolean update(NodeStateUpdate publication) {
    NodeId node = publication.node().nodeId();
    NodeStateUpdate before = known.get(node);
    if (before != null && publication.revision() < before.revision()) {
      return false;
    }
    known.put(node, publication);
    updateIdle(node, Optional.ofNullable(before), publication.node().state());
    return true;
  }

  private void updateIdle(NodeId node, Optional<NodeStateUpdate> before, NodeState state) {
    if (state.isInService()) {
      idle.remove(node);
      return;
    }
    boolean hasServed = before.filter(known -> known.node().state().isInService()).isPresent();
    IdleNode known = idle.get(node);
    idle.put(
        node,
        known == null
            ? new IdleNode(state, clock.instant(), hasServed)
            : new IdleNode(state, known.since(), known.hasServed()));
  }

  /** Empty if the node has not published to this leader. */
  Optional<NodeStateUpdate> find(NodeId node) {
    return Optional.ofNullable(known.get(node));
  }

  /** Whether the node is known to have applied this order, or a later one. */
  boolean hasApplied(NodeOrder order) {
    NodeStateUpdate publication = known.get(order.nodeId());
    return publication != null && order.isAppliedBy(publication.node());
  }

  /** The newest durable order that the node is not known to have applied. */
  Optional<NodeOrder> pendingOrder(NodesListState durable, NodeId node) {
    return durable.unsettledOrder(node).filter(order -> !hasApplied(order));
  }

  /**
   * Whether this is newer than what is known. Updates compare only within one life of the node's
   * actor.
   */
  boolean isNews(NodeStateUpdate publication) {
    NodeStateUpdate newest = known.get(publication.node().nodeId());
    return newest == null
        || publication.revision() > newest.revision()
        || (publication.revision() == newest.revision() && publication.update() > newest.update());
  }

  /**
   * The node as Hadoop's scheduler is to see it: a drain that is ordered counts as begun. No other
   * order counts before it is applied, because a newer one may cancel it. A node in service that
   * does not answer to an order counts as draining until it answers: it may have left already.
   *
   * @param overdue whether the order was sent and the node has not answered for a while
   */
  static NodeStateUpdate expected(
      NodeStateUpdate publication, Optional<NodeOrder> pending, boolean overdue) {
    return pending
        .filter(order -> publication.node().state() == NodeState.RUNNING)
        .map(order -> overdue ? asDrain(order) : order)
        .map(order -> order.appliedTo(publication.node()))
        .filter(node -> node.state() == NodeState.DECOMMISSIONING)
        .map(
            node ->
                new NodeStateUpdate(
                    publication.revision(), publication.update(), node, Optional.empty()))
        .orElse(publication);
  }

  private static NodeOrder asDrain(NodeOrder order) {
    NodeAction action =
        order.action() instanceof NodeAction.GracefulDecommission
            ? order.action()
            : new NodeAction.GracefulDecommission(DrainTimeout.INFINITE, TimeoutSource.OPERATOR);
    return new NodeOrder(
        order.nodeId(), action, order.listVersion(), order.plannedAt(), order.initiator());
  }

  /** In no particular order. */
  Collection<NodeStateUpdate> all() {
    return Collections.unmodifiableCollection(known.values());
  }

  /** A copy, made on each call. */
  Map<NodeId, NodeLifecycle> lifecycles() {
    Map<NodeId, NodeLifecycle> nodes = new HashMap<>();
    known.forEach((node, publication) -> nodes.put(node, publication.node()));
    return nodes;
  }

  /** The nodes out of service, each with the time when it became so in this table; a copy. */
  Map<NodeId, IdleNode> idle() {
    return Map.copyOf(idle);
  }

  void forget(Set<NodeId> nodes) {
    known.keySet().removeAll(nodes);
    idle.keySet().removeAll(nodes);
    unanswered.removeAll(nodes);
    overdue.removeAll(nodes);
  }
}
