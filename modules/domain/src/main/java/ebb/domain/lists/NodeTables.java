package ebb.domain.lists;

import ebb.domain.Initiator;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.Provenance;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the state of the fleet keeps by node. Immutable.
 *
 * @param register all nodes that are seen and not forgotten
 * @param pending the newest order of each node, while its execution is not confirmed
 * @param possiblyDraining nodes that may be draining, each with the version of the refresh that
 *     last asked it to
 */
record NodeTables(
    SharedTable<NodeId, NodeAddress> register,
    SharedTable<NodeId, NodeOrder> pending,
    SharedTable<NodeId, Long> possiblyDraining) {
  static final NodeTables EMPTY =
      new NodeTables(SharedTable.empty(), SharedTable.empty(), SharedTable.empty());

  static NodeTables of(NodesListSnapshot snapshot) {
    Map<NodeId, NodeAddress> register = new HashMap<>();
    snapshot.register().forEach(entry -> register.put(entry.nodeId(), entry.address()));
    Map<NodeId, NodeOrder> pending = new HashMap<>();
    snapshot.pending().forEach(order -> pending.put(order.nodeId(), order));
    Map<NodeId, Long> draining = new HashMap<>();
    snapshot.possiblyDraining().forEach(e -> draining.put(e.nodeId(), e.listVersion()));
    return new NodeTables(
        EMPTY.register.withAll(register),
        EMPTY.pending.withAll(pending),
        EMPTY.possiblyDraining.withAll(draining));
  }

  NodeTables seen(NodeId node, NodeAddress address) {
    return new NodeTables(register.with(node, address), pending, possiblyDraining);
  }

  NodeTables forgotten(Collection<NodeId> nodes) {
    return new NodeTables(register.without(nodes), pending, possiblyDraining);
  }

  /** An order for each node that the refresh decides on. */
  NodeTables ordered(RefreshAccepted event) {
    Map<NodeId, NodeOrder> orders = new HashMap<>();
    Map<NodeId, Long> drains = new HashMap<>();
    for (NodeDecision decision : event.decisions()) {
      orders.put(decision.nodeId(), orderOf(event, decision));
      if (decision.action() instanceof NodeAction.GracefulDecommission) {
        drains.put(decision.nodeId(), event.listVersion());
      }
    }
    return new NodeTables(register, pending.withAll(orders), possiblyDraining.withAll(drains));
  }

  /** The journaled refresh fixes all that the node needs, its drain's start included. */
  private static NodeOrder orderOf(RefreshAccepted event, NodeDecision decision) {
    Provenance by = event.by();
    Initiator initiator =
        new Initiator(
            by.actor(), by.origin(), by.peer(), by.reason(), Optional.of(event.operationId()));
    return new NodeOrder(
        decision.nodeId(), decision.action(), event.listVersion(), by.at(), initiator);
  }

  /** A confirmation of an older order says nothing of the one that replaced it. */
  NodeTables confirmed(List<ConfirmedOrder> orders) {
    List<NodeId> nodes =
        orders.stream().filter(this::isPending).map(ConfirmedOrder::nodeId).toList();
    return new NodeTables(register, pending.without(nodes), possiblyDraining);
  }

  boolean isPending(ConfirmedOrder confirmation) {
    return pending
        .get(confirmation.nodeId())
        .filter(order -> order.listVersion() <= confirmation.listVersion())
        .isPresent();
  }

  NodeTables drainsEnded(Collection<NodeId> nodes) {
    return new NodeTables(register, pending, possiblyDraining.without(nodes));
  }
}
