package ebb.domain.lists;

import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.lists.NodesListSnapshot.OperationEntry;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Provenance;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The per-node part of the fleet's state. Immutable.
 *
 * @param register all nodes that have been seen and not forgotten
 * @param unsettled the newest order of each node, until what it started is known to have ended
 */
public record NodeTables(PMap<NodeId, NodeAddress> register, PMap<NodeId, NodeOrder> unsettled) {
  static final NodeTables EMPTY = new NodeTables(HashTreePMap.empty(), HashTreePMap.empty());

  /** The unsettled orders are those that the retained operations still wait for. */
  static NodeTables of(NodesListSnapshot snapshot) {
    Map<NodeId, NodeAddress> register = new HashMap<>();
    snapshot.register().forEach(entry -> register.put(entry.nodeId(), entry.address()));
    NodeTables tables = new NodeTables(EMPTY.register.plusAll(register), EMPTY.unsettled);
    for (OperationEntry operation : snapshot.operations()) {
      tables = tables.ordered(operation.accepted()).settled(operation.settled());
    }
    return tables;
  }

  NodeTables seen(NodeId node, NodeAddress address) {
    return new NodeTables(register.plus(node, address), unsettled);
  }

  NodeTables forgotten(Collection<NodeId> nodes) {
    return new NodeTables(register.minusAll(nodes), unsettled);
  }

  /** Adds an order for each node that the refresh decides on. */
  NodeTables ordered(RefreshAccepted event) {
    Map<NodeId, NodeOrder> orders = new HashMap<>();
    event.decisions().forEach(each -> orders.put(each.nodeId(), orderOf(event, each)));
    return new NodeTables(register, unsettled.plusAll(orders));
  }

  /**
   * The order of one node. The journaled refresh determines all of it, including the start of a
   * drain.
   */
  public static NodeOrder orderOf(RefreshAccepted event, NodeDecision decision) {
    Provenance by = event.by();
    Initiator initiator =
        new Initiator(
            by.actor(), by.origin(), by.peer(), by.reason(), Optional.of(event.operationId()));
    return new NodeOrder(
        decision.nodeId(), decision.action(), event.listVersion(), by.at(), initiator);
  }

  /** Removes settled orders. Settling an older order does not settle the order that replaced it. */
  NodeTables settled(List<SettledNode> nodes) {
    List<NodeId> settled =
        nodes.stream()
            .filter(
                each -> {
                  NodeOrder order = unsettled.get(each.nodeId());
                  return order != null && order.listVersion() <= each.listVersion();
                })
            .map(SettledNode::nodeId)
            .toList();
    return new NodeTables(register, unsettled.minusAll(settled));
  }
}
