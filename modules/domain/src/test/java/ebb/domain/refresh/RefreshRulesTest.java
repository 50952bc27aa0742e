package ebb.domain.refresh;

import static ebb.domain.JournaledNode.after;
import static ebb.domain.JournaledNode.applied;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListTimes;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.RefreshDecision.NothingToDo;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshDecision.Refusal;
import ebb.domain.refresh.RefreshDecision.Refused;
import ebb.domain.refresh.RefreshDecision.Repeated;
import ebb.domain.refresh.RefreshDecision.Shown;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a refresh, before and after the files and the nodes are looked at. */
class RefreshRulesTest {
  private static final NodeId H1 = new NodeId("h1", 1);
  private static final NodeId H2 = new NodeId("h2", 1);
  private static final DrainTimeout MINUTE = DrainTimeout.ofSeconds(60);
  private static final RequestKey KEY = new RequestKey("key", "print");

  private final Map<NodeId, NodeLifecycle> view = new HashMap<>();
  private NodesListState state = NodesListState.EMPTY;
  private Instant now = T0;
  private boolean protectDrains;
  private ListTimes written = ListTimes.UNKNOWN;

  RefreshRulesTest() {
    for (NodeId node : List.of(H1, H2)) {
      Provenance by = at(T0, 0);
      NodesListRules.admit(state, node, new NodeAddress(node.host(), "ip"), by)
          .ifPresent(seen -> state = state.apply(seen));
      view.put(
          node,
          after(
              NodeLifecycle.unregistered(node),
              NodeLifecycle.unregistered(node).register(Resource.of(1, 1), true, true, by)));
    }
  }

  // ---- before anything is read ----

  @Test
  void shouldLookAtFilesAndNodesForARequestWithoutAKey() {
    assertThat(RefreshRules.atOnce(state, graceful(true), "alice")).isEmpty();
  }

  @Test
  void shouldAnswerTheSameRequestOfTheSamePersonAsBefore() {
    // given
    accept("op-1", keyed(KEY), excluding("h1"));
    // when
    RefreshDecision again = RefreshRules.atOnce(state, keyed(KEY), "alice").orElseThrow();
    // then
    assertThat(again).isEqualTo(new Repeated(state.operations().find("op-1").orElseThrow()));
  }

  @Test
  void shouldRefuseTheKeyOfAnotherRequestOrOfSomebodyElse() {
    accept("op-1", keyed(KEY), excluding("h1"));

    assertThat(refusal(RefreshRules.atOnce(state, keyed(new RequestKey("key", "other")), "alice")))
        .isEqualTo(Refusal.KEY_REUSED);
    assertThat(refusal(RefreshRules.atOnce(state, keyed(KEY), "bob")))
        .isEqualTo(Refusal.KEY_REUSED);
  }

  @Test
  void shouldRefuseToEndTheDrainsOfAnOperationThatIsNotKnown() {
    RefreshRequest force = RefreshRequest.forceOf("op-1", Optional.empty());

    assertThat(refusal(RefreshRules.atOnce(state, force, "alice")))
        .isEqualTo(Refusal.UNKNOWN_OPERATION);
    accept("op-1", graceful(true), excluding("h1"));
    assertThat(RefreshRules.atOnce(state, force, "alice")).isEmpty();
  }

  @Test
  void shouldReadNoListToForce() {
    assertThat(RefreshRequest.forceOf("op-1", Optional.empty()).readsLists()).isFalse();
    assertThat(new RefreshRequest(RefreshType.FORCEFUL, Optional.empty()).readsLists()).isFalse();
    assertThat(graceful(false).readsLists()).isTrue();
    assertThat(new RefreshRequest(RefreshType.NORMAL, Optional.empty()).readsLists()).isTrue();
  }

  // ---- older lists ----

  @Test
  void shouldRefuseListsThatWereReplacedUnlessTheyAreMeant() {
    accept("op-1", graceful(true), excluding("h1"));
    accept("op-2", graceful(true), excluding("h1", "h2"));

    assertThat(decide(graceful(false), excluding("h1")))
        .isInstanceOfSatisfying(
            Refused.class, no -> assertThat(no.code()).isEqualTo(Refusal.OLDER_LISTS));
    assertThat(decide(graceful(true), excluding("h1"))).isInstanceOf(Planned.class);
  }

