package ebb.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest(name = "{0} is written as {1}")
  @CsvSource({
    "PT0S, 0s",
    "PT1S, 1s",
    "PT90S, 1m30s",
    "PT1H, 1h",
    "PT1H30M, 1h30m",
    "PT1H5S, 1h5s",
    "P2D, 2d",
    "P1DT1H1M1S, 1d1h1m1s",
    "PT1.5S, 1.5s",
    "PT0.000000001S, 0.000000001s"
  })
  void shouldWriteNoMoreThanThereIs(Duration time, String text) {
    assertThat(DurationText.of(time)).isEqualTo(text);
  }
}
