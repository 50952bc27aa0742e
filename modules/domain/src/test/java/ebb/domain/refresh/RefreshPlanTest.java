package ebb.domain.refresh;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole refreshes of small fleets; refresh-plan.txt has every single case. */
class RefreshPlanTest extends RefreshPlanFixture {
  @Test
  @DisplayName("case 27: NORMAL should end the hosts that are excluded by name or IP")
  void normalShouldEndExcludedHosts() {
    RefreshPlan plan = normal(excluding("host2", "127.0.0.1"), FLEET);

    assertThat(plan.decisions())
        .containsExactly(
            decision(HOST2, DECOMMISSION, HostAdmission.EXCLUDED_BY_HOST),
            decision(LOCALHOST, DECOMMISSION, HostAdmission.EXCLUDED_BY_IP));
  }

  @Test
  @DisplayName("cases 29, 41: NORMAL should shut down what a new include list leaves out")
  void normalShouldShutDownWhatIsNotIncluded() {
    RefreshPlan plan = normal(including("host1", "127.0.0.1"), FLEET);

    assertThat(plan.decisions())
        .containsExactly(decision(HOST2, new NodeAction.ShutDown(), HostAdmission.NOT_INCLUDED));
  }

  @Test
  @DisplayName("case 42: GRACEFUL should drain what a new include list leaves out")
  void gracefulShouldDrainWhatIsNotIncluded() {
    RefreshPlan plan = graceful(NONE, including("host1", "127.0.0.1"), FLEET);

    assertThat(plan.decisions())
        .containsExactly(
            decision(HOST2, drain(3600, TimeoutSource.CONFIGURATION), HostAdmission.NOT_INCLUDED));
  }

