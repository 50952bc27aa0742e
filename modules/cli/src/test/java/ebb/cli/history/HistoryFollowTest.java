package ebb.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Reply;
import ebb.cli.Run;
import ebb.cli.terminal.ExitCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ebb history --follow} goes on until it is refused, here with the last answer. */
class HistoryFollowTest {
  private final Deque<Reply> replies = new ArrayDeque<>();
  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm = FakeRm.start();
    rm.on("GET /api/v1/events", any -> replies.remove());
  }

  private static Reply stream(String begin, String... events) {
    return Reply.ok("id: " + begin + "\nretry: 1000\n\n:\n\n" + String.join("", events));
  }

  private static String event(int number, String second) {
    return """
    id: %d-0000000a
    data: {"nodeId":"h1:1","at":"2026-01-31T12:00:%sZ","summary":"2026-01-31T12:00:%s.5Z  h1:1 event %d"}

    """
        .formatted(number, second, second, number);
  }

  private static Reply refusal() {
    return Reply.problem(403, "forbidden", "Not any more");
  }

  private Run follow(String... more) {
    List<String> arguments = new ArrayList<>(List.of("history", "--follow", "--rm", rm.url()));
    arguments.addAll(List.of(more));
    return Run.of(arguments.toArray(String[]::new));
  }

  @Test
  void shouldPrintEachEventOnceWhoeverEndsTheAnswer() {
    replies.add(stream("3-0000000a", event(4, "01")));
    replies.add(Reply.problem(503, "not-ready", "starting"));
    replies.add(stream("4-0000000a", event(5, "02"), "id: 6-0000000a\ndata: {\"nodeId"));
    replies.add(refusal());

    Run run = follow();

    assertThat(run.lines())
        .containsExactly(
            "2026-01-31T12:00:01Z  h1:1 event 4", "2026-01-31T12:00:02Z  h1:1 event 5");
    assertThat(rm.asked())
        .extracting(asked -> asked.header("Last-event-id"))
        .containsExactly("", "4-0000000a", "4-0000000a", "5-0000000a");
    assertThat(run.err()).contains("no answer; retrying", "the ResourceManager answers again");
    assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
  }

  @Test
  void shouldGoOnFromWhereItBeganWhenNothingHasHappened() {
    replies.add(stream("3-0000000a"));
    replies.add(refusal());

    follow();

    assertThat(rm.asked().get(1).header("Last-event-id")).isEqualTo("3-0000000a");
  }

  @Test
  void shouldPrintObjectsForPrograms() {
    replies.add(stream("0", event(1, "01")));
    replies.add(refusal());

    assertThat(follow("--json", "--after", "0", "--operation", "op 1").lines())
        .singleElement()
        .asString()
        .startsWith("{\"id\":\"1-0000000a\",\"nodeId\":\"h1:1\",\"at\":");
    assertThat(rm.paths().get(0)).isEqualTo("GET /api/v1/events?operation=op%201&after=0");
  }

  @Test
  void shouldLeaveOutWhatIsOlder() {
    replies.add(stream("0", event(1, "01"), event(2, "05")));
    replies.add(refusal());

    assertThat(follow("--since", "2026-01-31T12:00:05Z").lines())
        .containsExactly("2026-01-31T12:00:05Z  h1:1 event 2");
    assertThat(rm.paths().get(0)).isEqualTo("GET /api/v1/events?after=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--journal=data", "--after=0 --since=1h"})
  void shouldRefuseWhatDoesNotGoTogether(String options) {
    assertThat(follow(options.split(" ")).exit()).isEqualTo(ExitCode.USAGE);
    assertThat(Run.of("history", "h1:1", "--after", "0").exit()).isEqualTo(ExitCode.USAGE);
  }
}
