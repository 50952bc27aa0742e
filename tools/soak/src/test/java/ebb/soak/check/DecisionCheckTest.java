package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.by;
import static ebb.soak.check.RecordedRun.start;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeAction.Recommission;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.TimeoutSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindADrainThatNobodyAskedFor() {
    run.registered();
    run.ofNode(start(12, 900, Optional.empty()));
    assertThat(run.broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindADrainOfAnotherTimeoutThanWasDecided() {
    run.registered();
    run.decided(
        "op", new GracefulDecommission(DrainTimeout.ofSeconds(900), TimeoutSource.REQUEST), 12);
    run.ofNode(start(12, 901, Optional.of("op")));
    assertThat(run.broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindANodeThatIsToldOfAnOperationAndDoesNotDoIt() {
    run.registered();
    run.decided(
        "op", new GracefulDecommission(DrainTimeout.ofSeconds(900), TimeoutSource.REQUEST), 12, 7);
    run.ofNode(
        new ListVersionAdvanced(NODE, by("rm1", Optional.empty(), 13, Optional.of("op"), 7)));
    assertThat(run.broken()).contains(Promise.AS_DECIDED);
  }

  @Test
  void shouldFindADrainThatGoesOnThoughItsNodeWasToldToEndIt() {
    run.registered();
    run.started(2, 900);
    run.forced("start@2");
    assertThat(run.broken()).containsExactly(Promise.AS_DECIDED);
  }

  @Test
  void shouldLetADrainGoOnThatIsOfAnotherOperation() {
    run.registered();
    run.started(2, 900);
    run.forced("another");
    assertThat(run.breaches()).isEmpty();
  }

  @Test
  void shouldFindAnOperationThatIsNotCarriedOutThoughNobodyWasTold() {
    run.registered();
    run.decided("op", new Recommission(), 12, 7);
    assertThat(run.broken()).containsExactly(Promise.DONE_ONCE);
  }
}
