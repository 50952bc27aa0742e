package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.OperationRules;
import ebb.domain.refresh.RefreshPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decide, then replay: what the fleet's rules record is what its state remembers. */
class NodesListStateTest extends NodesListStateFixture {
  private static final RefreshType[] REFRESHES =
      Stream.of(RefreshType.values()).filter(RefreshType::isRefresh).toArray(RefreshType[]::new);

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
  void shouldForgetADrainOnlyWhenItsOrderWasAppliedAndItIsOver() {
    join(H1);
    refresh(RefreshType.GRACEFUL, excluding("h1"));
    // not yet applied: still RUNNING, of an older version
    assertThat(OperationRules.settle(state, nodes, by())).isEmpty();
    deliver(state.unsettledOrder(H1).orElseThrow());
    assertThat(OperationRules.settle(state, nodes, by())).isEmpty();
    assertThat(OperationRules.settle(state, Map.of(), by())).isEmpty();

    applyOrder(node(H1).drained(1, by()), H1);

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
