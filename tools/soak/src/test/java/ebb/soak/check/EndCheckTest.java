package ebb.soak.check;

import static ebb.soak.check.RecordedRun.NODE;
import static ebb.soak.check.RecordedRun.at;
import static ebb.soak.check.RecordedRun.by;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeEvent.NodeLost;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindAStateThatIsNotThatOfTheEvents() {
    run.registered();
    run.reportsFinally("DECOMMISSIONED", OptionalLong.empty(), Set.of("nm1:1#1"));
    assertThat(run.broken()).containsExactly(Promise.STATE_OF_THE_EVENTS);
  }

  @Test
  void shouldFindAnEventThatAHistoryLacks() {
    run.registered();
    run.reportsFinally("RUNNING", OptionalLong.empty(), Set.of());
    assertThat(run.broken()).containsExactly(Promise.SAME_HISTORY);
  }

  @Test
  void shouldFindAnEventThatOnlyAHistoryHas() {
    run.registered();
    run.reportsFinally("RUNNING", OptionalLong.empty(), Set.of("nm1:1#1", "nm1:1#2"));
    assertThat(run.broken()).containsExactly(Promise.SAME_HISTORY);
  }

  @Test
  void shouldFindADrainThatIsNotThatOfTheEvents() {
    run.registered();
    run.started(2, 900);
    run.reportsFinally("DECOMMISSIONING", OptionalLong.of(1), Set.of("nm1:1#1", "nm1:1#2"));
    assertThat(run.breaches())
        .extracting(Breach::words)
        .singleElement()
        .asString()
        .contains("rm1 says DECOMMISSIONING, drain 1,");
  }

  @Test
  void shouldFindANodeThatIsMissingUnlessItWasForgotten() {
    run.seen(0);
    run.registered();
    run.ofNode(new NodeLost(NODE, by("rm1", Optional.empty(), 20)));
    run.finalStates.add(new FinalState("rm1", at(190), Map.of(), Set.of("nm1:1#1", "nm1:1#2")));
    assertThat(run.broken()).containsExactly(Promise.STATE_OF_THE_EVENTS);

    run.forgotten(30);
    assertThat(run.breaches()).isEmpty();

    run.seen(40);
    assertThat(run.broken()).containsExactly(Promise.STATE_OF_THE_EVENTS);
  }
}
