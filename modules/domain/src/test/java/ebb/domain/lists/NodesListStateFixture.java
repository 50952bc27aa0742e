package ebb.domain.lists;

import ebb.domain.Decision;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.OperationRules;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.TimeoutChangeRules;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One register with its nodes, which apply orders only when a test delivers them. */
abstract class NodesListStateFixture {
  static final Instant T0 = Instant.parse("2026-11-22T12:00:00Z");
  static final DrainTimeout HOUR = DrainTimeout.ofSeconds(3600);
  static final NodeId H1 = new NodeId("h1", 1);
  static final NodeId H2 = new NodeId("h2", 1);
  final List<NodesListEvent> journal = new ArrayList<>();
  final Map<NodeId, NodeLifecycle> nodes = new HashMap<>();
  NodesListState state = NodesListState.EMPTY;

  void record(List<NodesListEvent> events) {
    for (NodesListEvent event : events) {
      journal.add(event);
      state = state.apply(event);
    }
  }

  void record(Optional<NodesListEvent> event) {
    record(event.stream().toList());
  }

  Provenance by() {
    return new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.of("disks"), Optional.of("op"))
        .stamp(T0, "instance1", state.listVersion() + 1);
  }

  void join(NodeId... joining) {
    for (NodeId node : joining) {
      record(NodesListRules.admit(state, node, addressOf(node), by()));
      applyOrder(
          NodeLifecycle.unregistered(node).register(Resource.of(1, 1), true, true, byOld()), node);
    }
  }

  static Provenance byOld() {
    return Initiator.system("nm", Origin.REGISTRATION).stamp(T0, "instance1", 0);
  }

  static NodeAddress addressOf(NodeId node) {
    return new NodeAddress(node.host(), "10." + node.host());
  }

  RefreshPlan plan(RefreshType type, HostLists lists) {
    return NodesListRules.plan(
        state,
        new RefreshRequest(type, Optional.empty()),
        settings(lists),
        UntrackedPolicy.DEFAULT,
        nodes,
        node -> false);
  }

  RefreshPlan refresh(RefreshType type, HostLists lists) {
    return refresh(type, lists, "op");
  }

  RefreshPlan refresh(RefreshType type, HostLists lists, String operation) {
    RefreshPlan plan = plan(type, lists);
    var request = new RefreshRequest(type, Optional.empty());
    record(NodesListRules.accept(state, operation, request, settings(lists), plan, by()));
    return plan;
  }

  static ListSettings settings(HostLists lists) {
    return new ListSettings(lists, HOUR, Optional.of(""));
  }

  void deliver(NodeOrder order) {
    NodeId id = order.nodeId();
    applyOrder(
        node(id).applyOrder(order, order.initiator().stamp(T0, "instance1", order.listVersion())),
        id);
    record(OperationRules.settle(state, nodes, by()));
  }

  void applyOrder(Decision decision, NodeId id) {
    NodeLifecycle node = node(id);
    if (decision instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        node = node.apply(event);
      }
    }
    nodes.put(id, node);
  }

  NodeLifecycle node(NodeId id) {
    return nodes.getOrDefault(id, NodeLifecycle.unregistered(id));
  }

  static HostLists excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    for (String host : hosts) {
      excludes.put(host, Optional.empty());
    }
    return HostLists.of(Set.of(), excludes);
  }

  List<NodesListEvent> settled(NodeId node, long listVersion) {
    var settled = new SettledNode(node, listVersion, DrainOutcome.RECOMMISSIONED);
    return List.of(new NodesSettled(List.of(settled), by()));
  }

  void changeTimeout(NodeId node) {
    if (TimeoutChangeRules.decide(state, node, TimeoutChange.to(HOUR), nodes.get(node), "op", by())
        instanceof TimeoutChangeRules.Accepted accepted) {
      record(List.of(accepted.event()));
    }
  }

  static HostLists excluding(Map<String, DrainTimeout> hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    hosts.forEach((host, timeout) -> excludes.put(host, Optional.of(timeout)));
    return HostLists.of(Set.of(), excludes);
  }
}
