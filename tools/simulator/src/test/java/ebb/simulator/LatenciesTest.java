package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void shouldTellPercentilesToThreeDigits() {
    for (int millis = 1; millis <= 1_000; millis++) {
      latencies.answered(Duration.ofMillis(millis).toNanos());
    }
    HeartbeatFigures figures = latencies.take();
    assertThat(figures.answered()).isEqualTo(1_000);
    assertThat(figures.p50().toNanos() / 1e6).isCloseTo(500, within(0.5));
    assertThat(figures.p99().toNanos() / 1e6).isCloseTo(990, within(1.0));
    assertThat(figures.longest().toNanos() / 1e6).isCloseTo(1_000, within(1.0));
  }

  @Test
  void shouldBeginAnewEachTime() {
    latencies.answered(5);
    latencies.failed();
    latencies.missed();
    assertThat(latencies.take())
        .extracting(HeartbeatFigures::answered, HeartbeatFigures::failed, HeartbeatFigures::missed)
        .containsExactly(1L, 1L, 1L);
    assertThat(latencies.take())
        .extracting(HeartbeatFigures::answered, HeartbeatFigures::failed, HeartbeatFigures::missed)
        .containsExactly(0L, 0L, 0L);
  }

  @Test
  void shouldTakeAnythingBeyondItsRangeAsTheLongest() {
    latencies.answered(Duration.ofHours(2).toNanos());
    latencies.answered(-1);
    assertThat(latencies.take().answered()).isEqualTo(2);
  }
}
