package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.RefreshDecision;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.RefreshRules;
import ebb.domain.refresh.TimeoutChangeRules;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lists, refreshes and nodes of one cluster, on a plain exclude file. */
abstract class OperatorExcludesFixture {
  static final NodeId H1 = new NodeId("h1", 1);
  static final Instant T0 = Instant.parse("2026-11-22T08:00:00Z");
  static final DrainTimeout HOUR = DrainTimeout.ofSeconds(3600);
  static final DrainTimeout TEN_MINUTES = DrainTimeout.ofSeconds(600);
  final Map<NodeId, NodeLifecycle> view = new HashMap<>();
  NodesListState state = NodesListState.EMPTY;
  boolean protectDrains;
  Instant now = T0;

  OperatorExcludesFixture() {
    register(H1, "10.0.0.1");
    refresh(RefreshType.NORMAL);
  }

  void retime(DrainTimeout timeout) {
    Provenance by =
        Initiator.system("bob", Origin.HTTP).of("op").stamp(now, "rm1", state.listVersion() + 1);
    record(
        ((TimeoutChangeRules.Accepted)
                TimeoutChangeRules.decide(state, H1, TimeoutChange.to(timeout), node(), "op", by))
            .event());
    NodeOrder order = state.unsettledOrder(H1).orElseThrow();
    change(node -> node.applyOrder(order, by));
  }

  void drains(String host, Optional<DrainTimeout> timeout) {
    NodesListRules.editExcludes(state, List.of(new AddedExclude(host, timeout)), List.of(), by())
        .ifPresent(this::record);
  }

  void recommissions(String host) {
    NodesListRules.editExcludes(state, List.of(), List.of(host), by()).ifPresent(this::record);
  }

  void record(NodesListEvent event) {
    state = state.apply(event);
  }

  /** Another leader has read the journal, from a snapshot. */
  void afterARestart() {
    NodesListState read = NodesListState.of(state.toSnapshot());
    assertThat(read).isEqualTo(state);
    state = read;
  }

  RefreshPlan refresh(RefreshType type, String... hosts) {
    return refresh(type, plain(hosts));
  }

  RefreshPlan refresh(RefreshType type, Map<String, Optional<DrainTimeout>> excludes) {
    return refresh(type, excluding(excludes));
  }

  RefreshPlan refresh(RefreshType type, ListSettings files) {
    RefreshRequest request = new RefreshRequest(type, Optional.empty());
    ListSettings found = request.readsLists() ? files : state.settings();
    RefreshPlan plan = ((Planned) decide(request, found, ListTimes.UNKNOWN)).plan();
    Provenance by =
        Initiator.system("bob", Origin.RPC).of("op").stamp(now, "rm1", state.listVersion() + 1);
    NodesListRules.accept(state, "op", request, found, protectDrains, plan, by)
        .forEach(this::record);
    for (NodeDecision decision : plan.decisions()) {
      NodeOrder order = state.unsettledOrder(decision.nodeId()).orElseThrow();
      change(decision.nodeId(), node -> node.applyOrder(order, by));
    }
    return plan;
  }

  RefreshDecision decide(RefreshRequest request, ListSettings found, ListTimes written) {
    return RefreshRules.decide(
        state,
        request,
        false,
        found,
        written,
        UntrackedPolicy.DEFAULT,
        protectDrains,
        view,
        node -> false);
  }

  static RefreshRequest asksForNew() {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.empty(),
        Tracking.SERVER,
        Optional.empty(),
        false,
        false,
        Optional.empty());
  }

  static ListSettings excluding(Map<String, Optional<DrainTimeout>> excludes) {
    return new ListSettings(HostLists.of(Set.of(), excludes), HOUR, Optional.of(""));
  }

  static ListSettings including(Set<String> hosts, String... excludes) {
    return new ListSettings(
        HostLists.of(hosts, plain(excludes)), HOUR, Optional.of("/etc/include"));
  }

  static Map<String, Optional<DrainTimeout>> plain(String... hosts) {
    return Arrays.stream(hosts).collect(Collectors.toMap(host -> host, host -> Optional.empty()));
  }

  NodeLifecycle node() {
    return view.getOrDefault(H1, NodeLifecycle.unregistered(H1));
  }

  void register(NodeId id, String ip) {
    NodesListRules.admit(state, id, new NodeAddress(id.host(), ip), by()).ifPresent(this::record);
    change(id, node -> node.register(Resource.of(1, 1), true, true, by()));
  }

  void change(Function<NodeLifecycle, Decision> what) {
    change(H1, what);
  }

  void change(NodeId id, Function<NodeLifecycle, Decision> what) {
    NodeLifecycle next = view.getOrDefault(id, NodeLifecycle.unregistered(id));
    if (what.apply(next) instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        next = next.apply(event);
      }
    }
    view.put(id, next);
  }

  Provenance by() {
    return Initiator.system("alice", Origin.HTTP).stamp(now, "rm1", state.listVersion());
  }
}
