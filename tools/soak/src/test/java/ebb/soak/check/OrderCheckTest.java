package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.at;
import static ebb.soak.check.RecordedRun.by;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.TimeoutSource;
import ebb.soak.check.Call.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindAnAcknowledgedOperationThatIsLost() {
    run.calls.add(
        new Call("drain-1", "drain", at(0), at(1), Outcome.DONE, Optional.of("op-7"), "200"));
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnAcknowledgedChangeOfATimeoutThatIsLost() {
    run.retimed("retime-1", 300);
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldAskNothingOfATimeoutWhoseDrainIsOverWhenItIsAnswered() {
    run.calls.add(
        new Call("retime-1", "retime", at(0), at(1), Outcome.DONE, Optional.empty(), "200"));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldLetATimeoutBeAcknowledgedThatTheDrainHadOfAnOperator() {
    run.registered();
    run.started(2, 60);
    DrainTimeout timeout = DrainTimeout.ofSeconds(300);
    run.decided("op", new NodeAction.ChangeTimeout(timeout), 3);
    run.ofNode(
        new DecommissioningTimeoutChanged(
            NODE,
            1,
            timeout,
            TimeoutSource.OPERATOR,
            by("rm1", Optional.empty(), 3, Optional.of("op"), 0)));
    run.retimed("retime-2", 300);
    assertThat(run.breaches()).isEmpty();

    run.retimed("retime-3", 301);
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldKnowAnOperationOfRmadminByItsUserAndLetItsClientRepeatIt() {
    run.accepted(Optional.empty(), "rm1", 1);
    run.accepted(Optional.empty(), "rm1", 2);
    run.calls.add(new Call("ada", "rmadmin", at(0), at(3), Outcome.UNKNOWN, Optional.empty(), "0"));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationOfRmadminThatIsOvertaken() {
    run.accepted("drain-1", "rm1", 5);
    run.accepted(Optional.empty(), "rm1", 2);
    run.calls.add(new Call("ada", "rmadmin", at(0), at(3), Outcome.DONE, Optional.empty(), "0"));
    run.called("drain-1", 4, 7, Outcome.DONE);
    assertThat(run.broken()).containsExactly(Promise.ANSWERED_COMES_FIRST);
  }

  @Test
  void shouldFindARequestThatIsCarriedOutTwice() {
    run.accepted("drain-1", "rm1", 1);
    run.accepted("drain-1", "rm1", 2);
    run.called("drain-1", 0, 3, Outcome.UNKNOWN);
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindARefusedRequestThatIsCarriedOut() {
    run.accepted("drain-1", "rm1", 1);
    run.called("drain-1", 0, 3, Outcome.REFUSED);
    assertThat(run.broken()).containsExactly(Promise.REFUSED_CHANGES_NOTHING);
  }

  @Test
  void shouldFindAnOperationThatOvertakesOneThatWasAnswered() {
    run.accepted("drain-2", "rm1", 5);
    run.accepted("drain-1", "rm1", 1);
    run.called("drain-1", 0, 2, Outcome.DONE);
    run.called("drain-2", 3, 6, Outcome.DONE);
    assertThat(run.broken()).containsExactly(Promise.ANSWERED_COMES_FIRST);
  }

  @Test
  void shouldLetOperationsOvertakeThatRunSideBySide() {
    run.accepted("drain-2", "rm1", 1);
    run.accepted("drain-1", "rm1", 5);
    run.called("drain-1", 0, 4, Outcome.DONE);
    run.called("drain-2", 3, 6, Outcome.DONE);
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationThatSaysAnotherTimeThanItsOwn() {
    run.accepted("early", "rm1", 5);
    run.called("early", 10, 12, Outcome.UNKNOWN);
    assertThat(run.broken()).containsExactly(Promise.START_NEVER_MOVED);

    run.faults.add(new FaultWindow("WrongClock", at(11), at(15)));
    assertThat(run.breaches()).isEmpty();

    run.accepted("late", "rm1", 40);
    run.called("late", 30, 32, Outcome.DONE);
    assertThat(run.broken()).containsExactly(Promise.START_NEVER_MOVED);
  }

  @Test
  void shouldFindAnAnswerThatNamesAnotherOperation() {
    run.accepted("drain-1", "rm1", 1);
    run.accepted("drain-2", "rm1", 1);
    run.called("drain-2", 0, 2, Outcome.UNKNOWN);
    run.calls.add(
        new Call("drain-1", "drain", at(0), at(2), Outcome.DONE, Optional.of("drain-2@1"), "200"));
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @Test
  void shouldFindAnOperationThatNobodyAskedFor() {
    run.accepted("drain-1", "rm1", 1);
    assertThat(run.broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindADryRunThatIsCarriedOut() {
    run.accepted("dryrun-1", "rm1", 1);
    run.called("dryrun-1", "dryrun", 0, 2, Outcome.DONE);
    assertThat(run.broken()).containsExactly(Promise.REFUSED_CHANGES_NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"drain", "recommission", "normal", "rmadmin", "repeat"})
  void shouldFindAnAcknowledgedOperationThatIsLostThoughItsAnswerDoesNotNameIt(String kind) {
    run.called("one", kind, 0, 1, Outcome.DONE);
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dryrun", "edit", "force"})
  void shouldAskForNoOperationOfARequestThatMayMakeNone(String kind) {
    run.called("one", kind, 0, 1, Outcome.DONE);
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldExcuseNoTimeByAWrongClockOfAnotherTime() {
    run.accepted("early", "rm1", 5);
    run.called("early", 10, 12, Outcome.DONE);
    run.faults.add(new FaultWindow("WrongClock", at(0), at(7)));
    run.faults.add(new FaultWindow("WrongClock", at(15), at(20)));
    run.faults.add(new FaultWindow("Pause", at(5), at(12)));
    assertThat(run.broken()).containsExactly(Promise.START_NEVER_MOVED);
  }
}
