package ebb.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.demo.check.Lateness.Disturbance;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Each journal here is what some fault would leave behind; the check names the promise that it
 * breaks.
 */
class JournalInvariantsTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final NodeId NODE = new NodeId("nm1", 1);
  private static final Duration STEADY = Duration.ofSeconds(2);

  private final List<JournaledEvent> events = new ArrayList<>();
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final List<Disturbance> disturbances = new ArrayList<>();
  private long sequence;

  @Test
  void shouldFindNothingInADrainThatEndsAtItsDeadline() {
    accepted("op", 1, 0);
    startedForAMinute();
    timedOut(1, 61);
    refreshAcknowledged();
    timeoutAcknowledged(60);

    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldLetADrainEndEarlyForAnyCauseButItsTimeout() {
    started(1, 10, 60, "op1");
    becameReady(1, 15);
    started(2, 20, 60, "op2");
    ended(2, DecommissionCause.FORCED, 25);
    started(3, 30, 60, "op3");
    ended(3, DecommissionCause.NORMAL, 35);
    started(4, 50, 60, "op4");
    of(new NodeRecommissioned(NODE, 4, by("op5", 55)));
    started(5, 60, 60, "op6");
    of(new NodeLost(NODE, by("", 65)));

    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindATimeoutBeforeTheDeadline() {
    startedForAMinute();
    timedOut(1, 59);

    assertThat(broken()).containsExactly(Promise.NOT_BEFORE_THE_DEADLINE);
  }

  @Test
  void shouldFindATimeoutOfADrainThatHasNoDeadline() {
    started(1, 0, -1, "op");
    timedOut(1, 59);

    assertThat(broken()).containsExactly(Promise.NOT_BEFORE_THE_DEADLINE);
  }

  @Test
  void shouldFindALateEndWhateverEndedIt() {
    startedForAMinute();
    becameReady(1, 63);

    assertThat(broken()).containsExactly(Promise.NOT_LATE);
  }

  @Test
  void shouldFindADrainThatGoesOnBehindItsDeadline() {
    startedForAMinute();

    assertThat(JournalInvariants.breaches(events, List.of(), lateness(), at(61))).isEmpty();
    assertThat(broken()).containsExactly(Promise.NOT_LATE);
  }

  @Test
  void shouldAllowForTheLossOfAnInstance() {
    disturbances.add(new Disturbance(at(61), at(91)));
    startedForAMinute();
    timedOut(1, 91);

    assertThat(breaches()).isEmpty();
    started(2, 100, 60, "op2");
    timedOut(2, 163);
    assertThat(broken()).containsExactly(Promise.NOT_LATE);
  }

  @Test
  void shouldCountADeadlineThatWasMovedIntoThePastFromThen() {
    started(1, 0, 600, "op");
    timeoutChanged(10, 100);
    timedOut(1, 101);

    assertThat(breaches()).isEmpty();
  }

  @Test
  void shouldFindTwoEndsOfOneDrain() {
    startedForAMinute();
    becameReady(1, 10);
    timedOut(1, 60);

    assertThat(broken()).containsExactly(Promise.ONE_END_PER_DRAIN);
  }

  @Test
  void shouldFindADrainThatBeginsBeforeTheOneBeforeHasEnded() {
    startedForAMinute();
    started(2, 5, 60, "op2");
    becameReady(2, 10);

    assertThat(broken()).containsExactly(Promise.ONE_END_PER_DRAIN);
  }

  @Test
  void shouldFindAStartThatIsNotThatOfItsRefresh() {
    accepted("op", 1, 0);
    started(1, 7, 60, "op");
    becameReady(1, 10);

    assertThat(broken()).containsExactly(Promise.START_NEVER_MOVED);
  }

  @Test
  void shouldFindALostTimeout() {
    startedForAMinute();
    timeoutChanged(30, 10);
    timeoutChanged(60, 11);
    becameReady(1, 12);
    timeoutAcknowledged(60);
    timeoutAcknowledged(30);

    assertThat(broken()).containsExactly(Promise.LAST_TIMEOUT_IN_FORCE);
  }

  @Test
  void shouldFindATimeoutOfADrainThatTheJournalDoesNotKnow() {
    timeoutAcknowledged(30);

    assertThat(broken()).containsExactly(Promise.LAST_TIMEOUT_IN_FORCE);
  }

  @Test
  void shouldFindARefreshThatWasAcknowledgedAndIsLost() {
    refreshAcknowledged();

    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindANodeThatNeverApplied() {
    accepted("op", 1, 0);
    refreshAcknowledged();

    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldNotTakeAWordOnHealthForObedience() {
    accepted("op", 1, 0);
    of(new NodeHealthChanged(NODE, false, "disk", by("", 1)));
    refreshAcknowledged();

    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindARequestThatWasCarriedOutTwice() {
    accepted("op", 1, 0);
    accepted("op2", 2, 5);

    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnOperationThatBeganTwoDrainsOfANode() {
    startedForAMinute();
    becameReady(1, 10);
    started(2, 0, 60, "op");
    becameReady(2, 20);

    assertThat(broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAGapInTheEventsOfANode() {
    startedForAMinute();
    sequence++;
    becameReady(1, 10);

    assertThat(broken()).containsExactly(Promise.NO_EVENT_MISSING);
  }

  private List<Promise> broken() {
    return breaches().stream().map(Breach::promise).toList();
  }

  private List<Breach> breaches() {
    return JournalInvariants.breaches(events, acknowledged, lateness(), at(1000));
  }

  private Lateness lateness() {
    return new Lateness(STEADY, disturbances);
  }

  /** All have the same key, as if one request had been repeated. */
  private void accepted(String operationId, long version, long second) {
    NodeAction drain =
        new NodeAction.GracefulDecommission(DrainTimeout.ofSeconds(60), TimeoutSource.REQUEST);
    lists(
        new RefreshAccepted(
            operationId,
            version,
            RefreshType.GRACEFUL,
            Optional.empty(),
            DrainTimeout.ofSeconds(3600),
            "hash",
            List.of(
                new NodeDecision(NODE, drain, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING)),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new RequestKey("key", "fingerprint")),
            Optional.empty(),
            Optional.empty(),
            by(operationId, second)));
  }

  private void started(long epoch, long second, long timeout, String operationId) {
    of(
        new DecommissioningStarted(
            NODE,
            epoch,
            at(second),
            DrainTimeout.ofSeconds(timeout),
            TimeoutSource.REQUEST,
            Optional.empty(),
            by(operationId, second)));
  }

  /** The first drain of the node, by the first refresh. */
  private void startedForAMinute() {
    started(1, 0, 60, "op");
  }

  /** Of the first drain. */
  private void timeoutChanged(long timeout, long second) {
    of(
        new DecommissioningTimeoutChanged(
            NODE, 1, DrainTimeout.ofSeconds(timeout), TimeoutSource.OPERATOR, by("", second)));
  }

  private void timedOut(long epoch, long second) {
    ended(epoch, DecommissionCause.TIMEOUT, second);
  }

  private void becameReady(long epoch, long second) {
    ended(epoch, DecommissionCause.READY, second);
  }

  private void ended(long epoch, DecommissionCause cause, long second) {
    of(new NodeDecommissioned(NODE, epoch, cause, by("", second)));
  }

  private void refreshAcknowledged() {
    acknowledged.add(new Acknowledged.Refresh("op"));
  }

  /** Of the first drain. */
  private void timeoutAcknowledged(long timeout) {
    acknowledged.add(new Acknowledged.Timeout(NODE, 1, DrainTimeout.ofSeconds(timeout)));
  }

  private void of(NodeEvent event) {
    sequence++;
    events.add(new JournaledEvent.OfNode(new JournalPosition(1, "RMNode|nm1:1", sequence), event));
  }

  private void lists(NodesListEvent event) {
    events.add(new JournaledEvent.OfLists(new JournalPosition(1, "NodesListManager", 1), event));
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }

  private static Provenance by(String operationId, long second) {
    return new Provenance(
        at(second),
        "rm1",
        "alice",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.of(operationId).filter(id -> !id.isEmpty()),
        1);
  }
}
