package ebb.watcher;

import static ebb.watcher.Drains.NODE;
import static ebb.watcher.Drains.T0;
import static ebb.watcher.Drains.drain;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.ConfigFactory;
import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.Workload;
import ebb.watcher.DecommissioningNodeWatcher.Command;
import ebb.watcher.DecommissioningNodeWatcher.Follow;
import ebb.watcher.DecommissioningNodeWatcher.WorkloadReported;
import ebb.watcher.DecommissioningNodeWatcher.WorkloadUnknown;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class DecommissioningNodeWatcherTest {
  private static final Duration POLL = Duration.ofSeconds(20);
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final DrainTimeout FIFTEEN_SECONDS = DrainTimeout.ofSeconds(15);
  private static final Workload ONE_CONTAINER =
      new Workload(1, new TreeSet<>(Set.of("application_1_0001")));
  private static final Workload ONE_APPLICATION =
      new Workload(0, new TreeSet<>(Set.of("application_1_0001")));
  private static final ActorTestKit TEST_KIT =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.testkit.typed.single-expect-default = 10s")
              .withFallback(ManualTime.config())
              .withFallback(ConfigFactory.load()));

  private final ManualTime time = ManualTime.get(TEST_KIT.system());
  private final HandClock clock = new HandClock(T0);
  private final TestProbe<String> told = TEST_KIT.createTestProbe();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldTellTheNodeOfItsDeadlineAndNotBefore() {
    // given
    watch(drain(3, FIFTEEN_SECONDS));
    told.expectMessage("3 WAIT_CONTAINER unknown");

    // then
    advance(Duration.ofMillis(14_900));
    told.expectNoMessage(MOMENT);

    // when
    advance(MOMENT);

    // then
    told.expectMessage("deadline 3");
    told.expectMessage("3 TIMEOUT unknown");
  }

  @Test
  void shouldNotBelieveATimerThatFiresEarly() {
    // given a timer that is some milliseconds ahead of the wall clock
    watch(drain(1, FIFTEEN_SECONDS));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    clock.advance(Duration.ofMillis(14_995));
    time.timePasses(Duration.ofSeconds(15));
    told.expectNoMessage(MOMENT);

    // when
    advance(Duration.ofMillis(10));

    // then
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT unknown");
  }

  @Test
  void shouldTellAtOnceOfADeadlineThatPassedWhileNobodyWatched() {
    clock.advance(Duration.ofHours(1));

    watch(drain(2, FIFTEEN_SECONDS));

    told.expectMessage("deadline 2");
    told.expectMessage("2 TIMEOUT unknown");
  }

  @Test
  void shouldSayReadyOnlyOnAKnownAndEmptyWorkload() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    told.expectMessage("1 WAIT_CONTAINER unknown");

    // when, then
    watcher.tell(new WorkloadReported(ONE_CONTAINER));
    told.expectMessage("1 WAIT_CONTAINER 1");
    watcher.tell(new WorkloadReported(ONE_APPLICATION));
    told.expectMessage("1 WAIT_APP 0");
    watcher.tell(new WorkloadReported(Workload.NOTHING));
    told.expectMessage("drained 1");
    told.expectMessage("1 READY 0");
  }

  @Test
  void shouldForgetTheWorkloadWhenItBecomesUnknown() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    watcher.tell(new WorkloadReported(ONE_APPLICATION));
    told.expectMessage("1 WAIT_APP 0");

    // when
    watcher.tell(new WorkloadUnknown());

    // then
    told.expectMessage("1 WAIT_CONTAINER unknown");
  }

  @Test
  void shouldSayNothingAboutAReportThatIsAsTheLast() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    watcher.tell(new WorkloadReported(ONE_CONTAINER));
    told.expectMessage("1 WAIT_CONTAINER 1");

    // when
    watcher.tell(new WorkloadReported(ONE_CONTAINER));
    watcher.tell(new WorkloadReported(ONE_APPLICATION));

    // then
    told.expectMessage("1 WAIT_APP 0");
  }

  @Test
  void shouldFollowALaterDeadlineFromTheSameStart() {
    // given
    var watcher = watch(drain(1, FIFTEEN_SECONDS));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    advance(Duration.ofSeconds(10));

    // when
    watcher.tell(new Follow(drain(1, DrainTimeout.ofSeconds(18))));
    sync(watcher);
    advance(Duration.ofMillis(7_990));
    told.expectNoMessage(MOMENT);
    advance(Duration.ofMillis(10));

    // then
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT 1");
  }

  @Test
  void shouldTellAtOnceOfATimeoutThatIsShorterThanTheTimePassed() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    advance(Duration.ofSeconds(10));

    // when
    watcher.tell(new Follow(drain(1, DrainTimeout.ofSeconds(5))));

    // then
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT unknown");
  }

  @Test
  void shouldIgnoreTheDrainOfAnotherEpoch() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    told.expectMessage("1 WAIT_CONTAINER unknown");

    // when
    watcher.tell(new Follow(drain(2, DrainTimeout.ofSeconds(0))));
    sync(watcher);

    // then
    advance(Duration.ofSeconds(1));
    told.expectNoMessage(MOMENT);
  }

  @Test
  void shouldRepeatAtEachPollWhatTheNodeMayHaveMissed() {
    // given
    var watcher = watch(drain(1, FIFTEEN_SECONDS));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    advance(Duration.ofSeconds(15));
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT unknown");

    // when
    advance(Duration.ofSeconds(5));

    // then
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT unknown");

    // when
    watcher.tell(new WorkloadReported(Workload.NOTHING));
    told.expectMessage("drained 1");
    told.expectMessage("1 READY 0");
    advance(POLL);

    // then
    told.expectMessage("drained 1");
    told.expectMessage("1 READY 0");
  }

  @Test
  void shouldFindADeadlineAtThePollAfterTheClockJumped() {
    // given a deadline far beyond the poll, then a clock that is set forward past it
    watch(drain(1, DrainTimeout.ofSeconds(3600)));
    told.expectMessage("1 WAIT_CONTAINER unknown");
    clock.set(T0.plusSeconds(3600));

    // when
    time.timePasses(POLL);

    // then
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT unknown");
  }

  @Test
  void shouldWaitForADeadlineBeyondTheLongestTimer() {
    // given
    var ages = Duration.ofDays(365_000);
    var watcher = watch(drain(1, DrainTimeout.of(ages)));
    told.expectMessage("1 WAIT_CONTAINER unknown");

    // then it works on, and the timer is set anew on the way
    sync(watcher);
    clock.set(T0.plus(ages));
    time.timePasses(POLL);
    told.expectMessage("deadline 1");
    told.expectMessage("1 TIMEOUT 1");
  }

  @Test
  void shouldWriteOneStatusLineAtEachPoll() {
    // given an epoch that no other test uses, since their watchers poll on
    var logger = (Logger) LoggerFactory.getLogger(DecommissioningNodeWatcher.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    watch(drain(42, DrainTimeout.ofSeconds(60)));
    told.expectMessage("42 WAIT_CONTAINER unknown");

    // when
    advance(POLL);
    told.expectMessage("42 WAIT_CONTAINER unknown");

    // then
    logger.detachAppender(lines);
    logger.setLevel(null);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.contains("epoch=42 "))
        .containsExactly(
            "nodeId=nm1.example:8041 epoch=42 status=WAIT_CONTAINER containers=unknown"
                + " applications=unknown secondsLeft=40 secondsSinceStart=20 actor=alice"
                + " operation=op-7");
  }

  /** A thousand nodes that one refresh drains: in each tenth about as many, and early none. */
  @Test
  void shouldPollForTheFirstTimeAnywhereInTheSecondHalfOfTheInterval() {
    Map<Long, Long> tenths =
        IntStream.rangeClosed(1, 1_000)
            .mapToObj(i -> new NodeId("10.0." + i / 250 + "." + i % 250, 8041))
            .map(id -> DecommissioningNodeWatcher.firstPoll(id, POLL))
            .collect(
                Collectors.groupingBy(
                    first -> 10 * first.toNanos() / POLL.toNanos(), Collectors.counting()));

    assertThat(tenths).containsOnlyKeys(5L, 6L, 7L, 8L, 9L);
    assertThat(tenths.values()).allMatch(count -> count > 150);
  }

  @Test
  void shouldHandleEveryCommandOfTheProtocol() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    Set<Command> samples =
        Set.of(
            new Follow(drain(1, DrainTimeout.INFINITE)),
            new WorkloadReported(ONE_CONTAINER),
            new WorkloadUnknown());

    // when
    samples.forEach(watcher::tell);

    // then it still answers, and only the private ticks are no samples
    sync(watcher);
    assertThat(Command.class.getPermittedSubclasses()).hasSize(samples.size() + 1);
  }

  private ActorRef<Command> watch(Drain drain) {
    return TEST_KIT.spawn(
        DecommissioningNodeWatcher.create(NODE, drain, new Telling(told.ref()), POLL, clock));
  }

  private void advance(Duration duration) {
    clock.advance(duration);
    time.timePasses(duration);
  }

  /** Returns when the watcher has handled everything that was sent to it. */
  private void sync(ActorRef<Command> watcher) {
    watcher.tell(new WorkloadReported(ONE_CONTAINER));
    told.fishForMessage(
        Duration.ofSeconds(3),
        message ->
            message.endsWith(" 1")
                ? FishingOutcomes.complete()
                : FishingOutcomes.continueAndIgnore());
  }

  private record Telling(ActorRef<String> told) implements NodePort {
    @Override
    public void deadlineReached(long epoch) {
      told.tell("deadline " + epoch);
    }

    @Override
    public void drained(long epoch) {
      told.tell("drained " + epoch);
    }

    @Override
    public void progressed(long epoch, DrainStatus status, Optional<Workload> workload) {
      var containers = workload.map(w -> Integer.toString(w.containers())).orElse("unknown");
      told.tell(epoch + " " + status + " " + containers);
    }
  }
}
