package ebb.domain.forecast;

import static ebb.domain.forecast.RecordedFleet.BEGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutSource;
import ebb.domain.forecast.Forecast.Interval;
import ebb.domain.provenance.Stamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A forecast says between which instants a drain ends, and how often such a statement was right.
 */
class ForecastTest {
  private static final Duration NOW = Duration.ofDays(3);
  private final RecordedFleet fleet = new RecordedFleet();

  // ---- coverage on histories whose distribution is known ----

  @Test
  void shouldHoldInEightyOfAHundredCasesAndSaySo() {
    Trial trial = new Trial();
    trial.run(Optional.empty(), 0);
    assertThat(trial.share()).isBetween(0.77, 0.87);
    assertThat(trial.saidShare()).isCloseTo(trial.share(), within(0.05));
  }

  @Test
  void shouldHoldMoreOftenWhenADeadlineEndsTheLongest() {
    Trial trial = new Trial();
    trial.run(Optional.of(Duration.ofHours(2)), 0);
    assertThat(trial.share()).isBetween(0.8, 0.9);
    assertThat(trial.saidShare()).isCloseTo(trial.share(), within(0.05));
  }

  @Test
  void shouldHoldForTheWorkWhenManyDrainsAreCutShort() {
    Trial trial = new Trial();
    trial.run(Optional.empty(), 0.4);
    assertThat(trial.share()).isBetween(0.77, 0.87);
    assertThat(trial.saidShare()).isCloseTo(trial.share(), within(0.05));
  }

  /** Drains at random times, and forecasts for some of them at random ages. */
  private static final class Trial {
    private Random random = new Random();
    private RecordedFleet fleet = new RecordedFleet();
    private int forecasts;
    private int right;
    private long checked;
    private long said;

    /**
     * @param cut the share of drains that may be cut short, at a random time
     */
    void run(Optional<Duration> timeout, double cut) {
      for (int seed = 1; seed <= 8; seed++) {
        random = new Random(seed);
        fleet = new RecordedFleet();
        run(500, timeout, cut);
      }
    }

    private void run(int drains, Optional<Duration> timeout, double cut) {
      record Asked(Duration start, Duration work, Duration seen) {}
      List<Asked> asked = new ArrayList<>();
      Duration start = Duration.ZERO;
      for (int i = 0; i < drains; i++) {
        start = start.plusMillis((long) (-Math.log(random.nextDouble()) * 300_000));
        Duration work = work();
        Duration other = work();
        boolean isCut = random.nextDouble() < cut && other.compareTo(work) < 0;
        if (isCut) {
          fleet.recommissioned(start, other);
        } else {
          fleet.drained("op-" + i, start, work, timeout);
        }
        if (i > drains / 3 && i % 4 == 0) {
          asked.add(new Asked(start, work, isCut ? other : work));
        }
      }
      for (Asked each : asked) {
        ask(each.start(), each.work(), each.seen(), timeout);
      }
    }

    /** Log-normal: a median of half an hour, one in ten above 1.8 hours. */
    private Duration work() {
      return Duration.ofMillis((long) (1_800_000 * Math.exp(random.nextGaussian())));
    }

    /**
     * @param work how long it takes, if nobody ends it earlier
     */
    private void ask(Duration start, Duration work, Duration seen, Optional<Duration> timeout) {
      Duration age = Duration.ofMinutes(random.nextInt(60));
      Duration took = timeout.filter(limit -> limit.compareTo(work) < 0).orElse(work);
      if (took.compareTo(age) <= 0 || seen.compareTo(age) <= 0) {
        return;
      }
      Forecast forecast = fleet.forecast(start, timeout, start.plus(age));
      if (forecast.band().isEmpty()) {
        return;
      }
      checked += forecast.checked();
      said += forecast.right();
      Interval band = forecast.band().get();
      Instant end = BEGIN.plus(start).plus(took);
      forecasts++;
      boolean isBefore = end.isBefore(band.earliest());
      boolean isAfter = band.latest().filter(end::isAfter).isPresent();
      right += isBefore || isAfter ? 0 : 1;
    }

