package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReconnectTimesTest {
  private static final int LOST = 1;

  private final ReconnectTimes comeback = new ReconnectTimes(3, LOST);

  @Test
  void shouldCountTheFirstAnswerOfAnotherOne() {
    assertThat(comeback.missing()).isEqualTo(3);
    comeback.answered(0, 0);
    comeback.answered(2, 2);
    var times = comeback.times();
    comeback.answered(0, 2);
    assertThat(comeback.missing()).isEqualTo(1);
    assertThat(comeback.times()).isEqualTo(times).hasSize(2).isSorted();
  }

  @Test
  void shouldNotCountWhatTheLostOneHasSentBefore() {
    comeback.answered(0, LOST);
    assertThat(comeback.missing()).isEqualTo(3);
    assertThat(comeback.times()).isEmpty();
  }
}
