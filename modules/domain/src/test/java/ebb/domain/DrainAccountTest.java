package ebb.domain;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every millisecond of a drain belongs to one phase. */
class DrainAccountTest {
  private static final Drain DRAIN =
      new Drain(1, T0, DrainTimeout.INFINITE, TimeoutSource.REQUEST, at(T0));

  private static final Drain HELD =
      new Drain(1, T0, DrainTimeout.HELD, TimeoutSource.HOST_ENTRY, at(T0));

  @Test
  void shouldCountEachSecondForWhatTheNodeWaitedFor() {
    DrainAccount account =
        DrainAccount.ZERO
            .waitedUntil(second(2), DRAIN, Optional.empty())
            .waitedUntil(second(10), DRAIN, work(2, "app_1", "app_2"))
            .unobservedUntil(second(40), DRAIN)
            .waitedUntil(second(41), DRAIN, Optional.empty())
            .waitedUntil(second(46), DRAIN, work(0, "app_1"));

    assertThat(account)
        .isEqualTo(account(8_000, 5_000, 3_000, 30_000, Map.of("app_1", 13_000L, "app_2", 8_000L)));
    assertThat(account.totalMillis()).isEqualTo(46_000);
    assertThat(account)
        .hasToString("8s for containers, 5s for applications, 3s without a report, 30s unobserved");
    assertThat(DrainAccount.ZERO).hasToString("0s");
  }

  @Test
  void shouldCountNothingTwiceWhenTheClockGoesBack() {
    DrainAccount account =
        DrainAccount.ZERO
            .waitedUntil(second(10), DRAIN, work(1, "app_1"))
            .unobservedUntil(second(12), DRAIN)
            .waitedUntil(second(4), DRAIN, Optional.empty());

    assertThat(account).isEqualTo(account(4_000, 0, 0, 0, Map.of("app_1", 4_000L)));
    assertThat(account.unobservedUntil(T0.minusSeconds(9), DRAIN))
        .isEqualTo(account(0, 0, 0, 0, Map.of("app_1", 0L)));
  }

  @Test
  void shouldNameTheApplicationsThatHeldTheNodeLongest() {
    DrainAccount account = DrainAccount.ZERO;
    for (int i = 1; i <= 9; i++) {
      String[] left = IntStream.rangeClosed(i, 9).mapToObj(n -> "app_" + n).toArray(String[]::new);
      account = account.waitedUntil(second(i), DRAIN, work(1, left));
    }

    assertThat(account.applicationMillis()).hasSize(9);
    assertThat(account.inShort())
        .isEqualTo(
            account(
                9_000,
                0,
                0,
                0,
                Map.of(
                    "app_5", 5_000L, "app_6", 6_000L, "app_7", 7_000L, "app_8", 8_000L, "app_9",
                    9_000L)));
  }

  @Test
  void shouldBookTheEndToWhatTheDrainWaitedForLast() {
    DrainAccount containers = DrainAccount.ZERO.waitedUntil(second(5), DRAIN, work(1));
    DrainAccount applications = containers.waitedUntil(second(8), DRAIN, work(0, "app_1"));

    assertThat(containers.waitedUntil(second(6), DRAIN, work(0)).waitContainerMillis())
        .isEqualTo(6_000);
    assertThat(applications.waitedUntil(second(9), DRAIN, work(0)).waitAppMillis())
        .isEqualTo(4_000);
    assertThat(DrainAccount.ZERO.waitedUntil(second(1), DRAIN, work(0)).noReportMillis())
        .isEqualTo(1_000);
  }

  @Test
  void shouldCountWhatAnOperatorHoldsByItself() {
    DrainAccount held =
        DrainAccount.ZERO
            .waitedUntil(second(5), HELD, work(1, "app_1"))
            .waitedUntil(second(8), HELD, work(0, "app_1"))
            .waitedUntil(second(68), HELD, work(0));

    assertThat(held).hasToString("5s for containers, 3s for applications, 1m held");
    assertThat(held.waitedUntil(second(70), DRAIN, work(0)).waitAppMillis()).isEqualTo(5_000);
    assertThat(held.waitedUntil(second(20), HELD, work(0)))
        .hasToString("5s for containers, 3s for applications, 12s held");
  }

  static Stream<Integer> seeds() {
    return IntStream.range(0, 200).boxed();
  }

  /** Also with a clock that goes back, and with instants finer than a millisecond. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldSumToTheTimeSinceTheStart(int seed) {
    Random random = new Random(seed);
    DrainAccount account = DrainAccount.ZERO;
    Instant now = T0;
    for (int i = 0; i < 100; i++) {
      now = now.plusNanos(random.nextLong(-500_000_000L, 2_000_000_000L));
      Optional<Workload> reported =
          random.nextInt(4) == 0
              ? Optional.empty()
              : random.nextInt(4) == 0
                  ? work(0)
                  : work(random.nextInt(2), "app_" + random.nextInt(8));
      Drain drain = random.nextInt(3) == 0 ? HELD : DRAIN;
      account =
          random.nextInt(5) == 0
              ? account.inShort().unobservedUntil(now, drain)
              : account.waitedUntil(now, drain, reported);

      long total = Math.max(0, Duration.between(T0, now).toMillis());
      assertThat(account.totalMillis()).isEqualTo(total);
      assertThat(
              LongStream.of(
                  account.waitContainerMillis(),
                  account.waitAppMillis(),
                  account.noReportMillis(),
                  account.unobservedMillis(),
                  account.heldMillis()))
          .allMatch(part -> part >= 0);
      assertThat(account.applicationMillis().values()).allMatch(held -> held <= total);
    }
  }

  private static DrainAccount account(
      long container, long app, long unreported, long away, Map<String, Long> applications) {
    return new DrainAccount(container, app, unreported, away, new TreeMap<>(applications));
  }

  private static Instant second(int seconds) {
    return T0.plusSeconds(seconds);
  }

  private static Optional<Workload> work(int containers, String... applications) {
    return Optional.of(new Workload(containers, new TreeSet<>(List.of(applications))));
  }
}
