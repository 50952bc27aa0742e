package ebb.domain.queue;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrainQueueTest {
  private static final Instant ONE = T0.plusSeconds(3600);
  private static final Instant TWO = T0.plusSeconds(7200);

  @Test
  void shouldBeginAsManyHostsAsMayDrainBesideOthers() {
    DrainQueue queue = queue(drain("a", pace("3"), "h1", "h2", "h3", "h4"));

    assertThat(next(queue, 1)).containsExactly("h1", "h2");
    assertThat(next(queue, 3)).isEmpty();
    assertThat(next(queue, 9)).isEmpty();
  }

  @Test
  void shouldNotKeepLaterDrainsWaitingForOneThatMayNotBegin() {
    DrainQueue queue =
        queue(
            drain("small", pace("1"), "h1"),
            drain("held", pace("9"), "h2"),
            drain("early", new Pace(limit("9"), Optional.of(ONE), Optional.empty()), "h3"),
            drain("large", pace("9"), "h4"));

    assertThat(next(queue.changed("held", QueueChange.HOLD), 1)).containsExactly("h4");
  }

  @Test
  void shouldBeginOnlyWithinItsTime() {
    DrainQueue queue =
        queue(drain("a", new Pace(limit("9"), Optional.of(ONE), Optional.of(TWO)), "h1"));

    assertThat(next(queue, ONE.minusMillis(1))).isEmpty();
    assertThat(next(queue, ONE)).containsExactly("h1");
    assertThat(queue.over(TWO.minusMillis(1))).isEmpty();
    assertThat(next(queue, TWO)).isEmpty();
    assertThat(queue.over(TWO)).containsExactly("a");
  }

  @Test
  void shouldForgetADrainWithItsLastHost() {
    DrainQueue queue = queue(drain("a", pace("1"), "h1", "h2"), drain("b", pace("1"), "h3"));

    assertThat(queue.without(Set.of("h1", "h3")).drains())
        .singleElement()
        .satisfies(
            drain -> {
              assertThat(drain.id()).isEqualTo("a");
              assertThat(drain.waiting()).extracting(QueuedHost::host).containsExactly("h2");
              assertThat(drain.total()).isEqualTo(2);
            });
  }

  @Test
  void shouldHoldResumeMoveAndCancel() {
    DrainQueue queue = queue(drain("a", pace("1"), "h1"), drain("b", pace("1"), "h2"));

    DrainQueue held = queue.changed("a", QueueChange.HOLD);
    assertThat(next(held, 0)).containsExactly("h2");
    assertThat(held.changed("a", QueueChange.RESUME)).isEqualTo(queue);
    assertThat(next(queue.changed("b", QueueChange.FIRST), 0)).containsExactly("h2");
    assertThat(next(queue.changed("a", QueueChange.CANCEL), 0)).containsExactly("h2");
  }

  @ParameterizedTest
  @CsvSource({"20, 5, 20", "10%, 100, 10", "10%, 19, 1", "10%, 0, 1", "100%, 7, 7"})
  void shouldBeANumberOrAShareOfTheHostsInService(String text, int hosts, int expected) {
    assertThat(limit(text).of(hosts)).isEqualTo(expected);
    assertThat(limit(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "0%", "101%", "", "%", "ten", "1.5", "99999999"})
  void shouldRefuseALimitThatIsNone(String text) {
    assertThat(ParallelLimit.parse(text)).isEmpty();
  }

  @Test
  void shouldNotExistWithALimitThatLetsNothingBegin() {
    assertThatThrownBy(() -> new ParallelLimit(0, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ParallelLimit(101, true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> next(DrainQueue queue, int draining) {
    return next(queue, T0, draining);
  }

  private static List<String> next(DrainQueue queue, Instant now) {
    return next(queue, now, 0);
  }

  private static List<String> next(DrainQueue queue, Instant now, int draining) {
    return queue.next(now, new FleetLoad(draining, 100)).stream()
        .flatMap(batch -> batch.hosts().stream())
        .map(QueuedHost::host)
        .toList();
  }

  private static DrainQueue queue(QueuedDrain... drains) {
    return new DrainQueue(List.of(drains));
  }

  private static QueuedDrain drain(String id, Pace pace, String... hosts) {
    return new QueuedDrain(
        id,
        Stream.of(hosts).map(host -> new QueuedHost(host, Optional.empty())).toList(),
        hosts.length,
        pace,
        false,
        at(T0));
  }

  private static Pace pace(String limit) {
    return new Pace(limit(limit), Optional.empty(), Optional.empty());
  }

  private static ParallelLimit limit(String text) {
    return ParallelLimit.parse(text).orElseThrow();
  }
}