    double share() {
      assertThat(forecasts).isGreaterThan(250);
      return right / (double) forecasts;
    }

    double saidShare() {
      return said / (double) checked;
    }
  }

  @Test
  void shouldSayThatItsBandsHaveNotHeldSinceTheFleetChanged() {
    // given drains of about ten minutes, and since yesterday of about an hour
    for (int i = 0; i < 200; i++) {
      fleet.drained(Duration.ofMinutes(10L * i), Duration.ofSeconds(500 + i));
    }
    for (int i = 0; i < 60; i++) {
      fleet.drained(Duration.ofMinutes(2000 + 10L * i), Duration.ofSeconds(3600 + 10L * i));
    }
    Forecast forecast = fleet.forecast(NOW, Optional.empty(), NOW);
    assertThat(forecast.right()).isLessThan(forecast.checked() * 7 / 10);
  }

  // ---- the band ----

  @Test
  void shouldTakeTheBandFromDrainsThatLastedLonger() {
    fleetOfMinutes(1, 100);
    // when the drain has lasted for an hour already
    Forecast forecast = fleet.forecast(NOW, Optional.empty(), NOW.plusMinutes(60));
    // then 40 of the others had lasted longer: 10 % of 41 are the first 4, 90 % the first 37
    assertThat(forecast.examples()).isEqualTo(40);
    assertThat(forecast.band())
        .contains(interval(NOW.plusMinutes(64), Optional.of(NOW.plusMinutes(97))));
  }

  @Test
  void shouldNotGoBeyondTheDeadline() {
    fleetOfMinutes(1, 100);
    assertThat(fleet.forecast(NOW, Optional.of(Duration.ofMinutes(50)), NOW).band())
        .contains(interval(NOW.plusMinutes(10), Optional.of(NOW.plusMinutes(50))));
    assertThat(fleet.forecast(NOW, Optional.of(Duration.ofMinutes(5)), NOW).band())
        .contains(interval(NOW.plusMinutes(5), Optional.of(NOW.plusMinutes(5))));
  }

  @Test
  void shouldKnowFromDrainsThatTimedOutThatTheyTakeLonger() {
    for (int i = 0; i < 40; i++) {
      fleet.drained("op-" + i, minutes(60L * i), minutes(600), Optional.of(minutes(30)));
    }
    assertThat(fleet.forecast(NOW, Optional.of(minutes(60)), NOW).band())
        .contains(interval(NOW.plusMinutes(30), Optional.of(NOW.plusMinutes(60))));
    assertThat(fleet.forecast(NOW, Optional.empty(), NOW).band())
        .contains(interval(NOW.plusMinutes(30), Optional.empty()));
  }

  @Test
  void shouldNotTakeARecommissionedDrainForOneThatWasDone() {
    // given drains of an hour, of which every other was recommissioned after a minute
    for (int i = 0; i < 40; i++) {
      fleet.drained(minutes(120L * i), minutes(60));
      fleet.recommissioned(minutes(120L * i + 1), minutes(1));
    }
    assertThat(fleet.forecast(NOW, Optional.empty(), NOW).band())
        .contains(interval(NOW.plusMinutes(60), Optional.of(NOW.plusMinutes(60))));
  }

  @Test
  void shouldNotTakeTheQuickestDrainsOfARunningOperationForAllOfThem() {
    // given drains of an hour, and an operation of which only the quickest have ended
    fleetOfMinutes(60, 100);
    for (int i = 0; i < 100; i++) {
      fleet.drained("many", NOW, minutes(i < 20 ? 1 : 60), Optional.empty());
    }
    Interval band =
        fleet.forecast(NOW.plusMinutes(2), Optional.empty(), NOW.plusMinutes(2)).band().get();
    assertThat(band.latest())
        .hasValueSatisfying(to -> assertThat(to).isAfter(BEGIN.plus(NOW).plusSeconds(3600)));
  }

  @Test
  void shouldUseTheLastDeadlineOfAPastDrain() {
    var node = fleet.started("op", Duration.ZERO, Optional.of(minutes(60)));
    fleet.retimed(node, minutes(1), minutes(90));
    assertThat(fleet.at(NOW).drains().get(0).deadline()).contains(BEGIN.plus(minutes(90)));
  }

