package ebb.journal.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class SteadyClockTest {
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  /** A clock that the test sets, and that may be away or slow. */
  private static final class SetClock implements TimeReference {
    private Instant time = Instant.now();
    private boolean away;
    private Duration takes = Duration.ZERO;

    /** So many answers take as long as that, and the next one no time; negative for all. */
    private int slowAnswers = -1;

    @Override
    public String name() {
      return "clock of the test";
    }

    @Override
    public TimeReading read(LongSupplier nanoTime) throws SQLException {
      if (away) {
        throw new SQLTransientConnectionException("away");
      }
      long asked = nanoTime.getAsLong();
      Duration took = slowAnswers-- == 0 ? Duration.ZERO : takes;
      return new TimeReading(time, asked, asked + took.toNanos());
    }
  }

  private final Logger logger = (Logger) LoggerFactory.getLogger(SteadyClock.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final SetClock reference = new SetClock();
  private long nanos = 17;
  private SteadyClock clock;
  private Instant begun;

  @BeforeEach
  void start() throws SQLException {
    logged.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(logged);
    logger.setAdditive(false);
    clock = newClock();
    begun = clock.instant();
  }

  @AfterEach
  void stop() {
    logger.detachAppender(logged);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void shouldShowTheTimeOfItsReference() {
    assertThat(begun).isEqualTo(reference.time);
    assertThat(clock.problem()).isEmpty();
    assertThat(lines()).isEmpty();
  }

  /** Whatever the reference does meanwhile. */
  @Test
  void shouldRunOnTheMonotonicClockBetweenTwoLooks() {
    nanos += TWO_HOURS.toNanos();

    assertThat(passed()).isEqualTo(TWO_HOURS);
  }

  @Test
  void shouldFollowItsReferenceWhenItLooks() {
    pass(Duration.ofSeconds(10));
    reference.time = reference.time.minusMillis(300);

    clock.check();

    assertThat(clock.instant()).isEqualTo(reference.time);
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldWarnOnceAndShowAJumpAheadUntilItFollows() {
    // given
    reference.time = reference.time.plus(TWO_HOURS);
    // when
    clock.check();
    lookEveryTenSecondsFor(ClockState.CONFIRM_AFTER.minusSeconds(10));
    // then
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("WARN The clock of the test jumped 2h ahead")
        .contains("Deadlines do not move", "5m", "correct it")
        .doesNotContain("\n");
    assertThat(clock.problem())
        .contains(
            "the clock of the test is 2h ahead of the time of this process, which follows it if"
                + " that lasts for 5m");
    assertThat(passed()).isEqualTo(ClockState.CONFIRM_AFTER.minusSeconds(10));
    // when
    lookEveryTenSecondsFor(Duration.ofSeconds(10));
    // then
    assertThat(clock.instant()).isEqualTo(reference.time);
    assertThat(clock.problem()).isEmpty();
    assertThat(lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("WARN The clock of the test has stayed 2h ahead for 5m");
  }

  @Test
  void shouldKeepItsTimeAfterAJumpBackAndShowItUntilTheReferenceReturns() {
    // given
    reference.time = reference.time.minus(Duration.ofDays(1));
    // when
    clock.check();
    lookEveryTenSecondsFor(TWO_HOURS);
    // then
    assertThat(passed()).isEqualTo(TWO_HOURS);
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("WARN The clock of the test jumped 1d back")
        .contains("Deadlines do not move", "restart every instance")
        .doesNotContain("\n");
    assertThat(clock.problem())
        .contains(
            "the clock of the test is 1d behind the time of this process, which keeps its own"
                + " until it ends");
    // when
    reference.time = reference.time.plus(Duration.ofDays(1));
    clock.check();
    // then
    assertThat(passed()).isEqualTo(TWO_HOURS);
    assertThat(clock.problem()).isEmpty();
    assertThat(lines()).hasSize(2).last().asString().startsWith("INFO").contains("agrees");
  }

  @Test
  void shouldTakeTheReferenceAsItIsInANewProcess() throws SQLException {
    reference.time = reference.time.minus(Duration.ofHours(1));

    assertThat(newClock().instant()).isEqualTo(reference.time);
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("WARN The clock of this machine is PT")
        .contains("ahead of the clock of the test");
  }

  @Test
  void shouldGoOnWhileItsReferenceIsAway() {
    reference.away = true;

    lookEveryTenSecondsFor(TWO_HOURS);

    assertThat(passed()).isEqualTo(TWO_HOURS);
    assertThat(clock.problem()).isEmpty();
  }

  @Test
  void shouldStillShowAJumpWhileItsReferenceIsAway() {
    reference.time = reference.time.plus(TWO_HOURS);
    clock.check();
    reference.away = true;

    lookEveryTenSecondsFor(TWO_HOURS);

    assertThat(passed()).isEqualTo(TWO_HOURS);
    assertThat(clock.problem()).isPresent();
  }

  /** Nobody knows when in those five seconds the reference looked at its clock. */
  @Test
  void shouldNotBelieveAnAnswerThatTookTooLong() {
    reference.takes = Duration.ofSeconds(5);
    reference.time = reference.time.plus(TWO_HOURS);

    clock.check();

    assertThat(clock.instant()).isEqualTo(begun);
    assertThat(clock.problem()).isEmpty();
    assertThatThrownBy(this::newClock)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("to tell the time");
  }

  @Test
  void shouldAskAgainAtTheStartWhenAnAnswerTookTooLong() throws SQLException {
    reference.takes = Duration.ofSeconds(5);
    reference.slowAnswers = 3;

    assertThat(newClock().instant()).isEqualTo(reference.time);
  }

  @Test
  void shouldTakeTheMiddleOfAnAnswer() throws SQLException {
    reference.takes = Duration.ofMillis(400);

    assertThat(newClock().instant()).isEqualTo(reference.time.minusMillis(200));
  }

  @Test
  void shouldShowTheSameInstantInEachZone() {
    Clock there = clock.withZone(ZoneId.of("Asia/Tokyo"));

    assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
    assertThat(there.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    assertThat(there.instant()).isEqualTo(clock.instant());
    assertThat(there.withZone(ZoneOffset.UTC).instant()).isEqualTo(clock.instant());
  }

  @Test
  void shouldReadTheClockOfTheMachine() throws SQLException {
    Clock machine = Clock.fixed(begun, ZoneOffset.UTC);

    SteadyClock lone = SteadyClock.start(new TimeReference.OfMachine(machine), () -> nanos);

    assertThat(lone.instant()).isEqualTo(begun);
  }

  private SteadyClock newClock() throws SQLException {
    return SteadyClock.start(reference, () -> nanos);
  }

  private void lookEveryTenSecondsFor(Duration time) {
    for (long i = 0; i < time.toSeconds(); i += 10) {
      pass(Duration.ofSeconds(10));
      clock.check();
    }
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    reference.time = reference.time.plus(time);
  }

  /** By the process's time. */
  private Duration passed() {
    return Duration.between(begun, clock.instant());
  }

  private List<String> lines() {
    return List.copyOf(logged.list).stream()
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }
}
