package ebb.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.bench.rm.Fit;
import ebb.bench.rm.SystemUnderTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void shouldMeetARatioThatIsBetterForSure() {
    assertThat(verdict(Measure.DRAIN, 7, 1.0, 0.5).met()).contains(true);
    assertThat(verdict(Measure.HEARTBEAT_RATE, 7, 100, 120).met()).contains(true);
  }

  @Test
  void shouldMissARatioThatIsWorseForSure() {
    assertThat(verdict(Measure.DRAIN, 7, 1.0, 1.5).met()).contains(false);
    assertThat(verdict(Measure.HEARTBEAT_RATE, 7, 100, 80).met()).contains(false);
  }

  @Test
  void shouldMeetARatioThatTheIntervalIncludes() {
    List<Round> rounds =
        IntStream.range(0, 7)
            .mapToObj(i -> round(Measure.DRAIN, i, 1.0, i % 2 == 0 ? 1.3 : 0.8))
            .toList();
    Comparison verdict = Comparison.of(Measure.DRAIN, rounds).orElseThrow();
    assertThat(verdict.ebb()).isGreaterThan(1);
    assertThat(verdict.met()).contains(true);
  }

  @Test
  void shouldSayNothingAfterFewerThanSevenRounds() {
    assertThat(verdict(Measure.DRAIN, 6, 1.0, 0.5).met()).isEmpty();
  }

  @Test
  void shouldHoldEveryRunAgainstALimitOfEbbAlone() {
    List<Round> rounds =
        IntStream.range(0, 7)
            .mapToObj(i -> round(Measure.CONTAINERS_LOST, i, 2_000, i == 3 ? 1 : 0))
            .toList();
    assertThat(Comparison.of(Measure.CONTAINERS_LOST, rounds).orElseThrow().met()).contains(false);
    assertThat(verdict(Measure.CONTAINERS_LOST, 7, 2_000, 0).met()).contains(true);
  }

  @Test
  void shouldCompareByDifferenceWhereTheTargetDoes() {
    assertThat(verdict(Measure.RESTART_ANSWER, 7, 4, 9).met()).contains(false);
    assertThat(verdict(Measure.RESTART_ANSWER, 7, 4, 7).met()).contains(true);
  }

  @Test
  void shouldNameWhatIsMissed() {
    List<Round> rounds =
        IntStream.range(0, 7)
            .mapToObj(i -> round(Measure.CONTAINERS_LOST, i, 2_000, i == 3 ? 1 : 0))
            .toList();
    var settings = new BenchSettings(1000, Fit.ROOMY, 2, 64, 64, 512, 0, 1, 1, 1);
    assertThat(new BenchReport(settings, rounds, Instant.EPOCH).missed())
        .containsExactly("containers lost by it <= 0");
    assertThat(new BenchReport(settings, rounds.subList(0, 3), Instant.EPOCH).missed()).isEmpty();
  }

  @Test
  void shouldNotSpeakOfWhatWasNotMeasured() {
    assertThat(Comparison.of(Measure.END, List.of(round(Measure.DRAIN, 1, 1, 1)))).isEmpty();
  }

  private static Comparison verdict(Measure measure, int rounds, double stock, double ebb) {
    return Comparison.of(
            measure,
            IntStream.range(0, rounds)
                .mapToObj(i -> round(measure, i, stock * (1 + i / 100.0), ebb * (1 + i / 100.0)))
                .toList())
        .orElseThrow();
  }

  private static Round round(Measure measure, int number, double stock, double ebb) {
    return new Round(
        "test",
        number,
        SystemUnderTest.STOCK,
        Optional.empty(),
        Map.of(measure, stock),
        Map.of(measure, ebb));
  }
}