  // ---- too little ----

  @Test
  void shouldSayNothingFromFewDrains() {
    fleetOfMinutes(1, 8);
    assertThat(fleet.forecast(NOW, Optional.empty(), NOW))
        .isEqualTo(new Forecast(Optional.empty(), 8, 0, 0));
  }

  @Test
  void shouldSayNothingWithoutCoverage() {
    // given enough drains, but too few that had enough before them
    fleetOfMinutes(1, 18);
    Forecast forecast = fleet.forecast(NOW, Optional.empty(), NOW);
    assertThat(forecast.band()).isEmpty();
    assertThat(forecast.checked()).isEqualTo(9);
    fleet.drained(NOW.minusHours(2), minutes(19));
    assertThat(fleet.forecast(NOW, Optional.empty(), NOW).band()).isPresent();
  }

  @Test
  void shouldSayNothingWhenHardlyAnyDrainLastedSoLong() {
    fleetOfMinutes(1, 100);
    Forecast forecast = fleet.forecast(NOW, Optional.empty(), NOW.plusMinutes(95));
    assertThat(forecast.band()).isEmpty();
    assertThat(forecast.examples()).isEqualTo(5);
  }

  // ---- operations ----

  @Test
  void shouldForecastTheLastDrainOfAnOperationFromWholeOperations() {
    // given operations of five drains, the last of which takes an hour
    for (int i = 0; i < 30; i++) {
      for (int minutes : new int[] {60, 5, 1, 10, 2}) {
        fleet.drained("op-" + i, minutes(120L * i), minutes(minutes), Optional.empty());
      }
    }
    PastDrains past = fleet.at(NOW);

    Forecast forecast = past.forecast(List.of(drain(2), drain(3)), BEGIN.plus(NOW));

    assertThat(forecast.examples()).isEqualTo(30);
    assertThat(forecast.band())
        .contains(interval(NOW.plusMinutes(60), Optional.of(NOW.plusMinutes(60))));
    assertThat(past.forecast(drain(2), BEGIN.plus(NOW)).band())
        .contains(interval(NOW.plusMinutes(1), Optional.of(NOW.plusMinutes(60))));
  }

  private static Drain drain(long epoch) {
    return new Drain(
        epoch,
        BEGIN.plus(NOW),
        DrainTimeout.INFINITE,
        TimeoutSource.REQUEST,
        Stamps.at(BEGIN.plus(NOW)));
  }

  // ---- cost ----

  @Test
  void shouldKeepABoundedNumberOfDrainsAndForgetTheOldest() {
    DrainLog log = new DrainLog(3);
    fleetOfMinutes(1, 5);
    fleet.until(NOW).forEach(log::next);
    PastDrains kept = log.drains();
    assertThat(kept.drains())
        .extracting(each -> each.nodeId().host())
        .containsExactly("h3", "h4", "h5");
    assertThat(kept.drains()).allSatisfy(each -> assertThat(each.ending()).isPresent());
    assertThat(kept.shortened()).isTrue();
  }

  @Test
  void shouldCompareABoundedNumberOfDrains() {
    for (int i = 0; i < 5000; i++) {
      fleet.drained(Duration.ofSeconds(50L * i), Duration.ofSeconds(600 + i % 977));
    }
    Forecast forecast = fleet.at(NOW).forecast(drain(1), BEGIN.plus(NOW));
    assertThat(forecast.examples()).isBetween(150, 300);
    assertThat(forecast.checked()).isBetween(100, 200);
  }

  // ---- a fleet ----

  /** Drains of each of these numbers of minutes, one after the other. */
  private void fleetOfMinutes(int from, int to) {
    for (int i = from; i <= to; i++) {
      fleet.drained(Duration.ofMinutes(20L * i), minutes(i));
    }
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }

  private static Interval interval(Duration from, Optional<Duration> to) {
    return new Interval(BEGIN.plus(from), to.map(BEGIN::plus));
  }
}
