package ebb.app.examples;

import static org.awaitility.Awaitility.await;

import ebb.app.examples.PageExample.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages show of a fleet of 24 nodes: each example begins with all of them in service. */
final class CommandExamplesTest {
  /** Ids of operations, tokens of plans, times and hashes. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\b1[0-9a-z]{8}-[0-9a-z]{5}\\b|\\bA[\\w-]{40,}|\\b\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"
              + "|\\b[0-9a-f]{64}\\b");

  private static final String USER = "root";

  @TempDir private static Path folder;
  private static RunningFleet fleet;
  private static String user = "";

  private ExampleSession session;

  @BeforeAll
  static void start() throws Exception {
    user = System.setProperty("user.name", USER);
    fleet = RunningFleet.start(folder, 24);
  }

  @AfterAll
  static void stop() {
    fleet.close();
    System.setProperty("user.name", user);
  }

  static List<PageExample> examples() {
    return PageExample.comparedBy(CommandExamplesTest.class);
  }

  @BeforeEach
  void takeAllBack() {
    session = new ExampleSession(fleet.address(), VARIABLE);
    session
        .run("ebb queue")
        .lines()
        .map(line -> line.replaceFirst(" .*", ""))
        .filter(first -> VARIABLE.matcher(first).matches())
        .forEach(id -> session.run("ebb queue --cancel " + id));
    session.run("ebb drain 10.0.0.1 --yes --timeout 2h");
    session.run("ebb recommission 10.0.0.{1..24} --yes");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldPrintWhatThePagesShow(PageExample example) throws IOException {
    given(example);
    for (Shown shown : example.commands()) {
      if (shown.command().matches("ebb (queue|operations|lists)\\b.*")) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> session.expect(shown));
      } else {
        session.expect(shown);
      }
    }
  }

  /** What has happened before. */
  private void given(PageExample example) throws IOException {
    String first = example.commands().get(0).command();
    if (first.endsWith("--dry-run")) {
      session.run("ebb drain 10.0.0.8 --yes --timeout 2h");
    } else if (first.contains("--apply ")) {
      String plan = session.run(first.replaceFirst("--apply .*", "--dry-run"));
      session.stands(
          first.replaceFirst(".*--apply ", ""), plan.replaceFirst("(?s).*--apply ", "").strip());
      session.run("ebb drain 10.0.0.9 --yes --timeout 1h");
    } else if (first.equals("ebb refresh-nodes")) {
      session.run("ebb drain 10.0.0.1 --yes --timeout 2h");
      Files.writeString(fleet.excludeFile(), "");
    } else if (first.contains("\"type\":\"NORMAL\"")) {
      Files.writeString(fleet.excludeFile(), "10.0.0.7\n10.0.0.8\n10.0.0.9\n10.0.0.10\n");
    } else if (first.contains("etag")) {
      Files.writeString(fleet.excludeFile(), "10.0.0.3\n");
    }
  }
}
