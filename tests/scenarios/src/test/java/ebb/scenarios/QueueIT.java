package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts drain one after another, whatever is killed meanwhile. */
@Tag("long")
class QueueIT {
  private static final List<String> HOSTS =
      List.of("127.0.57.1", "127.0.57.2", "127.0.57.3", "127.0.57.4");

  @TempDir Path folder;
  private Path file;
  private LoneInstance instance;

  @BeforeEach
  void make() throws IOException {
    file = Files.writeString(folder.resolve("exclude"), "");
    instance = LoneInstance.withExcludes(file);
  }

  @AfterEach
  void end() {
    instance.endProcesses();
    instance.close();
  }

  @Test
  void shouldNeverDrainMoreThanMayWhateverIsKilled() throws Exception {
    instance.start();
    List<BeatingNode> nodes = new ArrayList<>();
    for (String host : HOSTS) {
      nodes.add(instance.startNode(host));
    }
    List<String> drain = new ArrayList<>(List.of("drain"));
    drain.addAll(HOSTS);
    drain.addAll(List.of("--max-parallel", "1", "--timeout", "6s", "--reason", "kernel", "--yes"));

    assertThat(ebb(drain).out()).singleElement().asString().endsWith(": hosts waiting: 4");
    instance.awaitState(nodes.get(0), "DECOMMISSIONING");
    assertThat(ebb(List.of("queue")).out()).anyMatch(line -> line.contains("3 of 4"));
    instance.kill();
    instance.start();
    instance.awaitState(nodes.get(1), "DECOMMISSIONING");
    instance.kill();
    instance.start();
    for (BeatingNode node : nodes) {
      instance.awaitState(node, "DECOMMISSIONED");
    }

    assertThat(file).hasContent(String.join("\n", HOSTS) + "\n");
    assertThat(ebb(List.of("queue")).out())
        .contains("No drain waits.", "0 of 0 hosts in service are draining.");
    assertThat(mostAtOnce()).isEqualTo(1);
  }

  /** As the journal has it. */
  private int mostAtOnce() throws IOException, InterruptedException {
    String history = String.join("\n", ebb(List.of("history", "--since", "1h", "--json")).out());
    List<JsonNode> events = new ArrayList<>();
    new ObjectMapper().readTree(history).path("events").forEach(events::add);
    events.sort(Comparator.comparing(event -> Instant.parse(event.path("at").asText())));
    int draining = 0;
    int most = 0;
    for (JsonNode event : events) {
      switch (event.path("event").asText()) {
        case "node.decommissioning-started" -> draining++;
        case "node.decommissioned" -> draining--;
        default -> {
          // says nothing of a drain
        }
      }
      most = Math.max(most, draining);
    }
    assertThat(events).isNotEmpty();
    assertThat(draining).isZero();
    return most;
  }

  private EbbRun ebb(List<String> words) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(words);
    arguments.addAll(List.of("--rm", instance.adminAddress()));
    EbbRun run = EbbRun.of(instance.cluster(), arguments);
    System.out.println("$ ebb " + String.join(" ", words));
    run.out().stream().limit(10).forEach(System.out::println);
    assertThat(run.exitCode()).as(run.err().toString()).isZero();
    return run;
  }
}
