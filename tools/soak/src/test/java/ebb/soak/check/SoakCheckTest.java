package ebb.soak.check;

import static ebb.soak.check.RecordedRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.soak.check.Call.Outcome;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each run here has one defect of the product, and the check names the promise that it breaks. */
class SoakCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindNothingInARunWithoutAFault() {
    run.leads(1, "rm1");
    run.accepted("drain-1", "rm1", 1);
    run.registered();
    run.started(2, 60);
    run.ended(DecommissionCause.TIMEOUT, 63);
    run.called("drain-1", 0, 2, Outcome.DONE);
    run.saw(5, "DECOMMISSIONING", OptionalLong.of(1), Optional.of(at(62)));
    run.registrations.add(new AnsweredRegistration("nm1", at(0), at(1)));
    run.reportsFinally(
        "DECOMMISSIONED", OptionalLong.empty(), Set.of("nm1:1#1", "nm1:1#2", "nm1:1#3"));

    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindADrainThatEndsEarly() {
    run.registered();
    run.started(2, 60);
    run.ended(DecommissionCause.TIMEOUT, 30);
    assertThat(run.broken()).containsExactly(Promise.NOT_BEFORE_THE_DEADLINE);
  }

  @Test
  void shouldAllowForFaultsButNotForLonger() {
    run.registered();
    run.started(2, 60);
    run.ended(DecommissionCause.TIMEOUT, 85);
    assertThat(run.broken()).containsExactly(Promise.NOT_LATE);
    run.faults.add(new FaultWindow("Kill", at(50), at(64)));
    assertThat(run.broken()).containsExactly(Promise.NOT_LATE);
    run.faults.add(new FaultWindow("Kill", at(50), at(65)));
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindAProcessThatEndsByItself() {
    run.unexpectedEnds.add("rm1 with exit code 1");
    assertThat(run.broken()).containsExactly(Promise.KEEPS_RUNNING);
  }
}
