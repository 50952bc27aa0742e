package ebb.domain.refresh;

import static ebb.domain.JournaledNode.after;
import static ebb.domain.JournaledNode.applied;
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
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshDecision.Refusal;
import ebb.domain.refresh.RefreshDecision.Refused;
import ebb.domain.refresh.RefreshDecision.Shown;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dry run names its plan; a request with that name does this plan, or nothing. */
class PlanTokenTest {
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");
  private static final Optional<DrainTimeout> HOUR = Optional.of(DrainTimeout.ofSeconds(3600));
  private static final Optional<DrainTimeout> MINUTE = Optional.of(DrainTimeout.ofSeconds(60));

  private NodesListState state = NodesListState.EMPTY;
  private Map<NodeId, NodeLifecycle> view = new HashMap<>();

  @BeforeEach
  void registerThreeNodes() {
    IntStream.rangeClosed(1, 3).forEach(this::register);
  }

  @Test
  void shouldPlanWhatTheDryRunHasShown() {
    // given
    Shown shown = show(graceful(HOUR), excluding("h1", "h2"));
    // when
    RefreshDecision decision = decide(graceful(HOUR), excluding("h1", "h2"), shown);
    // then
    assertThat(decision).isEqualTo(new Planned(shown.plan()));
  }

  /** The next leader has the same journal, and may not have heard of a node yet. */
  @Test
  void shouldTakeTheTokenOfAnEarlierLeader() {
    Shown shown = show(graceful(HOUR), excluding("h1"));

    state = NodesListState.of(state.toSnapshot());
    view = new HashMap<>();

    assertThat(decide(graceful(HOUR), excluding("h1"), shown)).isInstanceOf(Planned.class);
  }

  @Test
  void shouldSayWhichOperationCameInBetweenAndTakeNoTokenTwice() {
    Shown shown = show(graceful(HOUR), excluding("h1"));

    accept("op-1", graceful(HOUR), excluding("h1"));

    assertThat(refusal(graceful(HOUR), excluding("h1"), shown))
        .contains("operation op-1 (GRACEFUL by alice at 2026-01-31T12:00:00Z) accepted since")
        .contains("no longer changes: h1:1");
  }

  @Test
  void shouldNameTheNodesThatDiffer() {
    // given
    Shown shown = show(graceful(HOUR), excluding("h1", "h2"));
    // when one is gone, and one is new
    String reason = refusal(graceful(HOUR), excluding("h2", "h3"), shown);
    // then
    assertThat(reason)
        .isEqualTo(
            "The plan has changed since the dry run: the lists that would come into force"
                + " are others; also changes now: h3:1; no longer changes: h1:1");
  }

  /** The lists are the same, and the node is not. */
  @Test
  void shouldRefuseWhenANodeHasLeftMeanwhile() {
    Shown shown = show(graceful(HOUR), excluding("h1", "h2"));

    view.computeIfPresent(node(1), (id, node) -> after(node, node.expire(by("expiry"))));

    assertThat(refusal(graceful(HOUR), excluding("h1", "h2"), shown))
        .isEqualTo("The plan has changed since the dry run: no longer changes: h1:1");
  }

  @Test
  void shouldRefuseAnotherTimeout() {
    Shown shown = show(graceful(HOUR), excluding("h1"));

    assertThat(refusal(graceful(MINUTE), excluding("h1"), shown))
        .endsWith(": changes differently: h1:1");
  }

  @Test
  void shouldRefuseTheTokenOfAnotherKindOfRequestAndOfAnotherCluster() {
    Shown shown = show(graceful(HOUR), excluding("h1"));

    assertThat(
            refusal(
                new RefreshRequest(RefreshType.NORMAL, Optional.empty()), excluding("h1"), shown))
        .isEqualTo("The token is for a GRACEFUL refresh, and this is a NORMAL one");
    NodesListState before = state;
    accept("op-1", graceful(HOUR), excluding("h1"));
    Shown later = show(graceful(HOUR), excluding());
    state = before;
    assertThat(refusal(graceful(HOUR), excluding(), later)).contains("from another cluster?");
  }

  /** A token of thousands of nodes stays short. */
  @Test
  void shouldNameFewNodesAndCountMany() {
    IntStream.rangeClosed(4, 41).forEach(this::register);
    String[] hosts = IntStream.rangeClosed(1, 41).mapToObj(i -> "h" + i).toArray(String[]::new);
    String[] fewer = java.util.Arrays.copyOf(hosts, 40);
    Shown many = show(graceful(HOUR), excluding(hosts));

    assertThat(show(graceful(HOUR), excluding(fewer)).token().text()).hasSizeLessThan(375);
    assertThat(many.token().text()).hasSizeLessThan(60);
    assertThat(decide(graceful(HOUR), excluding(hosts), many)).isInstanceOf(Planned.class);
    assertThat(refusal(graceful(HOUR), excluding(fewer), many))
        .contains("it changes 40 nodes, and changed 41");
    assertThat(refusal(graceful(MINUTE), excluding(hosts), many))
        .contains("something else with some of its 41 nodes");
  }

