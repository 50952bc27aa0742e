package ebb.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExcusesTest {
  private static final Instant T0 = Instant.parse("2026-11-26T12:00:00Z");

  private Instant now = T0;
  private final Excuses excuses = new Excuses(() -> now);

  @Test
  void shouldExcuseTheInstanceThatHasTheFault() {
    Trouble trouble = new Trouble("FillHeap", Optional.of("rm1"), T0);
    excuses.begins(trouble);
    now = T0.plusSeconds(180);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isFalse();

    // for a while after it, too
    excuses.isOver(trouble);
    now = now.plusSeconds(119);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isFalse();
    now = now.plusSeconds(1);
    assertThat(excuses.hold("rm1")).isFalse();
  }

  @Test
  void shouldExcuseAllInstancesOfAFaultThatIsNobodysOwn() {
    Trouble trouble = new Trouble("StopDatabase", Optional.empty(), T0);
    excuses.begins(trouble);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isTrue();
  }
}
