package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import ebb.cli.options.JournalLocator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminCommandsTest {
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
       "healthy": true, "awaitsRegistration": false, "drain": null}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> asked = new ArrayList<>();
  private HttpServer rm;
  private int status = 200;
  private String body = "{}";

  /** One after another, before {@code body}. */
  private final List<String> bodies = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    rm = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    rm.createContext(
        "/",
        exchange -> {
          asked.add(FakeRm.Asked.of(exchange).path());
          String said = bodies.isEmpty() ? body : bodies.remove(0);
          byte[] answer = said.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    rm.start();
  }

  @AfterEach
  void stop() {
    rm.stop(0);
  }

  @Test
  void shouldListNodesAndWhatTheyWaitFor() {
    // given
    body = "{\"nodes\": [" + DRAINING + "," + RUNNING + "]}";
    // when
    int exit = run("nodes");
    // then
    assertThat(exit).isZero();
    assertThat(asked).containsExactly("/api/v1/nodes");
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
    assertThat(asked).containsExactly("/api/v1/nodes?states=lost,DECOMMISSIONING");
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
    assertThat(asked)
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
    assertThat(asked).containsExactly("/api/v1/nodes?host=h1,%5B2001%3Adb8%3A%3A1%5D");
    assertThat(out.toString()).contains("1 node: 1 DECOMMISSIONING");
  }

  @Test
  void shouldTellTheHistoryOfAnOperationOfManyNodesInAFewQuestions() {
    // given events of many nodes in two pages, by node
    bodies.add(page("h1:1", "2026-01-31T12:00:02Z", "second", "\"c d\""));
    bodies.add(page("h2:1", "2026-01-31T12:00:01Z", "first", "null"));
    // when
    int exit = run("history", "--operation", "op-7");
    // then
    assertThat(exit).isZero();
    assertThat(asked)
        .containsExactly(
            "/api/v1/history?operation=op-7", "/api/v1/history?operation=op-7&cursor=c%20d");
    assertThat(out.toString().lines()).containsExactly("first", "second");
  }

  /** Each node's events are told in the order of their sequence numbers. */
  @Test
  void shouldTellWhatHappenedAfterTheClockWentBackAfterWhatHappenedBefore() {
    // given a node between two events of which the clock went back a day, and another one
    body =
        """
        {"events": [
          {"nodeId": "h1:1", "sequence": 1, "at": "2026-01-31T12:00:00Z", "summary": "1 of h1"},
          {"nodeId": "h1:1", "sequence": 2, "at": "2026-01-30T12:00:00Z", "summary": "2 of h1"},
          {"nodeId": "h1:1", "sequence": 3, "at": "2026-01-31T13:00:00Z", "summary": "3 of h1"},
          {"nodeId": "h2:1", "sequence": 1, "at": "2026-01-30T11:00:00Z", "summary": "1 of h2"},
          {"nodeId": "h2:1", "sequence": 2, "at": "2026-01-31T12:30:00Z", "summary": "2 of h2"}]}
        """;
    // when
    int ofOne = run("history", "h1:1");
    int ofAll = run("history", "--since", "2026-01-01T12:00:00Z");
    // then
    assertThat(ofOne + ofAll).isZero();
    assertThat(out.toString().lines().skip(5))
        .containsExactly("1 of h2", "1 of h1", "2 of h1", "2 of h2", "3 of h1");
  }

  @Test
  void shouldTellTheHistoryOfAllNodesSinceATime() {
    // given
    bodies.add(page("h1:1", "2026-01-31T12:00:02Z", "late", "null"));
    // when
    int exit = run("history", "--since", "2026-01-31T12:00:00Z");
    // then
    assertThat(exit).isZero();
    assertThat(asked).containsExactly("/api/v1/history?since=2026-01-31T12%3A00%3A00Z");
    assertThat(out.toString().lines()).containsExactly("late");
  }

  @Test
  void shouldTellOnlyWhatTheOperationDidToTheNodeThatIsNamed() {
    // given events of the operation, and of another one the day before
    bodies.add(events("op-7", "2026-01-31T12:00:02Z", "of it"));
    // when
    int exit = run("history", "h1:1", "--operation", "op-7");
    // then
    assertThat(exit).isZero();
    assertThat(asked).containsExactly("/api/v1/nodes/h1%3A1/history");
    assertThat(out.toString().lines()).containsExactly("of it");
  }

  private static String page(String node, String at, String summary, String next) {
    return """
    {"events": [{"nodeId": "%s", "at": "%s", "operationId": "op-7", "summary": "%s"}], "next": %s}
    """
        .formatted(node, at, summary, next);
  }

  /** One event of the operation at the time, and one of another operation a day before. */
  private static String events(String operation, String at, String summary) {
    return """
    {"events": [
      {"at": "2026-01-30T12:00:00Z", "operationId": "op-1", "summary": "before"},
      {"at": "%s", "operationId": "%s", "summary": "%s"}]}
    """
        .formatted(at, operation, summary);
  }

  @Test
  void shouldShowTheDrainOfANode() {
    // given
    body = DRAINING;
    // when
    int exit = run("node", "h1:45454");
    // then
    assertThat(exit).isZero();
    assertThat(asked).containsExactly("/api/v1/nodes/h1%3A45454", "/api/v1/nodes/h1%3A45454/why");
    assertThat(out.toString())
        .contains("State           DECOMMISSIONING")
        .contains("Capacity        8192 MB, 8 vcores")
        .contains("Waits for       2 containers, 1 application")
        .contains("Applications    application_1_0001")
        .contains("Deadline        2026-01-31T13:00:00Z, in 58m25s")
        .contains("Timeout         1h, from the request")
        .contains("Asked by        alice via HTTP, operation op-7: new disks");
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
            "Asked by        alice via HTTP, operation op-7: new disks",
            "Ended by        bob via HTTP, operation op-8: fire",
            "NodeManager     told to shut down 2026-01-31T12:10:01Z, no request since");
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
  void shouldTellTheHistoryOfANode() {
    // given
    body = "{\"events\": [{\"summary\": \"first\"}, {\"summary\": \"second\"}]}";
    // when
    int exit = run("history", "h1:45454");
    // then
    assertThat(exit).isZero();
    assertThat(asked).containsExactly("/api/v1/nodes/h1%3A45454/history");
    assertThat(out.toString().lines()).containsExactly("first", "second");
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
            "ebb node: No node h9:1 is known (node-not-found); 'ebb nodes' lists those that are"
                + " known");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayInOneLineThatNobodyAnswers() {
    // given
    stop();
    // when
    int exit = run("nodes");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip())
        .contains("no ResourceManager answers at http://127.0.0.1:" + port(), "--rm or EBB_RM")
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
  void shouldNotGuessWhoseHistoryIsWanted() {
    assertThat(run("history")).isEqualTo(2);
    assertThat(run("history", "h1:1", "--since", "yesterday")).isEqualTo(2);
    assertThat(err.toString()).contains("Expected a NODE", "--since: 'yesterday' is neither");
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoJournal() {
    // when
    int exit = run("history", "--journal", "nowhere");
    // then
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip()).contains("no journal at", "nowhere").doesNotContain("\n");
  }

  @ParameterizedTest(name = "--journal {0}")
  @ValueSource(strings = {"/data/journal", "/data/journal/", "/data/journal/journal.db"})
  void shouldTakeAJournalAsPeopleHaveItAtHand(String place) {
    assertThat(JournalLocator.of(place)).isEqualTo("/data/journal");
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

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (List.of("nodes", "node", "history").contains(arguments[0])) {
      all.addAll(List.of("--rm", "http://127.0.0.1:" + port()));
    }
    return Ebb.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private int port() {
    return rm.getAddress().getPort();
  }
}
