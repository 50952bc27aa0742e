package ebb.journal.clock;

import static ebb.journal.clock.ClockState.CONFIRM_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.journal.clock.ClockState.Decision;
import ebb.journal.clock.ClockState.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a process follows a clock: each look is so long after its start, and off by so much. */
final class ClockStateTest {
  private static final Instant T0 = Instant.parse("2026-11-22T08:00:00Z");

  /** The monotonic clock may overflow while the process runs. */
  private static final long START = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  private static final Duration EXACT = Duration.ZERO;
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final Duration DAY_BACK = Duration.ofDays(-1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private ClockState state = ClockState.of(reading(Duration.ZERO, EXACT));

  @Test
  void shouldTakeTheReferenceAsItIsAtTheStart() {
    assertThat(timeAfter(Duration.ZERO)).isEqualTo(T0);
    assertThat(timeAfter(TWO_HOURS)).isEqualTo(T0.plus(TWO_HOURS));
    assertThat(state.jump()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1000, -1, 0, 1, 1000})
  void shouldCorrectASmallDifferenceAtOnce(long millis) {
    Duration offset = Duration.ofMillis(millis);

    assertThat(lookAfter(seconds(10), offset)).isEqualTo(Outcome.FOLLOWED);

    assertThat(timeAfter(seconds(20))).isEqualTo(T0.plusSeconds(20).plus(offset));
    assertThat(state.jump()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-86_400_000, -1001, 1001, 7_200_000})
  void shouldKeepItsTimeWhenTheReferenceJumps(long millis) {
    assertThat(lookAfter(seconds(10), Duration.ofMillis(millis))).isEqualTo(Outcome.JUMPED);

    assertThat(timeAfter(seconds(20))).isEqualTo(T0.plusSeconds(20));
    assertThat(state.jump()).isPresent();
  }

  @Test
  void shouldSayThatItJumpedOnlyOnce() {
    assertThat(lookAfter(seconds(10), TWO_HOURS)).isEqualTo(Outcome.JUMPED);
    assertThat(lookAfter(seconds(20), TWO_HOURS)).isEqualTo(Outcome.AWAY);
    assertThat(lookAfter(seconds(30), TWO_HOURS.plus(SECOND))).isEqualTo(Outcome.AWAY);
  }

  @Test
  void shouldFollowAJumpAheadThatLasts() {
    // given
    lookAfter(seconds(10), TWO_HOURS);
    Duration confirmed = seconds(10).plus(CONFIRM_AFTER);
    // when, then
    assertThat(lookAfter(confirmed.minusNanos(1), TWO_HOURS)).isEqualTo(Outcome.AWAY);
    assertThat(timeAfter(confirmed)).isEqualTo(T0.plus(confirmed));
    assertThat(lookAfter(confirmed, TWO_HOURS)).isEqualTo(Outcome.ADOPTED);
    assertThat(timeAfter(confirmed)).isEqualTo(T0.plus(confirmed).plus(TWO_HOURS));
    assertThat(state.jump()).isEmpty();
  }

  @Test
  void shouldWaitAnewWhenTheReferenceJumpsOnWhileItIsAhead() {
    // given
    lookAfter(seconds(10), TWO_HOURS);
    Duration further = TWO_HOURS.plus(SECOND).plusNanos(1);
    // when
    assertThat(lookAfter(seconds(100), further)).isEqualTo(Outcome.JUMPED);
    // then
    assertThat(lookAfter(seconds(10).plus(CONFIRM_AFTER), further)).isEqualTo(Outcome.AWAY);
    assertThat(lookAfter(seconds(100).plus(CONFIRM_AFTER), further)).isEqualTo(Outcome.ADOPTED);
  }

  /** A clock that gains two seconds in each ten is no clock to go by. */
  @Test
  void shouldNeverFollowAReferenceThatRunsAway() {
    for (int i = 1; i <= 1000; i++) {
      assertThat(lookAfter(seconds(10L * i), seconds(2L * i))).isEqualTo(Outcome.JUMPED);
    }
    assertThat(timeAfter(seconds(10_000))).isEqualTo(T0.plusSeconds(10_000));
  }

  @Test
  void shouldNotMoveWhenTheReferenceReturns() {
    // given
    lookAfter(seconds(10), TWO_HOURS);
    // when, then
    assertThat(lookAfter(seconds(20), EXACT)).isEqualTo(Outcome.RETURNED);
    assertThat(timeAfter(seconds(30))).isEqualTo(T0.plusSeconds(30));
    assertThat(state.jump()).isEmpty();
  }

  @Test
  void shouldWaitAnewWhenTheReferenceHasReturnedMeanwhile() {
    // given
    lookAfter(seconds(10), TWO_HOURS);
    lookAfter(seconds(20), EXACT);
    lookAfter(seconds(30), TWO_HOURS);
    // when, then
    assertThat(lookAfter(seconds(20).plus(CONFIRM_AFTER), TWO_HOURS)).isEqualTo(Outcome.AWAY);
    assertThat(lookAfter(seconds(30).plus(CONFIRM_AFTER), TWO_HOURS)).isEqualTo(Outcome.ADOPTED);
  }

  /** It would prolong the drains of this process by a day. */
  @Test
  void shouldNeverFollowAJumpBack() {
    // given
    assertThat(lookAfter(seconds(10), DAY_BACK)).isEqualTo(Outcome.JUMPED);
    // when, then it also drifts by two seconds an hour
    for (int hour = 1; hour <= 1000; hour++) {
      Duration after = Duration.ofHours(hour);
      for (int half = 0; half < 2; half++) {
        Duration drift = seconds(2L * hour + half - 1);
        assertThat(lookAfter(after.plusMinutes(30L * half), DAY_BACK.plus(drift)))
            .isEqualTo(Outcome.AWAY);
      }
      assertThat(timeAfter(after)).isEqualTo(T0.plus(after));
    }
    assertThat(lookAfter(Duration.ofHours(2000), EXACT)).isEqualTo(Outcome.RETURNED);
  }

  @Test
  void shouldTakeAnotherJumpForOneOfItsOwn() {
    // given
    lookAfter(seconds(10), DAY_BACK);
    // when, then
    assertThat(lookAfter(seconds(20), TWO_HOURS)).isEqualTo(Outcome.JUMPED);
    assertThat(lookAfter(seconds(10).plus(CONFIRM_AFTER), TWO_HOURS)).isEqualTo(Outcome.AWAY);
    assertThat(lookAfter(seconds(20).plus(CONFIRM_AFTER), TWO_HOURS)).isEqualTo(Outcome.ADOPTED);
  }

  @Test
  void shouldSayHowFarItIs() {
    assertThat(new ClockState.Jump(TWO_HOURS.minusMillis(20), 0).distance()).isEqualTo("2h");
    assertThat(new ClockState.Jump(DAY_BACK.plusSeconds(3), 0).distance()).isEqualTo("23h59m57s");
  }

  private Outcome lookAfter(Duration sinceStart, Duration offset) {
    Decision decision = state.decide(reading(sinceStart, offset));
    state = decision.next();
    return decision.outcome();
  }

  private Instant timeAfter(Duration sinceStart) {
    return state.timeAt(START + sinceStart.toNanos());
  }

  private static TimeReading reading(Duration sinceStart, Duration offset) {
    long count = START + sinceStart.toNanos();
    return new TimeReading(T0.plus(sinceStart).plus(offset), count, count);
  }

  private static Duration seconds(long number) {
    return Duration.ofSeconds(number);
  }
}
