package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that an operator holds stays, idle and across crashes, until it is released. */
@Tag("long")
class CordonIT {
  private static final String HOST = "127.0.58.1";

  @TempDir Path folder;
  private LoneInstance instance;

  @BeforeEach
  void make() throws IOException {
    Path file = Files.writeString(folder.resolve("exclude"), "");
    instance = LoneInstance.withExcludes(file);
  }

  @AfterEach
  void end() {
    instance.endProcesses();
    instance.close();
  }

  @Test
  void shouldHoldANodeUntilItIsReleased() throws Exception {
    instance.start();
    BeatingNode node = instance.startNode(HOST);

    ebb("cordon", HOST, "--reason", "fan is loud", "--yes");
    node.finishes();
    ebb("wait", HOST, "--for", "drained", "--timeout", "1m");
    instance.kill();
    instance.start();
    ebb("wait", HOST, "--for", "drained", "--timeout", "1m");

    assertThat(ebb("nodes").out())
        .anyMatch(line -> line.contains("READY") && line.contains("held"));
    assertThat(String.join(" ", ebb("why", HOST).out())).contains("holds it", "fan is loud");
    assertThat(ebb("uncordon", HOST, "--yes").out())
        .anyMatch(line -> line.contains("RECOMMISSION"));
    instance.awaitState(node, "RUNNING");

    ebb("drain", HOST, "--hold", "--yes");
    ebb("wait", HOST, "--for", "drained", "--timeout", "1m");
    ebb("drain", HOST, "--yes");
    instance.awaitState(node, "DECOMMISSIONED");
    assertThat(ebb("drains").out()).anyMatch(line -> line.contains(HOST));
  }

  private EbbRun ebb(String... words) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--rm", instance.adminAddress()));
    EbbRun run = EbbRun.of(instance.cluster(), arguments);
    System.out.println("$ ebb " + String.join(" ", words));
    run.out().stream().limit(12).forEach(System.out::println);
    run.err().stream().limit(12).forEach(System.out::println);
    assertThat(run.exitCode()).as(run.err().toString()).isZero();
    return run;
  }
}