  @Test
  void shouldRefuseReplacedListsInADryRunToo() {
    accept("op-1", graceful(true), excluding("h1"));
    accept("op-2", graceful(true), excluding());

    assertThat(decide(graceful(false), true, excluding("h1"))).isInstanceOf(Refused.class);
  }

  @Test
  void shouldTakeListsThatAreInForceOrNewWithoutAWord() {
    accept("op-1", graceful(false), excluding("h1"));

    assertThat(decide(graceful(false), excluding("h1"))).isInstanceOf(Planned.class);
    assertThat(decide(graceful(false), excluding("h2"))).isInstanceOf(Planned.class);
  }

  @Test
  void shouldTakeContentThatReturnsIfItWasWrittenLaterThanWhatIsInForce() {
    accept("op-1", graceful(true), excluding());
    accept("op-2", graceful(true), excluding("h1"));

    written = new ListTimes(Optional.empty(), Optional.of(T0.minusSeconds(1)));
    assertThat(decide(graceful(false), excluding()))
        .isInstanceOfSatisfying(
            Refused.class,
            no ->
                assertThat(no.reason())
                    .contains("superseded at " + T0, "exclude file was written before that, at"));
    written = new ListTimes(Optional.empty(), Optional.of(T0.plusSeconds(1)));
    assertThat(decide(graceful(false), excluding())).isInstanceOf(Planned.class);
  }

  /** A stale exclude file stays one beside an include file that somebody has just touched. */
  @Test
  void shouldAskOfEachListThatDiffersWhenItWasWritten() {
    accept("op-1", graceful(true), excluding());
    accept("op-2", graceful(true), excluding("h1"));

    written = new ListTimes(Optional.of(T0.plusSeconds(1)), Optional.of(T0.minusSeconds(1)));
    assertThat(decide(graceful(false), excluding())).isInstanceOf(Refused.class);
  }

  @Test
  void shouldTakeAnIncludeListThatReturns() {
    accept("op-1", graceful(true), including("h1"));
    accept("op-2", graceful(true), including("h1", "h2"));

    written = new ListTimes(Optional.of(T0.minusSeconds(1)), Optional.of(T0.plusSeconds(1)));
    assertThat(decide(graceful(false), including("h1"))).isInstanceOf(Refused.class);
    // an exclude file that is as it was may be as old as it likes
    written = new ListTimes(Optional.of(T0.plusSeconds(1)), Optional.of(T0.minusSeconds(1)));
    assertThat(decide(graceful(false), including("h1"))).isInstanceOf(Planned.class);
  }

  /** A refresh that finds what is in force already makes it no newer. */
  @Test
  void shouldCountFromTheRefreshThatPutTheListsInForce() {
    accept("op-1", graceful(true), excluding());
    accept("op-2", graceful(true), excluding("h1"));
    now = T0.plusSeconds(60);
    accept("op-3", graceful(true), excluding("h1"));

    written = new ListTimes(Optional.empty(), Optional.of(T0.plusSeconds(30)));
    assertThat(decide(graceful(false), excluding())).isInstanceOf(Planned.class);
    // and so after the journal was read from a snapshot
    state = NodesListState.of(state.toSnapshot());
    assertThat(decide(graceful(false), excluding())).isInstanceOf(Planned.class);
    written = new ListTimes(Optional.empty(), Optional.of(T0.minusSeconds(30)));
    assertThat(decide(graceful(false), excluding())).isInstanceOf(Refused.class);
  }

  /** {@code yarn rmadmin} puts in force what the files hold. */
  @Test
  void shouldTakeOlderListsFromYarnsProtocol() {
    accept("op-1", graceful(true), excluding());
    accept("op-2", graceful(true), excluding("h1"));

    assertThat(decide(new RefreshRequest(RefreshType.NORMAL, Optional.empty()), excluding()))
        .isInstanceOf(Planned.class);
  }

