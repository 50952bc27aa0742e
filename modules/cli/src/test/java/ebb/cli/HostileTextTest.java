package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.client.Json;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Terminal;
import ebb.domain.text.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody has put into a reason, a health report or a name: it stays where it stands. */
class HostileTextTest {
  /**
   * Clears the screen, begins a line, turns the direction around, hides a blank, and half a pair.
   */
  private static final String HOSTILE = "x\\u001b[2J\\n2026 forged\\u202e\\u2028\\u200b\\ud83d";

  private static final String SHOWN =
      "x\\u{1b}[2J\\u{a}2026 forged\\u{202e}\\u{2028}\\u{200b}\\u{d83d}";

  private static final Terminal SCREEN =
      new Terminal(true, true, OptionalInt.of(500), OptionalInt.empty(), true);

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm = FakeRm.start();
    rm.on("GET /api/v1/nodes/h1:1", node());
    rm.on("GET /api/v1/nodes", "{\"nodes\": [" + node() + "]}");
    rm.on("GET /api/v1/nodes/h1:1/history", "{\"events\": [{\"summary\": \"" + HOSTILE + "\"}]}");
    rm.on(
        "GET /api/v1/instances",
        """
        {"instances": [{"instance": "%1$s", "state": "%1$s"}]}
        """
            .formatted(HOSTILE));
    rm.on(
        "GET /api/v1/nodes/h1:1/why",
        """
        {"summary": "%1$s", "node": {},
         "applications": [{"id": "%1$s", "name": "%1$s", "user": "%1$s", "queue": "%1$s",
             "containers": [{"id": "%1$s", "state": "%1$s", "startedAt": "%1$s"}]}],
         "timeouts": [{"source": "%1$s", "by": {"actor": "%1$s", "reason": "%1$s"}}]}
        """
            .formatted(HOSTILE));
    rm.on(
        "GET /api/v1/operations",
        """
        {"operations": [{"operationId": "%1$s", "at": "%1$s", "actor": "%1$s", "type": "%1$s",
          "reason": "%1$s", "nodes": {"total": 1, "ended": 1, "draining": 0, "pending": 0}}]}
        """
            .formatted(HOSTILE));
  }

  private static String node() {
    return """
    {"nodeId": "%1$s", "state": "%1$s", "healthy": true, "listVersion": 1, "status": "%1$s",
     "containers": 1, "applications": ["%1$s"],
     "drain": {"startedAt": "%1$s", "askedBy": "%1$s", "origin": "%1$s", "operationId": "%1$s",
               "reason": "%1$s", "timeoutSource": "%1$s"}}
    """
        .formatted(HOSTILE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"node h1:1", "why h1:1", "nodes", "history h1:1", "instances", "operations"})
  void shouldShowWhatIsHiddenOnATerminal(String command) {
    Run run = run(SCREEN, command);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains(SHOWN);
    assertThat(withoutColours(run.out()).lines()).allMatch(HostileTextTest::isVisible);
  }

  /** Another program reads the same value, and a terminal is not moved by it either. */
  @Test
  void shouldPassTheSameValueToAProgram() throws IOException {
    Run run = run(SCREEN, "history h1:1 --json");
    assertThat(run.out().lines()).allMatch(HostileTextTest::isVisible);
    assertThat(Json.parse(run.out()).path("events").path(0).path("summary").asText())
        .isEqualTo("x\u001b[2J\n2026 forged\u202e\u2028\u200b\ud83d");
  }

  @Test
  void shouldShowWhatIsHiddenInARefusal() {
    rm.on("GET /api/v1/nodes/h1:1", any -> FakeRm.Reply.problem(409, HOSTILE, HOSTILE));
    for (String command : List.of("node h1:1", "node h1:1 --verbose", "node h1:1 --json")) {
      Run run = run(Terminal.NONE, command);
      assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
      assertThat(run.err().replace("\t", "").lines())
          .as(command)
          .anyMatch(line -> line.contains("x\\u{1b}[2J"))
          .noneMatch(line -> line.startsWith("2026 forged"))
          .allMatch(HostileTextTest::isVisible);
    }
  }

  /** It would be shown in black on black. */
  @Test
  void shouldTakeNoStyleFromAnError() {
    String markup = "@|fg(black),bg(black) gone|@";
    rm.on("GET /api/v1/nodes/h1:1", any -> FakeRm.Reply.problem(409, "code", markup));
    assertThat(run(SCREEN, "node h1:1").err()).contains(markup);
  }

  private Run run(Terminal terminal, String command) {
    return Run.of(terminal, (command + " --rm " + rm.url()).split(" ", -1));
  }

  /** Those of our own. */
  private static String withoutColours(String text) {
    return text.replaceAll("\u001b\\[\\d*m", "");
  }

  private static boolean isVisible(String line) {
    return line.codePoints().noneMatch(VisibleText::isHidden);
  }
}
