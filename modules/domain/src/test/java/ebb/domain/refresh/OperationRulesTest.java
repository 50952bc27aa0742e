package ebb.domain.refresh;

import static ebb.domain.JournaledNode.after;
import static ebb.domain.JournaledNode.applied;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostListHistory;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What became of an operation is what its nodes did since they applied it. */
class OperationRulesTest {
  private static final NodeId H1 = new NodeId("h1", 1);
  private static final DrainTimeout MINUTE = DrainTimeout.ofSeconds(60);
  private static final NodeAction DRAIN =
      new NodeAction.GracefulDecommission(MINUTE, TimeoutSource.REQUEST);
  private static final NodeAction RETIME =
      new NodeAction.GracefulDecommission(DrainTimeout.ofSeconds(90), TimeoutSource.REQUEST);
  private static final NodeAction RECOMMISSION = new NodeAction.Recommission();
  private static final NodeAction NORMAL = new NodeAction.Decommission(DecommissionCause.NORMAL);

  /** The operation is refresh 2; the node applies what is listed, in this order. */
  static Stream<Arguments> lives() {
    return Stream.of(
        arguments("not applied yet", DRAIN, running(), Optional.empty()),
        arguments("drains", DRAIN, applying(running(), DRAIN, 2), Optional.empty()),
        arguments("ready", DRAIN, ready(applying(running(), DRAIN, 2)), of(DrainOutcome.READY)),
        arguments(
            "lost in the drain", DRAIN, lost(applying(running(), DRAIN, 2)), of(DrainOutcome.LOST)),
        arguments(
            "ready, and drains again for somebody else",
            DRAIN,
            applying(
                register(applying(ready(applying(running(), DRAIN, 2)), RECOMMISSION, 3)),
                DRAIN,
                4),
            of(DrainOutcome.READY)),
        arguments(
            "called off before the node heard of it",
            DRAIN,
            applying(running(), RECOMMISSION, 3),
            of(DrainOutcome.RECOMMISSIONED)),
        arguments(
            "called off",
            DRAIN,
            applying(applying(running(), DRAIN, 2), RECOMMISSION, 3),
            of(DrainOutcome.RECOMMISSIONED)),
        arguments(
            "another timeout for a drain that runs",
            RETIME,
            applying(applying(running(), DRAIN, 1), RETIME, 2),
            Optional.empty()),
        arguments(
            "another timeout for a drain that was over when it came",
            RETIME,
            applying(ready(applying(running(), DRAIN, 1)), RETIME, 2),
            of(DrainOutcome.READY)),
        arguments(
            "a drain for a node that was lost when it came",
            DRAIN,
            applying(lost(applying(running(), DRAIN, 1)), DRAIN, 2),
            of(DrainOutcome.LOST)),
        arguments("ended at once", NORMAL, applying(running(), NORMAL, 2), of(DrainOutcome.NORMAL)),
        arguments(
            "recommissioned",
            RECOMMISSION,
            applying(applying(running(), DRAIN, 1), RECOMMISSION, 2),
            of(DrainOutcome.RECOMMISSIONED)),
        arguments(
            "recommissioned, and waits for its NodeManager",
            RECOMMISSION,
            applying(applying(running(), NORMAL, 1), RECOMMISSION, 2),
            of(DrainOutcome.RECOMMISSIONED)),
        arguments(
            "untracked before it ever came",
            new NodeAction.ShutDown(),
            applying(NodeLifecycle.unregistered(H1), new NodeAction.ShutDown(), 2),
            of(DrainOutcome.SHUTDOWN)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lives")
  void shouldRecordWhatTheNodeDid(
      String what, NodeAction wanted, NodeLifecycle node, Optional<DrainOutcome> expected) {
    // given
    NodesListState state = accepted(wanted);
    // when
    Optional<NodesListEvent> event = OperationRules.settle(state, Map.of(H1, node), at(T0, 2));
    // then
    assertThat(event)
        .isEqualTo(
            expected.map(
                outcome -> new NodesSettled(List.of(new SettledNode(H1, 2, outcome)), at(T0, 2))));
    NodesListState next = event.map(state::apply).orElse(state);
    assertThat(next.operations().areAllOver()).isEqualTo(expected.isPresent());
    assertThat(next.isUnsettled(H1)).isNotEqualTo(expected.isPresent());
    assertThat(OperationRules.settle(next, Map.of(H1, node), at(T0, 2))).isEmpty();
    assertThat(NodesListState.of(next.toSnapshot())).isEqualTo(next);
  }

  @Test
  void shouldSayNothingOfANodeThatItDoesNotKnow() {
    NodesListState state = accepted(DRAIN);

    assertThat(OperationRules.settle(state, Map.of(), at(T0, 2))).isEmpty();
    OperationProgress progress =
        OperationProgress.of(state.operations().find("op-2").orElseThrow(), Map.of());
    assertThat(progress.parts())
        .extracting(OperationProgress.Part::phase)
        .containsExactly(OperationProgress.Phase.PENDING);
  }

  /** As whoever lists operations wants to know it: all done, but how? */
  @Test
  void shouldCountHowItsNodesEnded() {
    NodesListState state = accepted(DRAIN);
    Operation operation = state.operations().find("op-2").orElseThrow();
    NodeLifecycle draining = applying(running(), DRAIN, 2);

    assertThat(outcomes(operation, draining)).isEmpty();
    assertThat(outcomes(operation, ready(draining))).isEqualTo(Map.of(DrainOutcome.READY, 1));
    assertThat(outcomes(operation, applying(draining, RECOMMISSION, 3)))
        .isEqualTo(Map.of(DrainOutcome.RECOMMISSIONED, 1));
  }

  private static Map<DrainOutcome, Integer> outcomes(Operation operation, NodeLifecycle node) {
    return OperationProgress.of(operation, Map.of(H1, node)).summary().outcomes();
  }

  @Test
  void shouldForgetWhatIsOverAndOldOnly() {
    // given refresh 1, without nodes, and refresh 2, which is open
    NodesListState state = accepted(DRAIN);
    Duration month = Duration.ofDays(30);
    // when
    Optional<NodesListEvent> early = OperationRules.forget(state, month, at(T0.plus(month), 2));
    Optional<NodesListEvent> late =
        OperationRules.forget(state, month, at(T0.plus(month).plusSeconds(1), 2));
    // then
    assertThat(early).isEmpty();
    assertThat(late.map(event -> ((OperationsForgotten) event).operationIds()))
        .contains(List.of("op-1"));
    NodesListState next = state.apply(late.orElseThrow());
    assertThat(next.operations().find("op-1")).isEmpty();
    assertThat(next.operations().find("op-2")).isPresent();
  }

  @Test
  void shouldKeepANodesOrderUntilItsOperationKnowsItsEnd() {
    NodesListState accepted = accepted(DRAIN);
    NodesListState settled =
        accepted.apply(
            new NodesSettled(
                List.of(new SettledNode(H1, accepted.listVersion(), DrainOutcome.NORMAL)), at(T0)));

    assertThat(accepted.unsettledOrders()).extracting(NodeOrder::nodeId).containsExactly(H1);
    assertThat(NodesListState.of(accepted.toSnapshot())).isEqualTo(accepted);
    assertThat(settled.unsettledOrders()).isEmpty();
    assertThat(NodesListState.of(settled.toSnapshot())).isEqualTo(settled);
  }

  // ---- lists that were replaced ----

  @Test
  void shouldKnowListsThatWereReplacedFromThoseInForce() {
    HostListHistory lists = HostListHistory.NONE.with("a").with("b").with("c");

    assertThat(lists.areOlder("a")).isTrue();
    assertThat(lists.areOlder("b")).isTrue();
    assertThat(lists.areOlder("c")).isFalse();
    assertThat(lists.areOlder("d")).isFalse();
    assertThat(lists.with("a").areOlder("a")).isFalse();
    assertThat(lists.with("a").areOlder("c")).isTrue();
    assertThat(lists.with("c")).isSameAs(lists);
  }

  @Test
  void shouldNotRememberListsForEver() {
    HostListHistory lists = HostListHistory.NONE;
    for (int i = 0; i < 2000; i++) {
      lists = lists.with("hash " + i);
    }

    assertThat(lists.hashes()).hasSize(1000).endsWith("hash 1999");
  }

  // ---- given ----

  /** Refresh 1 without nodes, and refresh 2 with this wish. */
  private static NodesListState accepted(NodeAction action) {
    NodesListState state = NodesListState.EMPTY;
    state = state.apply(new ListsRead("hash", HostLists.EMPTY, at(T0, 1)));
    state = state.apply(refresh(1, List.of()));
    return state.apply(
        refresh(
            2,
            List.of(
                new NodeDecision(H1, action, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING))));
  }

  private static RefreshAccepted refresh(long version, List<NodeDecision> decisions) {
    return new RefreshAccepted(
        "op-" + version,
        version,
        RefreshType.GRACEFUL,
        Optional.empty(),
        MINUTE,
        "hash",
        decisions,
        Optional.of(""),
        Optional.of(Tracking.SERVER),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        at(T0, version));
  }

  private static Optional<DrainOutcome> of(DrainOutcome outcome) {
    return Optional.of(outcome);
  }

  private static NodeLifecycle running() {
    return register(NodeLifecycle.unregistered(H1));
  }

  private static NodeLifecycle register(NodeLifecycle node) {
    return after(node, node.register(Resource.of(1, 1), true, true, at(T0, node.listVersion())));
  }

  private static NodeLifecycle applying(NodeLifecycle node, NodeAction action, long version) {
    Initiator by =
        new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.of("op-" + version));
    NodeOrder order = new NodeOrder(H1, action, version, T0, by);
    return applied(node, order);
  }

  private static NodeLifecycle ready(NodeLifecycle node) {
    return after(node, node.drained(node.lastEpoch(), now(node)));
  }

  private static NodeLifecycle lost(NodeLifecycle node) {
    return after(node, node.expire(now(node)));
  }

  private static Provenance now(NodeLifecycle node) {
    Instant later = T0.plusSeconds(5);
    return at(later, node.listVersion());
  }
}
