package ebb.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntervalTest {
  private static final int SAMPLES = 20_000;

  /** The figures from the documentation of R's wilcox.test for this data. */
  @Test
  void shouldAgreeWithTheTextbook() {
    double[] first = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    double[] second = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    List<Double> differences =
        IntStream.range(0, first.length).mapToObj(i -> first[i] - second[i]).toList();
    Interval interval = Interval.of(differences);
    assertThat(interval.middle()).isCloseTo(0.46, within(1e-9));
    assertThat(interval.lower()).isCloseTo(0.010, within(1e-9));
    assertThat(interval.upper()).isCloseTo(0.786, within(1e-9));
  }

  @Test
  void shouldHoldTheMiddleInNineteenOfTwentyCases() {
    Random random = new Random(5);
    int held = 0;
    for (int i = 0; i < SAMPLES; i++) {
      Interval interval =
          Interval.of(DoubleStream.generate(random::nextGaussian).limit(7).boxed().toList());
      if (interval.lower() <= 0 && interval.upper() >= 0) {
        held++;
      }
    }
    // 122 of 128 arrangements of seven signs: 95.3 %
    assertThat(held / (double) SAMPLES).isCloseTo(0.953, within(0.006));
  }

  @Test
  void shouldNotClaimAnythingFromFewerThanSixValues() {
    assertThat(Interval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0)).isKnown()).isFalse();
    assertThat(Interval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)))
        .isEqualTo(new Interval(3.5, 1, 6));
  }

  @Test
  void shouldNotBeMovedFarByOneWildValue() {
    Interval interval = Interval.of(List.of(1.0, 1.1, 0.9, 1.0, 1.05, 0.95, 100.0));
    assertThat(interval.middle()).isBetween(0.9, 1.1);
  }

  @Test
  void shouldTreatHalfAndDoubleAlike() {
    Interval interval = Interval.ofRatios(List.of(0.5, 2.0, 0.25, 4.0, 1.0, 0.5, 2.0));
    assertThat(interval.middle()).isCloseTo(1, within(1e-9));
    assertThat(interval.lower() * interval.upper()).isCloseTo(1, within(1e-9));
  }
}
