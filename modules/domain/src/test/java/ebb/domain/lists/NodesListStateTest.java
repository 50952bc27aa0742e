package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.Decision;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainResult;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutChange;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
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
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decide, then replay: what the fleet's rules record is what its state remembers. */
class NodesListStateTest {
  private static final Instant T0 = Instant.parse("2026-11-22T12:00:00Z");
  private static final DrainTimeout HOUR = DrainTimeout.ofSeconds(3600);
  private static final NodeId H1 = new NodeId("h1", 1);
  private static final NodeId H2 = new NodeId("h2", 1);

  private static final RefreshType[] REFRESHES =
      Stream.of(RefreshType.values()).filter(RefreshType::isRefresh).toArray(RefreshType[]::new);

  private final List<NodesListEvent> journal = new ArrayList<>();
  private final Map<NodeId, NodeLifecycle> nodes = new HashMap<>();
  private NodesListState state = NodesListState.EMPTY;

  private void record(List<NodesListEvent> events) {
    for (NodesListEvent event : events) {
      journal.add(event);
      state = state.apply(event);
    }
  }

  private void record(Optional<NodesListEvent> event) {
    record(event.stream().toList());
  }

  private Provenance by() {
    return new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.of("disks"), Optional.of("op"))
        .stamp(T0, "instance1", state.listVersion() + 1);
  }

  private void join(NodeId... joining) {
    for (NodeId node : joining) {
      record(NodesListRules.admit(state, node, addressOf(node), by()));
      obey(NodeLifecycle.unregistered(node).register(Resource.of(1, 1), true, true, byOld()), node);
    }
  }

  private static Provenance byOld() {
    return Initiator.system("nm", Origin.REGISTRATION).stamp(T0, "instance1", 0);
  }

  private static NodeAddress addressOf(NodeId node) {
    return new NodeAddress(node.host(), "10." + node.host());
  }

  private RefreshPlan plan(RefreshType type, HostLists lists) {
    return NodesListRules.plan(
        state,
        new RefreshRequest(type, Optional.empty()),
        settings(lists),
        UntrackedPolicy.DEFAULT,
        nodes,
        node -> false);
  }

  private RefreshPlan refresh(RefreshType type, HostLists lists) {
    return refresh(type, lists, "op");
  }

  private RefreshPlan refresh(RefreshType type, HostLists lists, String operation) {
    RefreshPlan plan = plan(type, lists);
    var request = new RefreshRequest(type, Optional.empty());
    record(NodesListRules.accept(state, operation, request, settings(lists), plan, by()));
    return plan;
  }

  private static ListSettings settings(HostLists lists) {
    return new ListSettings(lists, HOUR, Optional.of(""));
  }

  private void deliver(NodeOrder order) {
    NodeId id = order.nodeId();
    obey(node(id).obey(order, order.initiator().stamp(T0, "instance1", order.listVersion())), id);
    record(OperationRules.settle(state, nodes, by()));
  }

  private void obey(Decision decision, NodeId id) {
    NodeLifecycle node = node(id);
    if (decision instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        node = node.apply(event);
      }
    }
    nodes.put(id, node);
  }

  private NodeLifecycle node(NodeId id) {
    return nodes.getOrDefault(id, NodeLifecycle.unregistered(id));
  }

  private static HostLists excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    for (String host : hosts) {
      excludes.put(host, Optional.empty());
    }
    return HostLists.of(Set.of(), excludes);
  }

  @Test
  void shouldOrderWhatAJournaledRefreshDecided() {
    join(H1, H2);

    refresh(RefreshType.GRACEFUL, excluding("h1"));

    NodeOrder order = state.unsettledOrder(H1).orElseThrow();
    assertThat(order.action()).isInstanceOf(NodeAction.GracefulDecommission.class);
    assertThat(order.listVersion()).isEqualTo(1);
    assertThat(order.plannedAt()).isEqualTo(T0);
    assertThat(order.initiator().actor()).isEqualTo("alice");
    assertThat(order.initiator().operationId()).contains("op");
    assertThat(state.unsettledOrders()).containsExactly(order);
  }

  @Test
  void shouldReplaceAPendingOrderByANewerOne() {
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    RefreshPlan second = refresh(RefreshType.GRACEFUL, excluding());

    assertThat(second.decisions())
        .extracting(NodeDecision::before)
        .containsExactly(NodeState.DECOMMISSIONING);
    assertThat(state.unsettledOrders())
        .extracting(NodeOrder::action)
        .containsExactly(new NodeAction.Recommission());
    // that the older order is settled says nothing of the newer
    record(settled(H1, 1));
    assertThat(state.isUnsettled(H1)).isTrue();
    record(settled(H1, 2));
    assertThat(state.isUnsettled(H1)).isFalse();
  }

  private List<NodesListEvent> settled(NodeId node, long listVersion) {
    var settled = new SettledNode(node, listVersion, DrainOutcome.RECOMMISSIONED);
    return List.of(new NodesSettled(List.of(settled), by()));
  }

  @Test
  void shouldWriteContentsOfListsOnlyWhenTheyDiffer() {
    refresh(RefreshType.NORMAL, excluding("h1"));
    refresh(RefreshType.NORMAL, excluding("h1"));
    refresh(RefreshType.NORMAL, excluding());

    assertThat(journal.stream().filter(ListsRead.class::isInstance)).hasSize(2);
    assertThat(state.lists()).isEqualTo(excluding());
    assertThat(state.listVersion()).isEqualTo(3);
  }

  @Test
  void shouldFailLoudlyWhenARefreshRefersToListsThatAreNotThere() {
    var torn =
        new RefreshAccepted(
            "op",
            1,
            RefreshType.NORMAL,
            Optional.empty(),
            HOUR,
            "nowhere",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            by());

    assertThatThrownBy(() -> NodesListState.EMPTY.apply(torn))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refers to lists that are not in the journal");
  }

  @Test
  void shouldRegisterANodeOnceAndEachNewAddress() {
    NodeAddress moved = new NodeAddress("h1", "10.9.9.9");
    join(H1);

    assertThat(NodesListRules.admit(state, H1, addressOf(H1), by())).isEmpty();
    assertThat(NodesListRules.admit(state, H1, moved, by()))
        .contains(new NodeSeen(H1, moved, by()));
  }

  @Test
  void shouldNotRegisterAnExcludedStrangerButKeepTheAddressOfAKnownNode() {
    join(H1);
    refresh(RefreshType.NORMAL, excluding("h1", "h2"));

    assertThat(NodesListRules.admit(state, H2, addressOf(H2), by())).isEmpty();
    assertThat(NodesListRules.admit(state, H1, new NodeAddress("h1", "x"), by())).isPresent();
  }

  @Test
  void shouldTakeASilentNodeForOneThatMayStillDrain() {
    // given a drain that began, and a new leader that has not heard of the node
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    deliver(state.unsettledOrder(H1).orElseThrow());
    nodes.clear();
    // when it is not excluded any more, or forced
    assertThat(plan(RefreshType.GRACEFUL, excluding()).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.Recommission());
    assertThat(plan(RefreshType.FORCEFUL, excluding("h1")).decisions()).hasSize(1);
  }

  @Test
  void shouldForceADrainThatTheNodeHasNotHeardOfYet() {
    // given an order to drain that is still on its way
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    // when the drains are ended by force, which replaces that order
    refresh(RefreshType.FORCEFUL, excluding("h1"));
    deliver(state.unsettledOrder(H1).orElseThrow());
    // then
    assertThat(node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(node(H1).ends())
        .extracting(DrainResult::outcome)
        .containsExactly(DrainOutcome.FORCED);
  }

  @Test
  void shouldForceADrainWhoseOtherTimeoutIsStillOnItsWay() {
    // given a drain, and an order with another timeout that has not arrived
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    deliver(state.unsettledOrder(H1).orElseThrow());
    refresh(RefreshType.GRACEFUL, excluding(Map.of("h1", DrainTimeout.ofSeconds(60))));
    // when
    refresh(RefreshType.FORCEFUL, excluding("h1"));
    deliver(state.unsettledOrder(H1).orElseThrow());
    // then
    assertThat(node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldLeaveANodeInServiceWhoseDrainWasCalledOffBeforeTheForce() {
    // given an order to drain that a recommission has replaced
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    refresh(RefreshType.GRACEFUL, excluding());
    // when
    RefreshPlan forced = refresh(RefreshType.FORCEFUL, excluding());
    deliver(state.unsettledOrder(H1).orElseThrow());
    // then
    assertThat(forced.decisions()).isEmpty();
    assertThat(node(H1).state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldLeaveAnOperatorsTimeoutToANodeThatTheLeaderHasNotSeenYet() {
    // given a host with a timeout of its own, whose drain an operator gave another one
    HostLists lists = excluding(Map.of("h1", DrainTimeout.ofSeconds(60)));
    join(H1);
    refresh(RefreshType.GRACEFUL, lists);
    deliver(state.unsettledOrder(H1).orElseThrow());
    changeTimeout(H1);
    deliver(state.unsettledOrder(H1).orElseThrow());
    NodeLifecycle retimed = node(H1);
    // when a new leader, which knows nothing of it, reads the same lists again
    nodes.clear();
    refresh(RefreshType.GRACEFUL, lists);
    NodeOrder order = state.unsettledOrder(H1).orElseThrow();
    nodes.put(H1, retimed);
    deliver(order);
    // then
    assertThat(node(H1).drain().orElseThrow().timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
    assertThat(node(H1).drain().orElseThrow().timeout()).isEqualTo(HOUR);
  }

  /** The order that is on its way says nothing of whether the node drains. */
  @Test
  void shouldCallOffTheDrainOfAnUnseenNodeThatIsGivenAnotherTimeout() {
    // given a new leader, which knows nothing of the node but an order that has not arrived
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    deliver(state.unsettledOrder(H1).orElseThrow());
    changeTimeout(H1);
    NodeLifecycle draining = node(H1);
    nodes.clear();
    // when
    RefreshPlan plan = refresh(RefreshType.GRACEFUL, excluding());
    nodes.put(H1, draining);
    deliver(state.unsettledOrder(H1).orElseThrow());
    // then
    assertThat(plan.decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.Recommission());
    assertThat(node(H1).state()).isEqualTo(NodeState.RUNNING);
  }

  private void changeTimeout(NodeId node) {
    if (TimeoutChangeRules.decide(state, node, TimeoutChange.to(HOUR), nodes.get(node), "op", by())
        instanceof TimeoutChangeRules.Accepted accepted) {
      record(List.of(accepted.event()));
    }
  }

  /** Its drain may have been called off, of which the leader has not heard either. */
  @Test
  void shouldDrainAnUnseenNodeThatServesAgain() {
    // given
    HostLists lists = excluding(Map.of("h1", DrainTimeout.ofSeconds(60)));
    join(H1);
    refresh(RefreshType.GRACEFUL, lists);
    deliver(state.unsettledOrder(H1).orElseThrow());
    refresh(RefreshType.GRACEFUL, excluding());
    deliver(state.unsettledOrder(H1).orElseThrow());
    NodeLifecycle serving = node(H1);
    // when it is excluded again, in a request that leaves other drains alone
    nodes.clear();
    var request =
        new RefreshRequest(
            RefreshType.GRACEFUL,
            Optional.empty(),
            Tracking.SERVER,
            Optional.empty(),
            true,
            true,
            Optional.empty());
    RefreshPlan plan =
        NodesListRules.plan(
            state, request, settings(lists), UntrackedPolicy.DEFAULT, nodes, node -> false);
    record(NodesListRules.accept(state, "op", request, settings(lists), plan, by()));
    NodeOrder order = state.unsettledOrder(H1).orElseThrow();
    nodes.put(H1, serving);
    deliver(order);
    // then
    assertThat(node(H1).state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  /** It would start later, and so end later than whoever asked first was told. */
  @Test
  void shouldNotReplaceTheOrderOfAnUnseenNodeByTheSame() {
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    nodes.clear();

    assertThat(plan(RefreshType.GRACEFUL, excluding("h1")).decisions()).isEmpty();
    assertThat(
            plan(RefreshType.GRACEFUL, excluding(Map.of("h1", DrainTimeout.ofSeconds(60))))
                .decisions())
        .hasSize(1);
  }

  /** The newest order of the node is that of another one, which gave the drain a timeout. */
  @Test
  void shouldEndTheDrainThatAnOperationBeganOnAnUnseenNode() {
    // given
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"), "op-1");
    deliver(state.unsettledOrder(H1).orElseThrow());
    refresh(RefreshType.GRACEFUL, excluding(Map.of("h1", DrainTimeout.ofSeconds(60))), "op-2");
    deliver(state.unsettledOrder(H1).orElseThrow());
    assertThat(endingDrainsOf("op-2").decisions()).isEmpty();
    // when nobody knows any more
    nodes.clear();
    // then
    assertThat(endingDrainsOf("op-1").decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.EndDrainOf("op-1", 1));
    assertThat(endingDrainsOf("op-2").decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.EndDrainOf("op-2", 2));
  }

  /** The order of the first one was replaced before it arrived. */
  @Test
  void shouldEndTheDrainOfAnUnseenNodeThatObeyedTheNewerOrderAlone() {
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"), "op-1");
    refresh(RefreshType.GRACEFUL, excluding(Map.of("h1", DrainTimeout.ofSeconds(60))), "op-2");
    deliver(state.unsettledOrder(H1).orElseThrow());

    nodes.clear();

    assertThat(endingDrainsOf("op-2").decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.EndDrainOf("op-2", 2));
  }

  private RefreshPlan endingDrainsOf(String operation) {
    var request =
        new RefreshRequest(
            RefreshType.FORCEFUL,
            Optional.empty(),
            Tracking.SERVER,
            Optional.of(operation),
            true,
            false,
            Optional.empty());
    return NodesListRules.plan(
        state, request, state.settings(), UntrackedPolicy.DEFAULT, nodes, node -> false);
  }

  private static HostLists excluding(Map<String, DrainTimeout> hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    hosts.forEach((host, timeout) -> excludes.put(host, Optional.of(timeout)));
    return HostLists.of(Set.of(), excludes);
  }

  @Test
  void shouldForgetADrainOnlyWhenItsOrderWasObeyedAndItIsOver() {
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    // not yet obeyed: still RUNNING, of an older version
    assertThat(OperationRules.settle(state, nodes, by())).isEmpty();
    deliver(state.unsettledOrder(H1).orElseThrow());
    assertThat(OperationRules.settle(state, nodes, by())).isEmpty();
    assertThat(OperationRules.settle(state, Map.of(), by())).isEmpty();

    obey(node(H1).drained(1, by()), H1);

    record(OperationRules.settle(state, nodes, by()));
    assertThat(state.unsettledOrders()).isEmpty();
  }

  @Test
  void shouldComeBackFromASnapshotAsItWas() {
    join(H1, H2);
    refresh(RefreshType.GRACEFUL, excluding("h1", "h2"));
    deliver(state.unsettledOrder(H1).orElseThrow());

    assertThat(NodesListState.of(state.toSnapshot())).isEqualTo(state);
    assertThat(state).isNotEqualTo(NodesListState.EMPTY);
  }

  @Test
  void shouldComeBackFromASnapshotIfTheFirstRefreshReadNoList() {
    refresh(RefreshType.FORCEFUL, excluding("h1"));

    assertThat(NodesListState.of(state.toSnapshot())).isEqualTo(state);
  }

  @Test
  void shouldKeepItsPromisesOnARandomWalk() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int step = 0; step < 500; step++) {
      NodeId node = new NodeId("h" + random.nextInt(8), 1);
      switch (random.nextInt(5)) {
        case 0 -> {
          if (!nodes.containsKey(node)) {
            join(node);
          }
        }
        case 1 -> refresh(anyOf(random, REFRESHES), randomLists(random));
        case 2 -> state.unsettledOrder(node).ifPresent(this::deliver);
        case 3 -> changeTimeout(node);
        default -> record(OperationRules.settle(state, nodes, by()));
      }
      check("seed " + seed + ", step " + step);
    }
  }

  private void check(String when) {
    NodesListState replayed = NodesListState.EMPTY;
    for (NodesListEvent event : journal) {
      replayed = replayed.apply(event);
    }
    assertThat(replayed).as(when).isEqualTo(state);
    assertThat(NodesListState.of(state.toSnapshot())).as(when).isEqualTo(state);
    nodes.forEach(
        (id, node) -> {
          if (node.state() == NodeState.DECOMMISSIONING) {
            assertThat(state.isUnsettled(id)).as(when).isTrue();
          }
        });
  }

  private static RefreshType anyOf(Random random, RefreshType[] types) {
    return types[random.nextInt(types.length)];
  }

  private static HostLists randomLists(Random random) {
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      if (random.nextBoolean()) {
        hosts.add("h" + i);
      }
    }
    return excluding(hosts.toArray(String[]::new));
  }

  @Test
  void shouldNameListsByTheirContentForEver() {
    HostLists lists =
        HostLists.of(
            Set.of("b", "a"),
            Map.of(
                "c", Optional.empty(),
                "d", Optional.of(DrainTimeout.ofSeconds(60)),
                "e", Optional.of(DrainTimeout.INFINITE)));

    // sha256 of "include a\ninclude b\nexclude - c\nexclude 60 d\nexclude -1 e\n"
    assertThat(ListsHash.of(lists))
        .isEqualTo("3f2b6ae1cd077d11c51966659b6c233061075158ee7f191bacf63c6f43dd14f1");
    assertThat(ListsHash.of(excluding("c"))).isNotEqualTo(ListsHash.of(HostLists.EMPTY));
  }
}