  @Test
  @DisplayName("case 45: NORMAL should decommission a host that both lists name")
  void normalShouldDecommissionAHostOfBothLists() {
    HostLists lists = HostLists.of(Set.of("host1", "host2"), Map.of("host2", NONE));

    RefreshPlan plan = normal(lists, List.of(HOST1, HOST2));

    assertThat(plan.decisions())
        .containsExactly(decision(HOST2, DECOMMISSION, HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  @DisplayName("case 51: NORMAL should shut down an unhealthy host that is no longer included")
  void normalShouldShutDownAnUnhealthyHost() {
    PlannerNode sick = known("host2", "10.0.0.2", NodeState.UNHEALTHY, Optional.empty());

    RefreshPlan plan = normal(including("host1"), List.of(HOST1, sick));

    assertThat(plan.decisions())
        .containsExactly(decision(sick, new NodeAction.ShutDown(), HostAdmission.NOT_INCLUDED));
  }

  @Test
  @DisplayName("case 33: GRACEFUL should read the configured timeout anew at each refresh")
  void gracefulShouldUseTheConfiguredTimeoutOfThisRefresh() {
    RefreshPlan plan =
        RefreshPlan.of(
            new RefreshRequest(RefreshType.GRACEFUL, NONE),
            new ListSettings(excluding("host1"), DrainTimeout.ofSeconds(3610), Optional.of("")),
            HostLists.EMPTY,
            UntrackedPolicy.DEFAULT,
            FLEET);

    assertThat(plan.decisions())
        .containsExactly(
            decision(
                HOST1, drain(3610, TimeoutSource.CONFIGURATION), HostAdmission.EXCLUDED_BY_HOST));
  }

  /** Neither a request nor client tracking releases a drain, and no kept timeout keeps a hold. */
  @Test
  void gracefulShouldHoldAndReleaseByTheEntryOfTheHostAlone() {
    HostLists hold = excluding(Map.of("host1", Optional.of(DrainTimeout.HELD)));
    PlannerNode held =
        known(
            "host1",
            "10.0.0.1",
            NodeState.DECOMMISSIONING,
            Optional.of(new Drain(1, T0, DrainTimeout.HELD, TimeoutSource.HOST_ENTRY, at(T0, 1))));

    assertThat(plan(byClient(seconds(9)), hold, hold, held).decisions()).isEmpty();
    assertThat(graceful(seconds(9), hold, List.of(held)).decisions()).isEmpty();
    assertThat(plan(keeping(), hold, excluding("host1"), retimed(600)).decisions()).hasSize(1);
    assertThat(plan(keeping(), excluding("host1"), hold, held).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(
            new NodeAction.GracefulDecommission(
                CONFIGURED, TimeoutSource.CONFIGURATION, Optional.of(NodeAction.KeptDrains.ALL)));
  }

  @Test
  void gracefulShouldGiveEachHostTheTimeoutOfTheFirstRuleThatHasOne() {
    // given one host with its own timeout, one with the value next to its IP, one without
    HostLists lists =
        HostLists.of(
            Set.of(), Map.of("host1", seconds(5), "10.0.0.2", seconds(77), "localhost", NONE));
    // when
    RefreshPlan plan = graceful(seconds(9), lists, FLEET);
    // then
    assertThat(plan.decisions())
        .containsExactly(
            decision(HOST1, drain(5, TimeoutSource.HOST_ENTRY), HostAdmission.EXCLUDED_BY_HOST),
            decision(HOST2, drain(77, TimeoutSource.HOST_ENTRY), HostAdmission.EXCLUDED_BY_IP),
            decision(LOCALHOST, drain(9, TimeoutSource.REQUEST), HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  void gracefulShouldTakeAnInfiniteRequestForATimeout() {
    RefreshPlan plan = graceful(seconds(-1), excluding("host1"), FLEET);

    assertThat(plan.decisions())
        .containsExactly(
            decision(HOST1, drain(-1, TimeoutSource.REQUEST), HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  void gracefulShouldLeaveADrainAloneWhoseTimeoutStaysTheSameByAnotherRule() {
    PlannerNode draining = draining("host1", "10.0.0.1", 3600);

    RefreshPlan plan = graceful(NONE, excluding("host1"), List.of(draining));

    assertThat(plan.decisions()).isEmpty();
  }

  @Test
  void gracefulShouldTellInfiniteFromADrainThatHasALimit() {
    PlannerNode draining = draining("host1", "10.0.0.1", 3600);

    RefreshPlan plan = graceful(seconds(-1), excluding("host1"), List.of(draining));

    assertThat(plan.decisions())
        .containsExactly(
            decision(draining, drain(-1, TimeoutSource.REQUEST), HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  void shouldIgnoreTheTimeoutOfARequestThatIsNotGraceful() {
    RefreshPlan plan =
        plan(
            new RefreshRequest(RefreshType.NORMAL, seconds(9)), excluding("host1"), List.of(HOST1));

    assertThat(plan.decisions())
        .containsExactly(decision(HOST1, DECOMMISSION, HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  @DisplayName("case 276: FORCEFUL should shut down the untracked drains")
  void forcefulShouldShutDownUntrackedDrains() {
    PlannerNode draining = draining("host1", "10.0.0.1", 60);

    RefreshPlan plan = forceful(including("host3"), List.of(draining, HOST2));

    assertThat(plan.decisions())
        .containsExactly(decision(draining, new NodeAction.ShutDown(), HostAdmission.NOT_INCLUDED));
  }

  @Test
  void forcefulShouldEndEveryDrainAndTouchNothingElse() {
    // given drains of hosts that are excluded and of hosts that are not
    PlannerNode excluded = draining("host1", "10.0.0.1", 60);
    PlannerNode allowed = draining("host3", "10.0.0.3", 60);
    // when
    RefreshPlan plan = forceful(excluding("host1", "host2"), List.of(excluded, HOST2, allowed));
    // then
    NodeAction force = new NodeAction.Decommission(DecommissionCause.FORCED);
    assertThat(plan.decisions())
        .containsExactly(
            decision(excluded, force, HostAdmission.EXCLUDED_BY_HOST),
            decision(allowed, force, HostAdmission.ALLOWED));
  }

  @Test
  @DisplayName("case 259: should decide nothing about a host that never registered")
  void shouldDecideNothingAboutUnknownHosts() {
    RefreshPlan plan = normal(excluding("host1", "host9"), FLEET);

    assertThat(plan.decisions())
        .containsExactly(decision(HOST1, DECOMMISSION, HostAdmission.EXCLUDED_BY_HOST));
  }

  @Test
  void shouldDecideOnEachNodeManagerOfAHost() {
    PlannerNode second =
        new PlannerNode(
            new NodeId("host1", 9999),
            HOST1.address(),
            NodeState.UNHEALTHY,
            Optional.empty(),
            false);

    RefreshPlan plan = normal(excluding("host1"), List.of(HOST1, second));

    assertThat(plan.decisions())
        .extracting(NodeDecision::nodeId)
        .containsExactly(HOST1.nodeId(), second.nodeId());
  }

  @Test
  void shouldListTheNodesByIdWhateverTheOrderOfTheFleet() {
    // given
    List<PlannerNode> shuffled = new ArrayList<>(FLEET);
    Collections.reverse(shuffled);
    HostLists lists = excluding("host1", "host2", "localhost");
    // when
    RefreshPlan plan = normal(lists, shuffled);
    // then
    assertThat(plan).isEqualTo(normal(lists, FLEET));
    assertThat(plan.decisions())
        .extracting(decision -> decision.nodeId().host())
        .containsExactly("host1", "host2", "localhost");
  }

  @Test
  void shouldHaveNothingLeftToDoOnceItIsCarriedOut() {
    // given a fleet that is as the plan wants it
    PlannerNode draining = draining("host1", "10.0.0.1", 60);
    PlannerNode ended = known("host2", "10.0.0.2", NodeState.DECOMMISSIONED, Optional.empty());
    // when the same refresh is asked for again
    RefreshPlan plan =
        graceful(seconds(60), excluding("host1", "host2"), List.of(draining, ended, LOCALHOST));
    // then
    assertThat(plan.decisions()).isEmpty();
  }

  // ---- an operator's timeout ----

  @Test
  void shouldLeaveAnOperatorsTimeoutAloneWhenTheRequestNamesNone() {
    HostLists lists = excluding("host1");

    assertThat(graceful(NONE, lists, List.of(retimed(600))).decisions()).isEmpty();
  }

  /** The entry was there before the operator moved the deadline. */
  @Test
  void shouldLeaveAnOperatorsTimeoutAloneWhenTheHostsEntryIsAsItWas() {
    HostLists lists = excluding(Map.of("host1", seconds(300)));

    assertThat(graceful(NONE, lists, List.of(retimed(600))).decisions()).isEmpty();
  }

  @Test
  void shouldReplaceAnOperatorsTimeoutByOneThatTheHostGotSince() {
    HostLists lists = excluding(Map.of("host1", seconds(300)));

    assertThat(
            plan(new RefreshRequest(RefreshType.GRACEFUL, NONE), lists, excluding("host1"))
                .decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(300, TimeoutSource.HOST_ENTRY));
  }

  @Test
  void shouldReplaceAnOperatorsTimeoutWhenTheRequestNamesOneAsTheUsualOrderSays() {
    HostLists plain = excluding("host1");
    HostLists own = excluding(Map.of("host1", seconds(300)));

    assertThat(graceful(seconds(600), plain, List.of(retimed(600))).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(600, TimeoutSource.REQUEST));
    assertThat(graceful(seconds(600), own, List.of(retimed(600))).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(300, TimeoutSource.HOST_ENTRY));
  }

  // ---- drains that somebody else began ----

  /** Of one host that is drained by name, the drains of all others are no concern. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(TimeoutSource.class)
  void shouldLeaveRunningDrainsAloneIfAskedTo(TimeoutSource source) {
    PlannerNode running = draining(7200, source);

    assertThat(plan(keeping(), excluding("host1", "host2"), List.of(running, HOST2)).decisions())
        .extracting(NodeDecision::nodeId)
        .containsExactly(HOST2.nodeId());
  }

  @Test
  void shouldGiveARunningDrainTheTimeoutThatItsHostGotSince() {
    HostLists lists = excluding(Map.of("host1", seconds(300)));
    PlannerNode running = draining(600, TimeoutSource.REQUEST);

    assertThat(plan(keeping(), lists, excluding("host1"), running).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(300, TimeoutSource.HOST_ENTRY));
  }

  /** The node would answer that nothing changed. */
  @Test
  void shouldNotNameADrainThatHasTheTimeoutAlreadyWhichItsHostGot() {
    HostLists lists = excluding(Map.of("host1", seconds(300)));
    PlannerNode running = draining(300, TimeoutSource.REQUEST);

    assertThat(plan(keeping(), lists, excluding("host1"), running).decisions()).isEmpty();
  }

  // ---- client tracking ----

  @Test
  void shouldCountTheClientsTimeoutAloneForEveryNode() {
    HostLists lists = excluding(Map.of("host1", seconds(300), "host2", NONE));

    assertThat(plan(byClient(seconds(60)), lists, FLEET).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(60, TimeoutSource.CLIENT), drain(60, TimeoutSource.CLIENT));
  }

  @Test
  void shouldUseTheConfiguredTimeoutForAClientThatNamesNone() {
    HostLists lists = excluding(Map.of("host1", seconds(300)));

    assertThat(plan(byClient(NONE), lists, FLEET).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(drain(3600, TimeoutSource.CONFIGURATION));
  }

  // ---- given ----
}
