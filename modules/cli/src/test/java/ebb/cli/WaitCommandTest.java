package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitCommandTest {
  @AutoClose private final FakeRm rm = FakeRm.start();

  /** The last of the states stays. */
  private void host(String name, String... states) {
    Deque<String> left = new ArrayDeque<>(List.of(states));
    rm.on(
        "GET /api/v1/hosts/" + name,
        any -> {
          String state = left.size() > 1 ? left.remove() : left.getFirst();
          return state.equals("-") ? Reply.problem(503, "not-ready", "starting") : reply(state);
        });
  }

  /**
   * @param state of the host, and of its node; the host alone if it has none
   */
  private static Reply reply(String state) {
    String[] parts = state.split("/", -1);
    String nodes =
        parts.length == 1
            ? ""
            : "{\"nodeId\":\"h:1\",\"state\":\"%s\",\"nodeState\":\"%s\"}"
                .formatted(parts[0], parts[1]);
    return Reply.ok(
        "{\"state\":\"%s\",\"why\":\"so it is\",\"nodes\":[%s]}".formatted(parts[0], nodes));
  }

  private Run await(String... arguments) {
    List<String> all = new ArrayList<>(List.of("wait", "--interval", "10", "--rm", rm.url()));
    all.addAll(List.of(arguments));
    return Run.of(all.toArray(String[]::new));
  }

  @Test
  void shouldWaitUntilEveryHostIsOut() {
    host(
        "h1",
        "draining/DECOMMISSIONING",
        "draining/DECOMMISSIONING",
        "draining/DECOMMISSIONED",
        "out/DECOMMISSIONED");
    host("h2", "out/LOST");

    Run run = await("h1", "h2:8041");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.lines())
        .containsExactly("h1 is draining: so it is", "h2 is out: so it is", "h1 is out: so it is");
  }

  @Test
  void shouldWaitAgainForAHostThatCameBack() {
    host("h1", "out/LOST", "out/LOST", "in-service/RUNNING", "draining/RUNNING", "out/LOST");
    host(
        "h2",
        "draining/DECOMMISSIONING",
        "draining/DECOMMISSIONING",
        "draining/DECOMMISSIONING",
        "out/LOST");

    Run run = await("h1", "h2");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.lines()).contains("h1 is in-service: so it is");
    assertThat(run.lines()).last().isEqualTo("h1 is out: so it is");
  }

  @ParameterizedTest
  @CsvSource({
    "drained, leaving/DECOMMISSIONED, true",
    "drained, out/LOST, true",
    "drained, draining/DECOMMISSIONING, false",
    "drained, in-service/RUNNING, false",
    "out, leaving/DECOMMISSIONED, false",
    "back, in-service/RUNNING, true",
    "back, out/LOST, false"
  })
  void shouldKnowWhatIsWaitedFor(String goal, String state, boolean reached) {
    host("h1", state);

    Run run = await("h1", "--for", goal, "--timeout", "0s");

    assertThat(run.exit()).isEqualTo(reached ? ExitCode.OK : ExitCode.TIMED_OUT);
    assertThat(run.err().contains("still waiting for h1")).isNotEqualTo(reached);
  }

  @Test
  void shouldGoOnAskingWhileNobodyAnswers() {
    host("h1", "draining/DECOMMISSIONING", "-", "-", "out/DECOMMISSIONED");

    Run run = await("h1");

    assertThat(run.exit()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).containsOnlyOnce("no answer").containsOnlyOnce("answers again");
  }

  @Test
  void shouldWaitForTheNodesOfAnOperation() {
    host("op-1", "unknown");
    host("h1", "draining/DECOMMISSIONING", "out/DECOMMISSIONED");
    operation("null");

    Run run = await("op-1");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.lines()).last().isEqualTo("h1 is out: so it is");
    assertThat(rm.paths()).doesNotContain("GET /api/v1/hosts/h2");
  }

  @Test
  void shouldSayWhenANodeServesAgainThatWasToLeave() {
    host("op-1", "unknown");
    operation("\"RECOMMISSIONED\"");

    assertThat(await("op-1").exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
  }

  private void operation(String outcome) {
    rm.on(
        "GET /api/v1/operations/op-1",
        """
        {"id": "op-1", "decisions": [
          {"nodeId": "h1:1", "action": "GRACEFUL_DECOMMISSION", "outcome": %s, "containers": 0},
          {"nodeId": "h2:1", "action": "RECOMMISSION", "outcome": "RECOMMISSIONED"}]}
        """
            .formatted(outcome));
  }

  @Test
  void shouldRefuseANameThatNobodyHas() {
    host("h9", "unknown");
    rm.on(
        "GET /api/v1/operations/h9",
        any -> Reply.problem(404, "operation-not-found", "No operation h9"));

    Run run = await("h9");

    assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(run.err()).contains("no host with a node and no operation is named h9");
    assertThat(await("h1", "--timeout", "30").exit()).isEqualTo(ExitCode.USAGE);
  }
}
