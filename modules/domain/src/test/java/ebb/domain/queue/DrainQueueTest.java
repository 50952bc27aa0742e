package ebb.domain.queue;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.queue.FleetConditions.FleetHost;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  void shouldBeginAsManyHostsAsLeaveEnoughInService() {
    QueuedDrain drain = drain("a", keeping("50G@gpu"), "g1", "g2", "g3", "c1");

    assertThat(next(drain, Map.of("g1", 20, "g2", 20, "g3", 20, "g4", 30)))
        .containsExactly("g1", "g2");
    assertThat(next(drain, Map.of("g1", 20, "g2", 20, "g3", 20))).isEmpty();
    // In their order: a smaller host does not overtake.
    assertThat(next(drain, Map.of("g1", 20, "g2", 40, "g3", 1, "g4", 20))).containsExactly("g1");
    assertThat(drain.turn(T0, gpus(Map.of("g1", 20, "g2", 40))))
        .isEqualTo(
            new QueueTurn(
                QueuePhase.KEPT,
                Optional.of("g1 has 20G of the 60G in service, and 50G@gpu must stay")));
  }

  @Test
  void shouldKeepTheMemoryOfAllLabelsTogetherUnlessOneIsNamed() {
    FleetConditions fleet =
        new FleetConditions(new FleetLoad(0, 9), Map.of("gpu", 1024L, "", 2048L), Map.of());

    assertThat(KeptCapacity.parse("3G").orElseThrow().missing(fleet)).isEmpty();
    assertThat(KeptCapacity.parse("3073M").orElseThrow().missing(fleet))
        .contains("Memory in service: 3G");
    assertThat(KeptCapacity.parse("2G@gpu").orElseThrow().missing(fleet))
        .contains("Memory in service of nodes with the label gpu: 1G");
    assertThat(KeptCapacity.parse("1M@ssd").orElseThrow().missing(fleet))
        .contains("Memory in service of nodes with the label ssd: 0G");
  }

  /** After a failover, nodes count once they have registered: more may be away than is known. */
  @Test
  void shouldBeginNoHostWhileTooLittleIsKnownToBeInService() {
    QueuedDrain drain = drain("a", keeping("50G@gpu"), "g1");

    assertThat(next(drain, Map.of("g2", 49))).isEmpty();
    assertThat(next(drain, Map.of("g2", 50))).containsExactly("g1");
  }

  private static List<String> next(QueuedDrain drain, Map<String, Integer> gigabytes) {
    return drain.next(T0, gpus(gigabytes)).stream().map(QueuedHost::host).toList();
  }

  private static FleetConditions gpus(Map<String, Integer> gigabytes) {
    Map<String, FleetHost> hosts = new HashMap<>();
    gigabytes.forEach(
        (host, size) ->
            hosts.put(host, new FleetHost(Map.of("gpu", size * 1024L), false, Optional.empty())));
    long sum = gigabytes.values().stream().mapToLong(size -> size * 1024L).sum();
    return new FleetConditions(new FleetLoad(0, 9), Map.of("gpu", sum, "", 900L * 1024), hosts);
  }

  private static Pace keeping(String capacity) {
    return new Pace(
        limit("100%"),
        Optional.empty(),
        Optional.empty(),
        KeptCapacity.parse(capacity),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void shouldBeginARackOnlyWhenTheHostsOfTheEarlierOneHaveDrained() {
    FleetConditions racks = racks(Map.of("a1", "/a", "b1", "/b", "a2", "/a"));
    List<QueuedHost> inOrder = BY_RACK.inOrder(hosts("a1", "x1", "b1", "x2", "a2"), racks);
    assertThat(inOrder).extracting(QueuedHost::host).containsExactly("a1", "a2", "b1", "x1", "x2");
    assertThat(BY_RACK.together(inOrder)).isEqualTo(2);
    DrainQueue queue = queue(new QueuedDrain("q", inOrder, 5, BY_RACK, false, at(T0)));

    assertThat(nextWhile(queue)).containsExactly("a1", "a2");
    queue = queue.begun(Set.of("a1"));
    assertThat(nextWhile(queue, "a1")).as("the same rack").containsExactly("a2");
    queue = queue.begun(Set.of("a2"));
    assertThat(nextWhile(queue, "a1")).isEmpty();
    assertThat(queue.drains().get(0).turn(T0, draining("a1")))
        .isEqualTo(new QueueTurn(QueuePhase.OTHER_RACK, Optional.of("a1 in /a still drains")));
    assertThat(nextWhile(queue, "z9")).as("a host of others").containsExactly("b1");
    queue = queue.begun(Set.of("b1"));
    assertThat(nextWhile(queue)).as("on a rack of its own").containsExactly("x1");
    queue = queue.begun(Set.of("x1"));
    assertThat(nextWhile(queue, "x1")).isEmpty();
    assertThat(nextWhile(queue)).containsExactly("x2");
  }

  @Test
  void shouldNotWaitForAHostThatHasLeftTheQueueWithoutADrain() {
    FleetConditions racks = racks(Map.of("a1", "/a", "b1", "/b"));
    DrainQueue queue =
        queue(
            new QueuedDrain(
                "q", BY_RACK.inOrder(hosts("a1", "b1"), racks), 2, BY_RACK, false, at(T0)));

    assertThat(nextWhile(queue.without(Set.of("a1")), "a1")).containsExactly("b1");
  }

  private static final Pace BY_RACK =
      new Pace(
          new ParallelLimit(100, true),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(HostGroup.RACK),
          Optional.empty());

  private static FleetConditions racks(Map<String, String> racks) {
    Map<String, FleetHost> hosts = new HashMap<>();
    racks.forEach(
        (host, rack) -> hosts.put(host, new FleetHost(Map.of(), false, Optional.of(rack))));
    return new FleetConditions(new FleetLoad(0, 9), Map.of(), hosts);
  }

  /** After a failover, racks are not known any more. */
  private static FleetConditions draining(String... names) {
    Map<String, FleetHost> hosts = new HashMap<>();
    Stream.of(names)
        .forEach(host -> hosts.put(host, new FleetHost(Map.of(), true, Optional.empty())));
    return new FleetConditions(new FleetLoad(names.length, 9), Map.of(), hosts);
  }

  private static List<String> nextWhile(DrainQueue queue, String... draining) {
    return queue.next(T0, draining(draining)).stream()
        .flatMap(batch -> batch.hosts().stream())
        .map(QueuedHost::host)
        .toList();
  }

  private static List<QueuedHost> hosts(String... names) {
    return Stream.of(names).map(host -> new QueuedHost(host, Optional.empty())).toList();
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
  void shouldBeginOnlyWhileItsWindowIsOpenAndItsOwnTimeHasCome() {
    DrainQueue queue = queue(drain("a", inWindow("nights", Optional.of(TWO)), "h1"));
    FleetConditions fleet = FleetConditions.of(new FleetLoad(0, 9)).with(new OpensAt(ONE));

    assertThat(queue.next(ONE.minusMillis(1), fleet)).isEmpty();
    assertThat(queue.drains().get(0).turn(T0, fleet))
        .isEqualTo(
            new QueueTurn(QueuePhase.CLOSED, Optional.of("nights opens at 2026-03-01T13:00:00Z")));
    assertThat(queue.next(ONE, fleet)).isPresent();
    assertThat(queue.over(TWO)).containsExactly("a");
    Pace late = new Pace(limit("9"), Optional.of(ONE.plusSeconds(1)), Optional.empty());
    assertThat(queue(drain("b", late, "h1")).next(ONE, fleet)).isEmpty();
  }

  @Test
  void shouldBeginNothingAndSaySoWhenItsWindowIsGone() {
    QueuedDrain drain = drain("a", inWindow("days", Optional.empty()), "h1");

    assertThat(drain.turn(ONE, FleetConditions.of(new FleetLoad(0, 9)).with(new OpensAt(ONE))))
        .isEqualTo(
            new QueueTurn(
                QueuePhase.CLOSED, Optional.of("ebb.windows has no window days; it has nights")));
    assertThat(drain.next(ONE, FleetConditions.of(new FleetLoad(0, 9)))).isEmpty();
  }

  @Test
  void shouldKnowWhetherAWindowOpensInItsTime() {
    Windows windows = new OpensAt(ONE);

    assertThat(inWindow("nights", Optional.empty()).problem(T0, windows)).isEmpty();
    assertThat(inWindow("nights", Optional.of(ONE)).problem(T0, windows))
        .contains(
            "The window nights does not open after 2026-03-01T12:00:00Z and before"
                + " 2026-03-01T13:00:00Z");
    assertThat(inWindow("nights", Optional.of(TWO)).problem(T0, windows)).isEmpty();
    assertThat(inWindow("nights", Optional.of(TWO)).problem(TWO, windows))
        .contains("No host could begin before " + TWO);
  }

  private static Pace inWindow(String window, Optional<Instant> until) {
    return new Pace(
        limit("9"),
        Optional.empty(),
        until,
        Optional.empty(),
        Optional.empty(),
        Optional.of(window));
  }

  /** A window with the name nights, which stays open. */
  private record OpensAt(Instant time) implements Windows {
    @Override
    public List<String> names() {
      return List.of("nights");
    }

    @Override
    public boolean isOpen(String name, Instant at) {
      return names().contains(name) && !at.isBefore(time);
    }

    @Override
    public Optional<Instant> opensAfter(String name, Instant at) {
      return Optional.of(time).filter(at::isBefore);
    }
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

  @ParameterizedTest
  @CsvSource({
    "200G, 204800, 200G",
    "1T@gpu, 1048576, 1T@gpu",
    "1536M, 1536, 1536M",
    "2048M, 2048, 2G"
  })
  void shouldReadMemoryWithItsUnitAndLabel(String text, long memoryMb, String shown) {
    KeptCapacity kept = KeptCapacity.parse(text).orElseThrow();

    assertThat(kept.memoryMb()).isEqualTo(memoryMb);
    assertThat(kept).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0G",
        "200",
        "G",
        "-1G",
        "1.5G",
        "200g",
        "200 G",
        "200G@",
        "200G@a b",
        "9999999999G"
      })
  void shouldRefuseACapacityThatIsNone(String text) {
    assertThat(KeptCapacity.parse(text)).isEmpty();
  }

  @Test
  void shouldNotExistWithALimitThatLetsNothingBegin() {
    assertThatThrownBy(() -> new ParallelLimit(0, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ParallelLimit(101, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KeptCapacity(0, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> next(DrainQueue queue, int draining) {
    return next(queue, T0, draining);
  }

  private static List<String> next(DrainQueue queue, Instant now) {
    return next(queue, now, 0);
  }

  private static List<String> next(DrainQueue queue, Instant now, int draining) {
    return queue.next(now, FleetConditions.of(new FleetLoad(draining, 100))).stream()
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
