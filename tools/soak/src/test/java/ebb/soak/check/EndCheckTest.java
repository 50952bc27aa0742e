package ebb.soak.check;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.check.Breach.Promise;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What instances say in the end. */
class EndCheckTest {
  private final RecordedRun run = new RecordedRun();

  @Test
  void shouldFindAStateThatIsNotThatOfTheEvents() {
    run.registered();
    run.settles("DECOMMISSIONED", OptionalLong.empty(), Set.of("nm1:1#1"));
    assertThat(run.broken()).containsExactly(Promise.STATE_OF_THE_EVENTS);
  }

  @Test
  void shouldFindAnEventThatAHistoryLacks() {
    run.registered();
    run.settles("RUNNING", OptionalLong.empty(), Set.of());
    assertThat(run.broken()).containsExactly(Promise.SAME_HISTORY);
  }
}