  @Test
  void shouldBeATextThatNoShellChanges() {
    assertThat(show(graceful(HOUR), excluding("h1", "h2", "h3")).token().text())
        .matches("[A-Za-z0-9][A-Za-z0-9_-]*");
  }

  @ParameterizedTest(name = "'{0}'")
  @ValueSource(strings = {"", "x", "AUdu", "!", "op-1"})
  void shouldKnowWhatIsNoToken(String text) {
    assertThat(PlanToken.parse(text)).isEmpty();
  }

  @Test
  void shouldKnowItsOwnTokens() {
    PlanToken token = show(graceful(HOUR), excluding("h1")).token();

    assertThat(PlanToken.parse(token.text())).contains(token);
    assertThat(PlanToken.parse(token.text().substring(1))).isEmpty();
  }

  // ---- in sum ----

  @Test
  void shouldSumUpWhatAPlanCosts() {
    // given a drain of an hour on h1, and a host that is in no list any more
    accept("op-1", graceful(HOUR), excluding("h1", "left"));
    applyOrder(node(1));
    // when all drains are to end after a minute, h2 drains, too, and another host is listed
    Shown shown = show(graceful(MINUTE), excluding("h1", "h2", "elsewhere"));
    PlanSummary sum = sum(shown, T0.plusSeconds(30));
    // then
    assertThat(sum.taken()).isEqualTo(Resource.of(1024, 4));
    assertThat(sum.inService()).isEqualTo(Resource.of(3072, 12));
    assertThat(sum.containers()).isEqualTo(2 * 7);
    assertThat(sum.applicationMasters()).isEqualTo(2);
    assertThat(sum.shortened()).containsExactly(node(1));
    assertThat(sum.atOnce()).isEmpty();
    assertThat(sum.hostsWithoutNode()).containsExactly("elsewhere", "left");
    // and a minute later that ends it at once
    assertThat(sum(shown, T0.plusSeconds(60)).atOnce()).containsExactly(node(1));
    assertThat(sum(shown, T0.plusSeconds(60)).shortened()).isEmpty();
  }

  @Test
  void shouldCountNoDrainAsShortenedThatGetsLonger() {
    accept("op-1", graceful(MINUTE), excluding("h1"));
    applyOrder(node(1));

    PlanSummary sum = sum(show(graceful(HOUR), excluding("h1")), T0.plusSeconds(30));

    assertThat(sum.shortened()).isEmpty();
    assertThat(sum.containers()).isZero();
  }

  private PlanSummary sum(Shown shown, Instant now) {
    return PlanSummary.of(state, shown, view, now, node -> 7, node -> 1);
  }

  // ---- given ----

  private void register(int number) {
    NodeId node = node(number);
    state =
        state.apply(new NodeSeen(node, new NodeAddress(node.host(), "ip" + number), by("alice")));
    view.put(
        node,
        after(
            NodeLifecycle.unregistered(node),
            NodeLifecycle.unregistered(node)
                .register(Resource.of(1024, 4), true, true, by("alice"))));
  }

  private static NodeId node(int number) {
    return new NodeId("h" + number, 1);
  }

  private static RefreshRequest graceful(Optional<DrainTimeout> timeout) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        timeout,
        Tracking.SERVER,
        Optional.empty(),
        true,
        false,
        Optional.empty());
  }

  private static ListSettings excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excluded = new TreeMap<>();
    for (String host : hosts) {
      excluded.put(host, Optional.empty());
    }
    return new ListSettings(
        HostLists.of(Set.of(), excluded), DrainTimeout.ofSeconds(600), Optional.of(""));
  }

  private Shown show(RefreshRequest request, ListSettings found) {
    return (Shown) decide(request, true, found);
  }

  private RefreshDecision decide(RefreshRequest request, ListSettings found, Shown shown) {
    return decide(request.onlyAs(Optional.of(shown.token())), false, found);
  }

  private String refusal(RefreshRequest request, ListSettings found, Shown shown) {
    RefreshDecision decision = decide(request, found, shown);
    assertThat(decision).isInstanceOf(Refused.class);
    assertThat(((Refused) decision).code()).isEqualTo(Refusal.PLAN_CHANGED);
    return ((Refused) decision).reason();
  }

  private RefreshDecision decide(RefreshRequest request, boolean dryRun, ListSettings found) {
    return RefreshRules.decide(
        state,
        request,
        dryRun,
        found,
        new ListTimes(Optional.empty(), Optional.empty()),
        UntrackedPolicy.DEFAULT,
        false,
        view,
        node -> false);
  }

  private void accept(String operationId, RefreshRequest request, ListSettings found) {
    NodesListRules.accept(
            state,
            operationId,
            request,
            found,
            ((Planned) decide(request, false, found)).plan(),
            Initiator.system("alice", Origin.HTTP).stamp(T0, "rm1", state.listVersion() + 1))
        .forEach(event -> state = state.apply(event));
  }

  private void applyOrder(NodeId nodeId) {
    NodeOrder order = state.unsettledOrder(nodeId).orElseThrow();
    view.computeIfPresent(nodeId, (id, node) -> applied(node, order));
  }

  private Provenance by(String actor) {
    return Initiator.system(actor, Origin.HTTP).stamp(T0, "rm1", state.listVersion());
  }
}
