package ebb.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DrainSeriesTest {

  @Test
  void shouldCountTheLaterHalf() {
    var drains = new DrainSeries(drains(9, 8, 3, 1), recommissions(7, 5, 4));

    assertThat(drains.first().time()).isEqualTo(Duration.ofSeconds(9));
    assertThat(drains.median(DrainCycle.Figures::time)).isCloseTo(2, within(1e-9));
    assertThat(drains.medianRecommission().orElseThrow()).isCloseTo(4.5, within(1e-9));
  }

  @Test
  void shouldCountTheOnlyOne() {
    var drains = new DrainSeries(drains(9), recommissions());

    assertThat(drains.median(DrainCycle.Figures::time)).isCloseTo(9, within(1e-9));
    assertThat(drains.medianRecommission()).isEmpty();
  }

  @Test
  void shouldCountTheLaterHalfOfTheEnds() {
    var ends = new DrainEnds(recommissions(7, 5), recommissions(9, 8, 3, 1));

    assertThat(ends.first()).isCloseTo(9, within(1e-9));
    assertThat(ends.median()).isCloseTo(2, within(1e-9));
  }

  private static List<DrainCycle.Figures> drains(Integer... seconds) {
    return recommissions(seconds).stream()
        .map(time -> new DrainCycle.Figures(time, time, time, time, time, time))
        .toList();
  }

  private static List<Duration> recommissions(Integer... seconds) {
    return Stream.of(seconds).map(Duration::ofSeconds).toList();
  }
}
