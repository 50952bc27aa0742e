package ebb.watcher;

import static ebb.watcher.Drains.NODE;
import static ebb.watcher.Drains.T0;
import static ebb.watcher.Drains.drain;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.ConfigFactory;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.watcher.DecommissioningNodeWatcher.Command;
import ebb.watcher.DecommissioningNodeWatcher.Follow;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

final class DecommissioningNodeWatcherTest {
  private static final Duration POLL = Duration.ofSeconds(20);
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final DrainTimeout FIFTEEN_SECONDS = DrainTimeout.ofSeconds(15);
  private static final ActorTestKit TEST_KIT =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.testkit.typed.single-expect-default = 10s")
              .withFallback(ManualTime.config())
              .withFallback(ConfigFactory.load()));

  private final ManualTime time = ManualTime.get(TEST_KIT.system());
  private final MutableClock clock = MutableClock.of(T0, ZoneOffset.UTC);
  private final TestProbe<String> told = TEST_KIT.createTestProbe();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldTellTheNodeOfItsDeadlineAndNotBefore() {
    // given
    watch(drain(3, FIFTEEN_SECONDS));

    // then
    advance(Duration.ofMillis(14_900));
    told.expectNoMessage(MOMENT);

    // when
    advance(MOMENT);

    // then
    told.expectMessage("poll 3");
  }

  @Test
  void shouldNotBelieveATimerThatFiresEarly() {
    // given a timer that is some milliseconds ahead of the wall clock
    watch(drain(1, FIFTEEN_SECONDS));
    clock.add(Duration.ofMillis(14_995));
    time.timePasses(Duration.ofSeconds(15));
    told.expectNoMessage(MOMENT);

    // when
    advance(Duration.ofMillis(10));

    // then
    told.expectMessage("poll 1");
  }

  @Test
  void shouldTellAtOnceOfADeadlineThatPassedWhileNobodyWatched() {
    clock.add(Duration.ofHours(1));

    watch(drain(2, FIFTEEN_SECONDS));

    told.expectMessage("poll 2");
  }

  @Test
  void shouldFollowALaterDeadlineFromTheSameStart() {
    // given
    var watcher = watch(drain(1, FIFTEEN_SECONDS));
    advance(Duration.ofSeconds(10));

    // when
    watcher.tell(new Follow(drain(1, DrainTimeout.ofSeconds(18))));
    sync(watcher);
    advance(Duration.ofMillis(7_990));
    told.expectNoMessage(MOMENT);
    advance(Duration.ofMillis(10));

    // then
    told.expectMessage("poll 1");
  }

  @Test
  void shouldTellAtOnceOfATimeoutThatIsShorterThanTheTimePassed() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));
    advance(Duration.ofSeconds(10));

    // when
    watcher.tell(new Follow(drain(1, DrainTimeout.ofSeconds(5))));

    // then
    told.expectMessage("poll 1");
  }

  @Test
  void shouldIgnoreTheDrainOfAnotherEpoch() {
    // given
    var watcher = watch(drain(1, DrainTimeout.INFINITE));

    // when
    watcher.tell(new Follow(drain(2, DrainTimeout.ofSeconds(0))));
    sync(watcher);

    // then
    advance(Duration.ofSeconds(1));
    told.expectNoMessage(MOMENT);
  }

  @Test
  void shouldHaveTheNodeLookOnceInEachInterval() {
    watch(drain(1, DrainTimeout.INFINITE));

    advance(POLL);
    told.expectMessage("poll 1");
    told.expectNoMessage(MOMENT);
    advance(POLL);
    told.expectMessage("poll 1");
    told.expectNoMessage(MOMENT);
  }

  @Test
  void shouldRepeatAtEachPollThatTheDeadlineHasPassed() {
    // given
    watch(drain(1, FIFTEEN_SECONDS));
    advance(Duration.ofSeconds(15));
    told.expectMessage("poll 1");

    // when, then
    advance(Duration.ofSeconds(5));
    told.expectMessage("poll 1");
    told.expectNoMessage(MOMENT);
    advance(POLL);
    told.expectMessage("poll 1");
    told.expectNoMessage(MOMENT);
  }

  @Test
  void shouldFindADeadlineAtThePollAfterTheClockJumped() {
    // given a deadline far beyond the poll, then a clock that is set forward past it
    watch(drain(1, DrainTimeout.ofSeconds(3600)));
    clock.setInstant(T0.plusSeconds(3600));

    // when
    time.timePasses(POLL);

    // then
    told.expectMessage("poll 1");
  }

  @Test
  void shouldWaitForADeadlineBeyondTheLongestTimer() {
    // given
    var ages = Duration.ofDays(365_000);
    var watcher = watch(drain(1, DrainTimeout.of(ages)));

    // then it works on, and the timer is set anew on the way
    sync(watcher);
    clock.setInstant(T0.plus(ages));
    time.timePasses(POLL);
    told.expectMessage("poll 1");
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
    Set<Command> samples = Set.of(new Follow(drain(1, DrainTimeout.INFINITE)));

    // when
    samples.forEach(watcher::tell);

    // then it still answers, and only the private ticks are no samples
    sync(watcher);
    assertThat(Command.class.getPermittedSubclasses()).hasSize(samples.size() + 1);
  }

  /** Returns when the watcher has set its timers. */
  private ActorRef<Command> watch(Drain drain) {
    ActorRef<Command> watcher =
        TEST_KIT.spawn(DecommissioningNodeWatcher.create(NODE, drain, this::tell, POLL, clock));
    sync(watcher);
    return watcher;
  }

  private void advance(Duration duration) {
    clock.add(duration);
    time.timePasses(duration);
  }

  /** Returns when the watcher has handled everything that was sent to it; fails if it is dead. */
  private static void sync(ActorRef<Command> watcher) {
    Adapter.toClassic(TEST_KIT.system())
        .actorSelection(watcher.path().toString())
        .resolveOne(Duration.ofDays(1))
        .toCompletableFuture()
        .join();
  }

  private void tell(long epoch) {
    told.ref().tell("poll " + epoch);
  }
}
