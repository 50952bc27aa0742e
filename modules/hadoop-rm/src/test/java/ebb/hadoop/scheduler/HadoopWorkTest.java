package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HadoopWorkTest {

  /** Whoever submits an application names it: ten thousand of them go into one message. */
  @Test
  void shouldCutWhatUsersHaveNamed() {
    assertThat(HadoopWork.text("n".repeat(1_000))).isEqualTo("n".repeat(100));
    assertThat(HadoopWork.text("n".repeat(99) + "\ud83d\ude00")).isEqualTo("n".repeat(99));
    assertThat(HadoopWork.text("nightly")).isEqualTo("nightly");
    assertThat(HadoopWork.text(null)).isEmpty();
  }
}
