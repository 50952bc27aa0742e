package ebb.soak.check;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeAction.Decommission;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeAction.Recommission;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.soak.check.Call.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each run here has one fault of the product in it, and names the promise that it breaks. */
class SoakCheckTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final NodeId NODE = new NodeId("nm1", 1);

  private final List<JournaledEvent> journal = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final List<Look> looks = new ArrayList<>();
  private final List<AnsweredRegistration> registrations = new ArrayList<>();
  private final List<KilledContainer> killed = new ArrayList<>();
  private final List<FaultWindow> faults = new ArrayList<>();
  private final List<String> unexpectedEnds = new ArrayList<>();
  private final List<Settled> settled = new ArrayList<>();
  private long fleetEvents;
  private long nodeEvents;

  @Test
  void shouldFindNothingInARunWithoutAFault() {
    leads(1, "rm1");
    accepted("drain-1", "rm1", 1);
    registered();
    started(2, 60);
    ended(DecommissionCause.TIMEOUT, 63);
    called("drain-1", 0, 2, Outcome.DONE);
    saw(5, "DECOMMISSIONING", OptionalLong.of(1), Optional.of(at(62)));
    registrations.add(new AnsweredRegistration("nm1", at(0), at(1)));
    settles("DECOMMISSIONED", OptionalLong.empty(), Set.of("nm1:1#1", "nm1:1#2", "nm1:1#3"));

    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAnAcknowledgedOperationThatIsLost() {
    calls.add(new Call("drain-1", "drain", at(0), at(1), Outcome.DONE, Optional.of("op-7"), "200"));
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnAcknowledgedChangeOfATimeoutThatIsLost() {
    retimed("retime-1", 300);
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnAcknowledgedNormalRefreshThatIsLost() {
    calls.add(new Call("normal-1", "normal", at(0), at(1), Outcome.DONE, Optional.empty(), "200"));
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldAskNothingOfATimeoutWhoseDrainIsOverWhenItIsAnswered() {
    calls.add(new Call("retime-1", "retime", at(0), at(1), Outcome.DONE, Optional.empty(), "200"));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldLetATimeoutBeAcknowledgedThatTheDrainHadOfAnOperator() {
    registered();
    started(2, 60);
    DrainTimeout timeout = DrainTimeout.ofSeconds(300);
    decided("op", new NodeAction.ChangeTimeout(timeout), 3);
    ofNode(
        new DecommissioningTimeoutChanged(
            NODE,
            1,
            timeout,
            TimeoutSource.OPERATOR,
            by("rm1", Optional.empty(), 3, Optional.of("op"), 0)));
    retimed("retime-2", 300);
    assertThat(breaches()).isEmpty();

    retimed("retime-3", 301);
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldKnowAnOperationOfRmadminByItsUserAndLetItsClientRepeatIt() {
    accepted(Optional.empty(), "rm1", 1);
    accepted(Optional.empty(), "rm1", 2);
    calls.add(new Call("ada", "rmadmin", at(0), at(3), Outcome.UNKNOWN, Optional.empty(), "0"));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationOfRmadminThatIsOvertaken() {
    accepted("drain-1", "rm1", 5);
    accepted(Optional.empty(), "rm1", 2);
    calls.add(new Call("ada", "rmadmin", at(0), at(3), Outcome.DONE, Optional.empty(), "0"));
    called("drain-1", 4, 7, Outcome.DONE);
    assertThat(broken()).containsExactly(Promise.ANSWERED_COMES_FIRST);
  }

  @Test
  void shouldFindARequestThatIsCarriedOutTwice() {
    accepted("drain-1", "rm1", 1);
    accepted("drain-1", "rm1", 2);
    called("drain-1", 0, 3, Outcome.UNKNOWN);
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindARefusedRequestThatIsCarriedOut() {
    accepted("drain-1", "rm1", 1);
    called("drain-1", 0, 3, Outcome.REFUSED);
    assertThat(broken()).containsExactly(Promise.REFUSED_CHANGES_NOTHING);
  }

  @Test
  void shouldFindAnOperationThatOvertakesOneThatWasAnswered() {
    accepted("drain-2", "rm1", 5);
    accepted("drain-1", "rm1", 1);
    called("drain-1", 0, 2, Outcome.DONE);
    called("drain-2", 3, 6, Outcome.DONE);
    assertThat(broken()).containsExactly(Promise.ANSWERED_COMES_FIRST);
  }

  @Test
  void shouldLetOperationsOvertakeThatRunSideBySide() {
    accepted("drain-2", "rm1", 1);
    accepted("drain-1", "rm1", 5);
    called("drain-1", 0, 4, Outcome.DONE);
    called("drain-2", 3, 6, Outcome.DONE);
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationThatSaysAnotherTimeThanItsOwn() {
    accepted("early", "rm1", 5);
    called("early", 10, 12, Outcome.UNKNOWN);
    assertThat(broken()).containsExactly(Promise.START_NEVER_MOVED);

    faults.add(new FaultWindow("WrongClock", at(11), at(15)));
    assertThat(breaches()).isEmpty();

    accepted("late", "rm1", 40);
    called("late", 30, 32, Outcome.DONE);
    assertThat(broken()).containsExactly(Promise.START_NEVER_MOVED);
  }

  @Test
  void shouldFindALeaderThatWritesAfterItsEnd() {
    leads(1, "rm1");
    leads(2, "rm2");
    accepted("drain-1", "rm1", 1);
    assertThat(broken()).containsExactly(Promise.ONE_LEADER);
  }

  @Test
  void shouldFindATermThatComesAgain() {
    leads(2, "rm1");
    leads(2, "rm2");
    assertThat(broken()).containsExactly(Promise.ONE_LEADER);
  }

  @Test
  void shouldFindANodeThatAnAnswerLacks() {
    seen(0);
    looks.add(new Look(at(10), at(11), true, List.of()));
    assertThat(broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldLetAnAnswerLackANodeThatAFaultKeptFromTheLeader() {
    seen(0);
    faults.add(new FaultWindow("SlowDatabase", at(1), at(8)));
    looks.add(new Look(at(10), at(11), true, List.of()));
    assertThat(breaches()).isEmpty();

    looks.add(new Look(at(90), at(91), true, List.of()));
    assertThat(broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldLetALeaderThatHasJustBegunLackANode() {
    seen(0);
    leads(1, 60);
    looks.add(new Look(at(61), at(62), true, List.of()));
    assertThat(breaches()).isEmpty();

    looks.add(new Look(at(64), at(65), true, List.of()));
    assertThat(broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldFindAnAnswerThatHasANodeTwice() {
    Look.Said said =
        new Look.Said(NODE, new NodeSnapshot("NEW", OptionalLong.empty(), Optional.empty()));
    looks.add(new Look(at(10), at(11), true, List.of(said, said)));
    assertThat(broken()).containsExactly(Promise.EVERY_NODE_IN_EVERY_ANSWER);
  }

  @Test
  void shouldFindAnAnswerThatIsAheadOfTheEvents() {
    registered();
    started(12, 60);
    ended(DecommissionCause.TIMEOUT, 72);
    saw(68, "DECOMMISSIONED", OptionalLong.empty(), Optional.empty());
    assertThat(broken()).containsExactly(Promise.ANSWERS_ARE_TRUE);
  }

  @Test
  void shouldFindAnAnswerThatIsOlderThanAFaultExcuses() {
    registered();
    started(12, 900);
    saw(30, "RUNNING", OptionalLong.empty(), Optional.empty());
    assertThat(broken()).containsExactly(Promise.ANSWERS_ARE_TRUE);
    faults.add(new FaultWindow("Pause", at(13), at(20)));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindARegistrationThatIsLost() {
    registrations.add(new AnsweredRegistration("nm1", at(9), at(10)));
    assertThat(broken()).containsExactly(Promise.REGISTERED_IS_IN_SERVICE);
  }

  @Test
  void shouldFindARegistrationThatIsLostAfterItsNodeHasLeft() {
    registered();
    ofNode(new NodeLost(NODE, by("rm1", Optional.empty(), 20)));
    registrations.add(new AnsweredRegistration("nm1", at(19), at(80)));
    assertThat(breaches()).isEmpty();

    registrations.add(new AnsweredRegistration("nm1", at(23), at(24)));
    assertThat(broken()).containsExactly(Promise.REGISTERED_IS_IN_SERVICE);
  }

  @Test
  void shouldFindANodeThatIsRegisteredTwice() {
    registered();
    registered();
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindADrainThatNobodyAskedFor() {
    registered();
    ofNode(start(12, 900, Optional.empty()));
    assertThat(broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindADrainOfAnotherTimeoutThanWasDecided() {
    registered();
    decided("op", new GracefulDecommission(DrainTimeout.ofSeconds(900), TimeoutSource.REQUEST), 12);
    ofNode(start(12, 901, Optional.of("op")));
    assertThat(broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindANodeThatIsToldOfAnOperationAndDoesNotDoIt() {
    registered();
    decided(
        "op", new GracefulDecommission(DrainTimeout.ofSeconds(900), TimeoutSource.REQUEST), 12, 7);
    ofNode(new ListVersionAdvanced(NODE, by("rm1", Optional.empty(), 13, Optional.of("op"), 7)));
    assertThat(broken()).contains(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindADrainThatGoesOnThoughItsNodeWasToldToEndIt() {
    registered();
    started(2, 900);
    forced("start@2");
    assertThat(broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldLetADrainGoOnThatIsOfAnotherOperation() {
    registered();
    started(2, 900);
    forced("another");
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationThatIsNotCarriedOutThoughNobodyWasTold() {
    registered();
    decided("op", new Recommission(), 12, 7);
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnAnswerThatNamesAnotherOperation() {
    accepted("drain-1", "rm1", 1);
    accepted("drain-2", "rm1", 1);
    calls.add(
        new Call("drain-1", "drain", at(0), at(2), Outcome.DONE, Optional.of("drain-2@1"), "200"));
    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAStateThatIsNotThatOfTheEvents() {
    registered();
    settles("DECOMMISSIONED", OptionalLong.empty(), Set.of("nm1:1#1"));
    assertThat(broken()).containsExactly(Promise.STATE_OF_THE_EVENTS);
  }

  @Test
  void shouldFindAnEventThatAHistoryLacks() {
    registered();
    settles("RUNNING", OptionalLong.empty(), Set.of());
    assertThat(broken()).containsExactly(Promise.SAME_HISTORY);
  }

  @Test
  void shouldFindAContainerThatIsKilledOnANodeInService() {
    registered();
    killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  @Test
  void shouldLetAContainerBeKilledOfANodeThatHasLeftMeanwhile() {
    registered();
    started(31, 60);
    ended(DecommissionCause.FORCED, 35);
    killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldLetAContainerBeKilledOfANodeThatIsIll() {
    registered();
    ofNode(new NodeHealthChanged(NODE, false, "disk", by("rm1", Optional.empty(), 35)));
    killed.add(new KilledContainer(NODE, "container_1", at(30), at(40), List.of(at(0))));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAContainerThatADrainDidNotWaitFor() {
    registered();
    started(31, 60);
    ended(DecommissionCause.READY, 60);
    killed.add(new KilledContainer(NODE, "container_1", at(30), at(61), List.of(at(0))));
    assertThat(broken()).containsExactly(Promise.NO_CONTAINER_KILLED);
  }

  @Test
  void shouldFindADrainThatEndsEarly() {
    registered();
    started(2, 60);
    ended(DecommissionCause.TIMEOUT, 30);
    assertThat(broken()).containsExactly(Promise.NOT_BEFORE_THE_DEADLINE);
  }

  @Test
  void shouldAllowForFaultsButNotForLonger() {
    registered();
    started(2, 60);
    ended(DecommissionCause.TIMEOUT, 120);
    assertThat(broken()).containsExactly(Promise.NOT_LATE);
    faults.add(new FaultWindow("Kill", at(50), at(65)));
    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindAProcessThatEndsByItself() {
    unexpectedEnds.add("rm1 with exit code 1");
    assertThat(broken()).containsExactly(Promise.KEEPS_RUNNING);
  }

  private List<Promise> broken() {
    return breaches().stream().map(Breach::promise).toList();
  }

  private List<Breach> breaches() {
    return SoakCheck.breaches(
        new Evidence(
            journal,
            calls,
            looks,
            registrations,
            killed,
            faults,
            unexpectedEnds,
            settled,
            at(200)));
  }

  private void leads(long term, String instance) {
    ofFleet(new LeadTaken(term, by(instance, Optional.empty(), 0)));
  }

  private void leads(long term, long second) {
    ofFleet(new LeadTaken(term, by("rm1", Optional.empty(), second)));
  }

  private void seen(long second) {
    ofFleet(
        new NodeSeen(
            NODE, new NodeAddress("nm1", "10.0.0.1"), by("rm1", Optional.empty(), second)));
  }

  private void accepted(String tag, String instance, long second) {
    accepted(Optional.of(tag), instance, second);
  }

  private void accepted(Optional<String> reason, String instance, long second) {
    ofFleet(
        new RefreshAccepted(
            reason.orElse("nobody") + "@" + second,
            fleetEvents,
            RefreshType.GRACEFUL,
            Optional.empty(),
            DrainTimeout.ofSeconds(60),
            "hash",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            by(instance, reason, second)));
  }

  private void called(String tag, long from, long to, Outcome outcome) {
    calls.add(new Call(tag, "drain", at(from), at(to), outcome, Optional.empty(), "409"));
  }

  private void retimed(String tag, long seconds) {
    calls.add(
        new Call(
            tag,
            "retime",
            at(4),
            at(5),
            Outcome.DONE,
            Optional.empty(),
            "200",
            Optional.of(new Acknowledged.Timeout(NODE, 1, DrainTimeout.ofSeconds(seconds)))));
  }

  private void registered() {
    ofNode(
        new NodeRegistered(
            NODE, new Resource(1024, 1, Map.of()), true, by("rm1", Optional.empty(), 1)));
  }

  private void started(long second, long timeout) {
    String operation = "start@" + second;
    decided(
        operation,
        new GracefulDecommission(DrainTimeout.ofSeconds(timeout), TimeoutSource.REQUEST),
        second);
    ofNode(start(second, timeout, Optional.of(operation)));
  }

  private static DecommissioningStarted start(
      long second, long timeout, Optional<String> operation) {
    return new DecommissioningStarted(
        NODE,
        1,
        at(second),
        DrainTimeout.ofSeconds(timeout),
        TimeoutSource.REQUEST,
        Optional.empty(),
        by("rm1", Optional.empty(), second, operation, 0));
  }

  private void ended(DecommissionCause cause, long second) {
    Optional<String> operation = Optional.empty();
    if (cause == DecommissionCause.FORCED) {
      operation = Optional.of("end@" + second);
      decided("end@" + second, new Decommission(cause), second);
    }
    ofNode(
        new NodeDecommissioned(NODE, 1, cause, by("rm1", Optional.empty(), second, operation, 0)));
  }

  /** The node hears of it, and nothing follows. */
  private void forced(String drainOf) {
    decided("force", new NodeAction.EndDrainOf(drainOf, 0), 12, 7);
    ofNode(new ListVersionAdvanced(NODE, by("rm1", Optional.empty(), 13, Optional.of("force"), 7)));
  }

  private void decided(String operation, NodeAction action, long second) {
    decided(operation, action, second, 0);
  }

  private void decided(String operation, NodeAction action, long second, long version) {
    ofFleet(
        new RefreshAccepted(
            operation,
            version,
            RefreshType.GRACEFUL,
            Optional.empty(),
            DrainTimeout.ofSeconds(60),
            "hash",
            List.of(
                new NodeDecision(NODE, action, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            by("rm1", Optional.empty(), second)));
  }

  private void saw(long second, String state, OptionalLong epoch, Optional<Instant> deadline) {
    Look.Said said = new Look.Said(NODE, new NodeSnapshot(state, epoch, deadline));
    looks.add(new Look(at(second), at(second + 1), true, List.of(said)));
  }

  private void settles(String state, OptionalLong epoch, Set<String> history) {
    settled.add(
        new Settled(
            "rm1",
            at(190),
            Map.of(NODE, new NodeSnapshot(state, epoch, Optional.empty())),
            history));
  }

  private void ofFleet(NodesListEvent event) {
    fleetEvents++;
    journal.add(
        JournaledEvent.of(new JournalPosition(journal.size() + 1L, "lists", fleetEvents), event));
  }

  private void ofNode(NodeEvent event) {
    nodeEvents++;
    journal.add(
        JournaledEvent.of(new JournalPosition(journal.size() + 1L, "node", nodeEvents), event));
  }

  private static Provenance by(String instance, Optional<String> reason, long second) {
    return by(instance, reason, second, Optional.empty(), 0);
  }

  private static Provenance by(
      String instance,
      Optional<String> reason,
      long second,
      Optional<String> operation,
      long version) {
    return new Provenance(
        at(second), instance, "ada", Origin.HTTP, Optional.empty(), reason, operation, version);
  }

  private static Instant at(long second) {
    return START.plus(Duration.ofSeconds(second));
  }
}