  // ---- what is planned ----

  @Test
  void shouldPlanARefreshThatChangesNoNode() {
    assertThat(decide(graceful(false), excluding("elsewhere")))
        .isEqualTo(new Planned(new RefreshPlan(List.of())));
  }

  @Test
  void shouldShowThePlanOfADryRunAndTheNumberThatItWouldGet() {
    accept("op-1", graceful(true), excluding());

    assertThat(decide(graceful(false), true, excluding("h1")))
        .isInstanceOfSatisfying(
            Shown.class,
            shown -> {
              assertThat(shown.listVersion()).isEqualTo(2);
              assertThat(shown.plan().decisions())
                  .extracting(NodeDecision::nodeId)
                  .containsExactly(H1);
            });
  }

  @Test
  void shouldMakeNoOperationOfAForceThatFindsNoDrain() {
    // given an operation whose drain is over
    accept("op-1", graceful(true), excluding("h1"));
    applyOrder(H1);
    RefreshRequest force = RefreshRequest.forceOf("op-1", Optional.empty());
    assertThat(decide(force, excluding("h1"))).isInstanceOf(Planned.class);
    // when
    view.computeIfPresent(H1, (id, node) -> after(node, node.drained(node.lastEpoch(), at(T0, 1))));
    // then
    assertThat(decide(force, excluding("h1"))).isEqualTo(new NothingToDo());
    assertThat(decide(force, true, excluding("h1"))).isInstanceOf(Shown.class);
  }

  /** YARN's own force is a refresh like others, and makes an operation. */
  @Test
  void shouldPlanAForceOfEverythingThatFindsNoDrain() {
    assertThat(decide(new RefreshRequest(RefreshType.FORCEFUL, Optional.empty()), excluding()))
        .isEqualTo(new Planned(new RefreshPlan(List.of())));
  }

  // ---- given ----

  private static RefreshRequest graceful(boolean acceptOlder) {
    return request(acceptOlder, Optional.empty());
  }

  private static RefreshRequest keyed(RequestKey key) {
    return request(true, Optional.of(key));
  }

  private static RefreshRequest request(boolean acceptOlder, Optional<RequestKey> key) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.of(MINUTE),
        Tracking.SERVER,
        Optional.empty(),
        acceptOlder,
        false,
        key);
  }

  private static ListSettings excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excluded = new HashMap<>();
    for (String host : hosts) {
      excluded.put(host, Optional.empty());
    }
    return new ListSettings(HostLists.of(Set.of(), excluded), MINUTE, Optional.of(""));
  }

  private static ListSettings including(String... hosts) {
    return new ListSettings(
        HostLists.of(Set.of(hosts), Map.of()), MINUTE, Optional.of("/etc/include"));
  }

  private RefreshDecision decide(RefreshRequest request, ListSettings settings) {
    return decide(request, false, settings);
  }

  private RefreshDecision decide(RefreshRequest request, boolean dryRun, ListSettings settings) {
    return RefreshRules.decide(
        state,
        request,
        dryRun,
        settings,
        written,
        UntrackedPolicy.DEFAULT,
        protectDrains,
        view,
        node -> false);
  }

  private void accept(String operationId, RefreshRequest request, ListSettings settings) {
    RefreshDecision decision = decide(request, settings);
    assertThat(decision).isInstanceOf(Planned.class);
    Initiator alice =
        new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.of(operationId));
    NodesListRules.accept(
            state,
            operationId,
            request,
            settings,
            protectDrains,
            ((Planned) decision).plan(),
            alice.stamp(now, "rm1", state.listVersion() + 1))
        .forEach(event -> state = state.apply(event));
  }

  private void applyOrder(NodeId nodeId) {
    NodeOrder order = state.unsettledOrder(nodeId).orElseThrow();
    view.computeIfPresent(nodeId, (id, node) -> applied(node, order));
  }

  private static Refusal refusal(Optional<RefreshDecision> decision) {
    return ((Refused) decision.orElseThrow()).code();
  }
}
