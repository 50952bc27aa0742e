package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.domain.NodeId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NodeWatchTest {
  private static final Instant T0 = Instant.parse("2026-01-02T03:04:05Z");

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final NodeWatch watch =
      new NodeWatch(
          List::of, new ConsoleReporter(new PrintStream(said, true, StandardCharsets.UTF_8)));

  @Test
  void shouldSayALineForEachChangeAndNoneForTheClock() {
    // when
    watch.see(List.of(draining("WAIT_CONTAINER", 2, 40)));
    watch.see(List.of(draining("WAIT_CONTAINER", 2, 39)));
    watch.see(List.of(draining("WAIT_APP", 0, 38)));
    // then
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("host:1", "DECOMMISSIONING", "WAIT_CONTAINER")
                    .contains("containers 2, applications 1, 40 s left"),
            line -> assertThat(line).contains("WAIT_APP", "containers 0", "38 s left"));
  }

  @Test
  void shouldRememberWhatEachNodeWaitedForInItsOrder() {
    // when
    watch.see(List.of(draining("WAIT_CONTAINER", 2, 40)));
    watch.see(List.of(draining("WAIT_CONTAINER", 1, 39)));
    watch.see(List.of(draining("WAIT_APP", 0, 38)));
    // then
    assertThat(watch.statuses("host")).containsExactly("WAIT_CONTAINER", "WAIT_APP");
    assertThat(watch.statuses("another")).isEmpty();
    assertThat(watch.node("host")).contains(draining("WAIT_APP", 0, 38));
  }

  private static NodeView draining(String status, int containers, long secondsLeft) {
    return new NodeView(
        new NodeId("host", 1),
        "DECOMMISSIONING",
        Optional.of(status),
        OptionalInt.of(containers),
        List.of("application_1_1"),
        Optional.of(
            new DrainView(
                1,
                T0,
                OptionalLong.of(60),
                "REQUEST",
                Optional.of(T0.plusSeconds(60)),
                OptionalLong.of(secondsLeft))));
  }
}
