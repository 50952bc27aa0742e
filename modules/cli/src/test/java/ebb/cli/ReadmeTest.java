package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The README shows what {@code drain}, {@code watch} and {@code recommission} print. */
class ReadmeTest {
  private static final Path README = Path.of("..", "..", "README.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?ms)^```console ReadmeTest\\n\\$ ebb (.*?)\\n(.*?)^```$");
  private static final Pattern ARGUMENT = Pattern.compile("\"[^\"]*\"|\\S+");
  private static final Pattern TIME = Pattern.compile("(?m)^\\d\\d:\\d\\d:\\d\\d ");
  private static final String DRAIN = "1kg9ys7g0-7hd2m";
  private static final String RECOMMISSION = "1kga149yv-w04yk";

  @AutoClose private final FakeRm rm = FakeRm.start();

  @Test
  void shouldShowADrain() throws IOException {
    // given
    rm.on("GET /api/v1/lists", lists("[]"))
        .on("PATCH /api/v1/lists/exclude", "{}")
        .on("GET /api/v1/nodes", node("DECOMMISSIONING"))
        .on(
            "POST /api/v1/refresh",
            refreshed(
                DRAIN,
                """
                "action": "GRACEFUL_DECOMMISSION", "before": "RUNNING", "timeoutSeconds": 3600,
                "timeoutSource": "HOST_ENTRY", "rule": "EXCLUDED_BY_HOST"
                """));
    // then
    assertShown("drain");
  }

  @Test
  void shouldShowHowADrainGoesOn() throws IOException {
    // given
    String begun = operation(waitsFor(2, 3598));
    AtomicInteger polls = new AtomicInteger();
    rm.on("GET /api/v1/operations", "{\"operations\": [%s], \"next\": null}".formatted(begun))
        .on(
            "GET /api/v1/operations/" + DRAIN,
            any ->
                Reply.ok(
                    switch (polls.incrementAndGet()) {
                      case 1, 2 -> begun;
                      case 3 -> operation(waitsFor(0, 2287));
                      default -> ended();
                    }));
    // then
    assertShown("watch", "--interval", "10");
  }

  @Test
  void shouldShowARecommission() throws IOException {
    // given a host whose node has left
    rm.on("GET /api/v1/lists", lists("[{\"host\": \"nm1.example.com\"}]"))
        .on("PATCH /api/v1/lists/exclude", "{}")
        .on("GET /api/v1/nodes", node("DECOMMISSIONED"))
        .on(
            "POST /api/v1/refresh",
            refreshed(
                RECOMMISSION,
                """
                "action": "RECOMMISSION", "before": "DECOMMISSIONED", "rule": "ALLOWED"
                """));
    // then
    assertShown("recommission");
  }

  /** All but the times of day, and the address of this test's server. */
  private void assertShown(String command, String... more) throws IOException {
    MatchResult example =
        EXAMPLE
            .matcher(Files.readString(README))
            .results()
            .filter(each -> each.group(1).startsWith(command))
            .findFirst()
            .orElseThrow();
    Run run =
        Run.of(
            Stream.of(
                    ARGUMENT
                        .matcher(example.group(1))
                        .results()
                        .map(each -> each.group().replace("\"", "")),
                    Stream.of("--rm", rm.url()),
                    Stream.of(more))
                .flatMap(each -> each)
                .toArray(String[]::new));

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(withoutTimes(run.out().replace(" --rm " + rm.url(), "")))
        .isEqualTo(withoutTimes(example.group(2)));
  }

  private static String withoutTimes(String lines) {
    return TIME.matcher(lines).replaceAll("");
  }

  private static String lists(String excludes) {
    return """
    {"excludes": %s, "files": {"differs": false, "exclude": {"path": "/x", "hash": "a"}}}
    """
        .formatted(excludes);
  }

  private static String node(String state) {
    return """
    {"nodes": [{"nodeId": "nm1.example.com:45454", "state": "%s", "drain": null}], "next": null}
    """
        .formatted(state);
  }

  private static String refreshed(String operation, String decision) {
    return """
    {"operationId": "%s", "dryRun": false, "pending": [],
     "decisions": [{"nodeId": "nm1.example.com:45454", %s}]}
    """
        .formatted(operation, decision);
  }

  /**
   * @param decision on the node
   */
  private static String operation(String decision) {
    return """
    {"id": "%s", "type": "GRACEFUL", "complete": false,
     "nodes": {"total": 1, "pending": 0, "draining": 1, "ended": 0},
     "applications": [{"id": "application_1_0007", "name": "etl", "user": "anna"}],
     "decisions": [{"nodeId": "nm1.example.com:45454", "action": "GRACEFUL_DECOMMISSION", %s}]}
    """
        .formatted(DRAIN, decision);
  }

  private static String waitsFor(int containers, int secondsLeft) {
    return """
    "outcome": null, "status": "%s", "containers": %d, "applications": ["application_1_0007"],
    "drain": {"secondsLeft": %d}
    """
        .formatted(containers > 0 ? "WAIT_CONTAINER" : "WAIT_APP", containers, secondsLeft);
  }

  private static String ended() {
    return operation("\"outcome\": \"READY\", \"drain\": null")
        .replace("\"complete\": false", "\"complete\": true")
        .replace("\"draining\": 1, \"ended\": 0", "\"draining\": 0, \"ended\": 1");
  }
}
