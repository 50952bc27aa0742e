package ebb.domain;

import static ebb.domain.provenance.Stamps.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrainTimeoutTest {

  @ParameterizedTest
  @ValueSource(longs = {-1, -2, Long.MIN_VALUE})
  void shouldTakeEveryNegativeNumberForInfinite(long seconds) {
    DrainTimeout timeout = DrainTimeout.ofSeconds(seconds);

    assertThat(timeout).isEqualTo(DrainTimeout.INFINITE);
    assertThat(timeout.toSeconds()).isEqualTo(-1);
    assertThat(timeout.after(T0)).isEmpty();
    assertThat(timeout).hasToString("infinite");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3600, Integer.MAX_VALUE})
  void shouldCountSecondsFromTheStart(long seconds) {
    DrainTimeout timeout = DrainTimeout.ofSeconds(seconds);

    assertThat(timeout.toSeconds()).isEqualTo(seconds);
    assertThat(timeout.after(T0)).contains(T0.plusSeconds(seconds));
  }

  @Test
  void shouldNotTakeZeroForInfinite() {
    assertThat(DrainTimeout.ofSeconds(0)).isNotEqualTo(DrainTimeout.INFINITE);
  }

  @Test
  void shouldRefuseANegativeDuration() {
    assertThatThrownBy(() -> DrainTimeout.of(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no negative limit");
  }
}
