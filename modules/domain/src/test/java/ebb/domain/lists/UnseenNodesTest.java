package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainOutcome;
import ebb.domain.DrainResult;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Orders for nodes that the leader has not seen yet. */
class UnseenNodesTest extends NodesListStateFixture {
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
  void shouldEndTheDrainOfAnUnseenNodeThatAppliedTheNewerOrderAlone() {
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
}
