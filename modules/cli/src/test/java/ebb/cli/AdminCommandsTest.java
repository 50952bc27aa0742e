package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminCommandsTest extends AdminCommandFixture {
  private static final String DRAINING =
      """
      {"nodeId": "h1:45454", "state": "DECOMMISSIONING", "listVersion": 3,
       "status": "WAIT_CONTAINER", "containers": 2, "applications": ["application_1_0001"],
       "capacity": {"memoryMb": 8192, "vcores": 8}, "healthy": true, "awaitsRegistration": false,
       "drain": {"epoch": 1, "startedAt": "2026-01-31T12:00:00Z", "timeoutSeconds": 3600,
                 "timeoutSource": "REQUEST", "deadline": "2026-01-31T13:00:00Z",
                 "secondsLeft": 3505, "operationId": "op-7", "askedBy": "alice", "origin": "HTTP",
                 "reason": "new disks"}}
      """;

  private static final String GONE =
      """
      {"nodeId": "h1:45454", "state": "DECOMMISSIONED", "listVersion": 8, "status": null,
       "containers": null, "applications": null, "capacity": {"memoryMb": 8192, "vcores": 8},
       "healthy": true, "awaitsRegistration": false, "lastHeartbeat": "2026-01-31T12:10:01Z",
       "drain": null,
       "lastDrain": {"outcome": "FORCED", "at": "2026-01-31T12:10:00.5Z", "seconds": 600,
         "by": "bob", "reason": "fire", "containers": 2, "applications": 1, "epoch": 1,
         "startedAt": "2026-01-31T12:00:00Z",
         "askedBy": {"actor": "alice", "origin": "HTTP", "operationId": "op-7",
           "reason": "new disks"},
         "endedBy": {"actor": "bob", "origin": "HTTP", "operationId": "op-8", "reason": "fire"},
         "account": {"waitContainerMillis": 598500, "waitAppMillis": 0, "noReportMillis": 2000,
           "unobservedMillis": 0, "applications": []}}}
      """;

  private static final String RUNNING =
      """
      {"nodeId": "host-two:45454", "state": "RUNNING", "listVersion": 0, "status": null,
       "containers": null, "applications": null, "capacity": {"memoryMb": 1024, "vcores": 1},
       "healthy": true, "awaitsRegistration": false, "drain": null,
       "nodeManager": {"version": "3.5.0", "rack": "/r1", "labels": [],
         "attributes": ["rm.yarn.io/zone=a", "nm.yarn.io/ssd=true"]}}
      """;

  @Test
  void shouldListNodesAndWhatTheyWaitFor() {
    // given
    body = "{\"nodes\": [" + DRAINING + "," + RUNNING + "]}";
    // when
    int exit = run("nodes");
    // then
    assertThat(exit).isZero();
    assertThat(asked()).containsExactly("/api/v1/nodes");
    assertThat(out.toString().lines())
        .containsExactly(
            "NODE            STATE            STATUS          WAITS FOR                    TIME"
                + " LEFT  LAST DRAIN",
            "h1:45454        DECOMMISSIONING  WAIT_CONTAINER  2 containers, 1 application  58m25s"
                + "     -",
            "host-two:45454  RUNNING          -               -                            -"
                + "          -",
            "2 nodes: 1 DECOMMISSIONING, 1 RUNNING");
  }

  @Test
  void shouldAskForTheStatesThatAreWanted() {
    // given
    body = "{\"nodes\": []}";
    // when
    int exit = run("nodes", "--state", "lost,DECOMMISSIONING");
    // then
    assertThat(exit).isZero();
    assertThat(asked()).containsExactly("/api/v1/nodes?states=lost,DECOMMISSIONING");
    assertThat(out.toString().lines()).containsExactly("0 nodes");
  }

  @Test
  void shouldAskForThePagesOneAfterAnother() {
    // given
    bodies.add("{\"nodes\": [" + RUNNING + "], \"next\": \"a b\"}");
    bodies.add("{\"nodes\": [" + DRAINING + "], \"next\": null}");
    // when
    int exit = run("nodes", "--status", "WAIT_CONTAINER", "--host", "h1,host-two", "--json");
    // then
    assertThat(exit).isZero();
    assertThat(asked())
        .containsExactly(
            "/api/v1/nodes?substatus=WAIT_CONTAINER&host=h1,host-two",
            "/api/v1/nodes?substatus=WAIT_CONTAINER&host=h1,host-two&cursor=a%20b");
    assertThat(out.toString()).contains("h1:45454", "host-two:45454").doesNotContain("next");
  }

  @Test
  void shouldTakeANodeForItsHostWhereAHostIsAskedFor() {
    // given
    body = "{\"nodes\": [" + DRAINING + "]}";
    // when
    int exit = run("nodes", "--host", "h1:45454,h1,[2001:db8::1]:45454");
    // then
    assertThat(exit).isZero();
    assertThat(asked()).containsExactly("/api/v1/nodes?host=h1,%5B2001%3Adb8%3A%3A1%5D");
    assertThat(out.toString()).contains("1 node: 1 DECOMMISSIONING");
  }

  @Test
  void shouldShowTheDrainOfANode() {
    // given
    body = DRAINING;
    // when
    int exit = run("node", "h1:45454");
    // then
    assertThat(exit).isZero();
    assertThat(asked()).containsExactly("/api/v1/nodes/h1%3A45454", "/api/v1/nodes/h1%3A45454/why");
    assertThat(out.toString())
        .contains("State           DECOMMISSIONING")
        .contains("Capacity        8192 MB, 8 vcores")
        .contains("Waits for       2 containers, 1 application")
        .contains("Applications    application_1_0001")
        .contains("Deadline        2026-01-31T13:00:00Z, in 58m25s")
        .contains("Timeout         1h, from the request")
        .contains("Requested by    alice via HTTP, operation op-7: new disks");
  }

  @Test
  void shouldShowHowTheLastDrainOfANodeThatHasLeftEnded() {
    // given
    body = GONE;
    // when
    int exit = run("node", "h1:45454");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString().lines())
        .contains(
            "State           DECOMMISSIONED",
            "Last drain      left by force, 2026-01-31T12:10:00Z, after 10m",
            "Still ran       2 containers, 1 application",
            "Waited          9m58.5s for containers, 2s without a report",
            "Requested by    alice via HTTP, operation op-7: new disks",
            "Ended by        bob via HTTP, operation op-8: fire",
            "NodeManager     told to shut down 2026-01-31T12:10:01Z, no request since");
  }

  @Test
  void shouldShowWhatTheNodeManagerRegisteredWith() {
    body = RUNNING;
    run("node", "host-two:45454");
    assertThat(out.toString().lines())
        .contains(
            "Rack            /r1",
            "Labels          -",
            "Attributes      rm.yarn.io/zone=a, nm.yarn.io/ssd=true",
            "Version         3.5.0");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"DECOMMISSIONED", "SHUTDOWN", "LOST", "REBOOTED"})
  void shouldSayNothingOfTheHealthOfANodeThatHasLeft(String state) {
    body = GONE.replace("DECOMMISSIONED", state);
    run("node", "h1:45454");
    assertThat(out.toString()).contains("State           " + state).doesNotContain("ealth");
    // but of one that drains
    body = DRAINING;
    run("node", "h1:45454");
    assertThat(out.toString().lines()).contains("Health          healthy");
  }

  @Test
  void shouldListWhoEndedTheLastDrainOfANodeAndWhy() {
    body = "{\"nodes\": [" + GONE + "]}";

    run("nodes");

    assertThat(out.toString()).contains("left by force 2026-01-31T12:10:00Z by bob: fire");
  }

  /** Whoever pulls the plug is told what is known, and no more. */
  @ParameterizedTest(name = "{0}, last heard of {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "DECOMMISSIONED | \"2026-01-31T12:09:59Z\" | not told to shut down yet, last request at"
            + " 2026-01-31T12:09:59Z",
        "DECOMMISSIONED | null | no request since the current leader started",
        "SHUTDOWN | \"2026-01-31T12:09:59Z\" | unregistered or was told to shut down, last request"
            + " at 2026-01-31T12:09:59Z",
        "LOST | \"2026-01-31T12:09:59Z\" | last request at 2026-01-31T12:09:59Z; it may still run",
      })
  void shouldTellWhatIsKnownOfTheNodeManagerOfANodeThatHasLeft(
      String state, String heard, String words) {
    body =
        GONE.replace("DECOMMISSIONED", state)
            .replace("\"lastHeartbeat\": \"2026-01-31T12:10:01Z\"", "\"lastHeartbeat\": " + heard);

    run("node", "h1:45454");

    assertThat(out.toString().lines()).contains("NodeManager     " + words);
  }

  @Test
  void shouldNotTakeWhatNobodyReportedForNothing() {
    // given
    body = DRAINING.replace("\"containers\": 2", "\"containers\": null");
    // when
    run("node", "h1:45454");
    // then
    assertThat(out.toString()).contains("Waits for       its NodeManager's report");
  }

  @Test
  void shouldPassJsonOnForPrograms() {
    // given
    body = RUNNING;
    // when
    int exit = run("node", "host-two:45454", "--json");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString()).contains("\"nodeId\" : \"host-two:45454\"").doesNotContain("Health");
  }

  @Test
  void shouldSayInOneLineWhyItWasRefused() {
    // given
    status = 404;
    body = "{\"code\": \"node-not-found\", \"detail\": \"No node h9:1 is known\"}";
    // when
    int exit = run("node", "h9:1");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo(
            "ebb node: No node h9:1 is known (node-not-found); 'ebb nodes' lists the known"
                + " nodes");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayInOneLineThatNobodyAnswers() {
    // given
    rm.close();
    // when
    int exit = run("nodes");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip())
        .contains("no ResourceManager answers at " + rm.url(), "--rm or EBB_RM")
        .doesNotContain("\n");
  }

  @Test
  void shouldSayWhenSomethingElseAnswers() {
    // given
    body = "<html>";
    // when
    int exit = run("nodes");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip()).contains("not JSON").doesNotContain("\n");
  }

  @Test
  void shouldRefuseAnAddressThatIsNone() {
    // when
    int exit = Ebb.commandLine().setErr(new PrintWriter(err, true)).execute("nodes", "--rm", "rm1");
    // then
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).contains("--rm rm1", "http://HOST:PORT");
  }

  @Test
  void shouldOfferCompletionForAllCommands() {
    // when
    int exit = run("completion");
    // then
    assertThat(exit).isZero();
    assertThat(out.toString())
        .contains("complete -F", "refresh-nodes", "recommission", "watch", "--token-file");
  }

  @Test
  void shouldTellItsVersionAsACommandToo() {
    assertThat(run("version")).isZero();
    assertThat(out.toString()).startsWith("ebb ").contains("Java ");
    assertThat(run("version", "--json")).isZero();
    assertThat(out.toString()).contains("\"java\" : \"" + System.getProperty("java.version"));
  }
}
