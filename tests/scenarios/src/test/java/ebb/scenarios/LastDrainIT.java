package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator wants to know why a node has left. */
@Tag("long")
class LastDrainIT {
  private static final List<String> OF_THE_NODE_MANAGER =
      List.of("NodeManager", "Rack", "Labels", "Attributes", "Version");

  /** The deadline was changed, so the end is attributed to whoever changed it. */
  @Test
  void shouldTellWhoEndedADrainAndWhatItLeftAlsoAfterACrash() throws Exception {
    try (LoneInstance instance = LoneInstance.withFile()) {
      // given a node with a container that drains for an hour
      instance.start();
      BeatingNode node = instance.startNode("127.0.55.1");
      instance.drain(node, Duration.ofHours(1));
      awaitLine(instance, node, "Waits for +1 container, .*");
      // when somebody ends it by another timeout
      EbbRun timeout =
          ebb(instance, "timeout", node.id().toString(), "0s", "--yes", "--reason", "disk smokes");
      assertThat(timeout.exitCode()).as(timeout.toString()).isZero();
      instance.awaitState(node, "DECOMMISSIONED");
      await().atMost(LoneInstance.PATIENCE).until(node::mustShutDown);
      // then
      String user = System.getProperty("user.name");
      assertThat(ebb(instance, "node", node.id().toString()).out())
          .anyMatch(line -> line.matches("Last drain +left at deadline, \\S+Z, after \\S+"))
          .anyMatch(line -> line.matches("Still ran +1 container, .*"))
          .anyMatch(line -> line.matches("Ended by +" + user + " via TIMER, .*: disk smokes"))
          .anyMatch(line -> line.matches("NodeManager +told to shut down .*, no request since"));
      assertThat(ebb(instance, "nodes").out())
          .anyMatch(line -> line.contains("left at deadline") && line.endsWith("disk smokes"));
      assertThat(ebb(instance, "operations").out())
          .anyMatch(line -> line.contains("CHANGE_TIMEOUT") && line.contains("1 of 1"))
          .filteredOn(line -> line.contains("1 at deadline"))
          .hasSize(2);
      // when the process dies, and another one has the journal only
      List<String> before = story(ebb(instance, "node", node.id().toString()));
      instance.kill();
      instance.start();
      instance.awaitState(node, "DECOMMISSIONED");
      // then
      assertThat(story(ebb(instance, "node", node.id().toString()))).isEqualTo(before);
    }
  }

  /** Without what the process itself has seen. */
  private static List<String> story(EbbRun run) {
    return run.out().stream()
        .filter(line -> OF_THE_NODE_MANAGER.stream().noneMatch(line::startsWith))
        .toList();
  }

  private static void awaitLine(LoneInstance instance, BeatingNode node, String line) {
    await()
        .atMost(LoneInstance.PATIENCE)
        .until(
            () ->
                ebb(instance, "node", node.id().toString()).out().stream()
                    .anyMatch(each -> each.matches(line)));
  }

  private static EbbRun ebb(LoneInstance instance, String... words)
      throws IOException, InterruptedException {
    return EbbRun.of(
        instance.cluster(),
        Stream.concat(Stream.of(words), Stream.of("--rm", instance.adminAddress())).toList());
  }
}
