package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ContainerProcess;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05Z");
  private static final ContainerProcess MAP = new ContainerProcess("container_2", "a", 17);
  private static final Snapshot BEFORE = new Snapshot(Map.of("a", drain(T0, 30)), List.of(MAP));

  @Test
  void shouldFindNothingWhenOnlyTheClockWentOn() {
    var after = new Snapshot(Map.of("a", drain(T0, 12)), List.of(MAP));
    assertThat(BEFORE.movedIn(after)).isEmpty();
    assertThat(BEFORE.goneIn(after)).isEmpty();
  }

  @Test
  void shouldFindAContainerThatWasStartedAgain() {
    // given the same container in another process
    var restarted = new ContainerProcess("container_2", "a", 18);
    // then
    assertThat(BEFORE.goneIn(new Snapshot(BEFORE.drains(), List.of(restarted))))
        .containsExactly(MAP);
  }

  @Test
  void shouldFindADeadlineThatMoved() {
    assertThat(BEFORE.movedIn(new Snapshot(Map.of("a", drain(T0.plusMillis(1), 30)), List.of(MAP))))
        .singleElement()
        .asString()
        .contains("03:04:05.000Z", "03:04:05.001Z");
  }

  @Test
  void shouldFindADrainThatWasForgotten() {
    assertThat(BEFORE.ofDrain("a").movedIn(new Snapshot(Map.of(), List.of(MAP)))).hasSize(1);
    assertThat(BEFORE.ofDrain("b").movedIn(new Snapshot(Map.of(), List.of(MAP)))).isEmpty();
  }

  private static DrainView drain(Instant start, long secondsLeft) {
    return new DrainView(
        1,
        start,
        OptionalLong.of(60),
        "REQUEST",
        Optional.of(start.plusSeconds(60)),
        OptionalLong.of(secondsLeft));
  }
}
