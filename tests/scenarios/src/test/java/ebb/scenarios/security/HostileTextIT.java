package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.text.VisibleText;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The health report of an unhealthy NodeManager cannot write its own line to the log. */
@Tag("long")
class HostileTextIT {
  private static final String REPORT =
      "disk\u001b[2J\n2026-11-26T05:00:00Z  h:1  LOST  lost; by \u202ekinimda\u2028";

  private static final String SHOWN =
      "disk\\u{1b}[2J\\u{a}2026-11-26T05:00:00Z  h:1  LOST  lost; by \\u{202e}kinimda\\u{2028}";

  @Test
  void shouldKeepAHealthReportInItsLine() throws Exception {
    try (LoneInstance instance = LoneInstance.withFile()) {
      instance.start();
      BeatingNode node = instance.startNode("127.0.54.1");
      node.fallsIll(REPORT);
      instance.awaitState(node, "UNHEALTHY");
      instance.stop();

      List<String> log = Files.readAllLines(instance.data().resolve("logs/ebb.log"));
      assertThat(log)
          .anyMatch(line -> line.contains("report='disk\\u{1b}[2J 2026"))
          .noneMatch(line -> line.startsWith("2026-11-26T05:00:00Z  h:1"))
          .allMatch(line -> VisibleText.of(line.replace("\t", "")).equals(line.replace("\t", "")));
      assertThat(history(instance).out())
          .filteredOn(line -> line.contains("unhealthy"))
          .singleElement()
          .asString()
          .contains("unhealthy: " + SHOWN);
      assertThat(history(instance, "--json").out())
          .allMatch(line -> VisibleText.of(line).equals(line));
    }
  }

  private static EbbRun history(LoneInstance instance, String... more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("history"));
    words.addAll(List.of("--journal", instance.data().resolve("journal").toString()));
    words.addAll(List.of(more));
    EbbRun run = EbbRun.of(instance.cluster(), words);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run;
  }
}
