package ebb.soak.check;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.soak.check.Call.Outcome;
import org.junit.jupiter.api.Test;

class LeaderCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindALeaderThatWritesAfterItsEnd() {
    run.leads(1, "rm1");
    run.leads(2, "rm2");
    run.accepted("drain-1", "rm1", 1);
    run.called("drain-1", 0, 2, Outcome.UNKNOWN);
    assertThat(run.broken()).containsExactly(Promise.ONE_LEADER);
  }

  @Test
  void shouldFindATermThatComesAgain() {
    run.leads(2, "rm1");
    run.leads(2, "rm2");
    assertThat(run.broken()).containsExactly(Promise.ONE_LEADER);
  }

  @Test
  void shouldFindAnEventOfTheLeaderThatIsMissing() {
    run.leads(1, "rm1");
    run.missing();
    run.leads(2, "rm2");
    assertThat(run.broken()).containsExactly(Promise.ONE_LEADER);
  }
}
