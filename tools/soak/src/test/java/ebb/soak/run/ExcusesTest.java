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
    ActiveFault active = new ActiveFault("FillHeap", Optional.of("rm1"), T0);
    excuses.begins(active);
    now = T0.plusSeconds(180);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isFalse();

    // for some time after it, too
    excuses.isOver(active);
    now = now.plusSeconds(119);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isFalse();
    now = now.plusSeconds(1);
    assertThat(excuses.hold("rm1")).isFalse();
  }

  @Test
  void shouldExcuseAllInstancesOfAFaultThatIsNobodysOwn() {
    ActiveFault active = new ActiveFault("StopDatabase", Optional.empty(), T0);
    excuses.begins(active);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isTrue();
  }

  @Test
  void shouldExcuseNobodyByAFaultOfAnother() {
    excuses.begins(new ActiveFault("Pause", Optional.of("rm1"), T0));
    excuses.begins(new ActiveFault("Kill", Optional.of("rm2"), T0));
    excuses.isOver(new ActiveFault("Kill", Optional.of("rm2"), T0));
    now = T0.plusSeconds(120);
    assertThat(excuses.hold("rm1")).isTrue();
    assertThat(excuses.hold("rm2")).isFalse();
    assertThat(excuses.hold("rm3")).isFalse();
  }

  @Test
  void shouldExcuseTheLastOfThree() {
    excuses.begins(new ActiveFault("Kill", Optional.of("rm1"), T0));
    ActiveFault second = new ActiveFault("Kill", Optional.of("rm2"), T0);
    excuses.begins(second);
    excuses.isOver(second);
    assertThat(excuses.hold("rm3")).isTrue();
    now = T0.plusSeconds(10);
    assertThat(excuses.hold("rm3")).isFalse();
  }

  @Test
  void shouldExcuseUntilTheLastOfSeveralFaultsIsOver() {
    ActiveFault first = new ActiveFault("Pause", Optional.of("rm1"), T0);
    ActiveFault second = new ActiveFault("Pause", Optional.of("rm1"), T0.plusSeconds(1));
    excuses.begins(first);
    excuses.begins(second);
    excuses.isOver(first);
    now = T0.plusSeconds(300);
    assertThat(excuses.hold("rm1")).isTrue();
    excuses.isOver(second);
    now = now.plusSeconds(120);
    assertThat(excuses.hold("rm1")).isFalse();
  }

  @Test
  void shouldLetAllRecoverAfterAMinuteOfFaults() {
    ActiveFault first = new ActiveFault("Pause", Optional.of("rm1"), T0);
    ActiveFault second = new ActiveFault("Kill", Optional.of("rm2"), T0);
    excuses.begins(first);
    now = T0.plusSeconds(40);
    excuses.begins(second);
    excuses.isOver(first);
    now = T0.plusSeconds(60);
    assertThat(excuses.haveToEnd()).isFalse();
    now = T0.plusSeconds(61);
    assertThat(excuses.haveToEnd()).isTrue();

    excuses.isOver(second);
    now = now.plusSeconds(39);
    assertThat(excuses.haveToEnd()).isTrue();
    now = now.plusSeconds(1);
    assertThat(excuses.haveToEnd()).isFalse();
    excuses.begins(first);
    now = now.plusSeconds(60);
    assertThat(excuses.haveToEnd()).isFalse();
  }
}
