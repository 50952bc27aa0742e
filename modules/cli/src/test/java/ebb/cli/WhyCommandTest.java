package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What drains wait for: of a node, in a list of nodes, and of a whole operation. */
class WhyCommandTest {
  private static final String NIGHTLY =
      """
      {"id": "application_1_0001", "name": "nightly", "user": "etl", "queue": "root.etl",
       "type": "SPARK", "progress": 40, "startedAt": "2026-01-31T11:00:00.123Z", "nodes": 2
      """;
  private static final String UNKNOWN = "{\"id\": \"application_1_0002\", \"nodes\": 1";

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(
                "GET /api/v1/nodes/h1:1/why",
                """
                {"summary": "h1:1 drains.", "node": {},
                 "forecast": {"summary": "It ends."},
                 "applications": [
                   %s, "containers": [
                     {"id": "container_1", "applicationMaster": true, "state": "RUNNING",
                      "startedAt": "2026-01-31T11:30:00.5Z"},
                     {"id": "container_2", "applicationMaster": false, "state": null,
                      "startedAt": null}]},
                   %s, "containers": []}],
                 "timeouts": [
                   {"timeoutSeconds": 3600, "deadline": "2026-01-31T13:00:00Z",
                    "source": "REQUEST", "by": {"at": "2026-01-31T12:00:00Z", "actor": "anna",
                      "operationId": "op-7", "reason": "new disks"}},
                   {"timeoutSeconds": null, "deadline": null,
                    "source": "OPERATOR", "by": {"at": "2026-01-31T12:10:00Z", "actor": "bob"}}]}
                """
                    .formatted(NIGHTLY, UNKNOWN));
  }

  @Test
  void shouldShowTheParagraphAndTheEvidence() {
    Run run = Run.of("why", "h1:1", "--rm", rm.url());

    assertThat(run.exit()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "h1:1 drains.",
            "It ends.",
            "",
            "APPLICATION         USER  QUEUE     TYPE   PROGRESS  RUNNING SINCE         NAME",
            "application_1_0001  etl   root.etl  SPARK  40 %      2026-01-31T11:00:00Z  nightly",
            "application_1_0002  -     -         -      -         -                     -",
            "",
            "CONTAINER    STATE    HERE SINCE            APPLICATION MASTER",
            "container_1  RUNNING  2026-01-31T11:30:00Z  yes",
            "container_2  -        -                     -",
            "",
            "TIMEOUT   FROM         DEADLINE              SINCE                 BY    OPERATION"
                + "  REASON",
            "1h        the request  2026-01-31T13:00:00Z  2026-01-31T12:00:00Z  anna  op-7     "
                + "  new disks",
            "infinite  an operator  -                     2026-01-31T12:10:00Z  bob   -        "
                + "  -");
  }

  @Test
  void shouldPassTheAnswerToAProgram() throws IOException {
    Run run = Run.of("why", "h1:1", "--json", "--rm", rm.url());

    assertThat(Json.parse(run.out()).at("/applications/0/name").asText()).isEqualTo("nightly");
  }

  @Test
  void shouldNameApplicationsWhereItShowsANode() {
    rm.on("GET /api/v1/nodes/h1:1", node("h1:1"));

    assertThat(Run.of("node", "h1:1", "--rm", rm.url()).lines())
        .contains("Applications    application_1_0001 \"nightly\" of etl, application_1_0002");
  }

  @Test
  void shouldNameApplicationsInTheListOfNodes() {
    rm.on(
        "GET /api/v1/nodes",
        "{\"nodes\": [%s], \"applications\": [%s}, %s}], \"next\": null}"
            .formatted(node("h1:1"), NIGHTLY, UNKNOWN));

    assertThat(Run.of("nodes", "--rm", rm.url()).lines())
        .contains(
            "h1:1  DECOMMISSIONING  WAIT_CONTAINER  2 containers, 2 applications (\"nightly\" of"
                + " etl)  1h         -");
  }

  @Test
  void shouldNameWhatHoldsTheMostNodesOfAnOperation() throws IOException {
    rm.on(
        "GET /api/v1/operations/op-7",
        """
        {"id": "op-7", "nodes": {"total": 2, "draining": 2, "ended": 0}, "complete": false,
         "decisions": [%s, %s], "applications": [%s}, %s}]}
        """
            .formatted(node("h1:1"), node("h2:1"), NIGHTLY, UNKNOWN));

    String line = "application_1_0001 \"nightly\" of etl holds 2 of 2 nodes";
    assertThat(Files.readString(Path.of("..", "..", "docs", "commands.md")))
        .contains("\n" + line + "\n");
    assertThat(Run.of("operations", "op-7", "--rm", rm.url()).lines())
        .endsWith(
            "[--------------------] 0 of 2 nodes done, 2 draining; 4 containers left",
            line,
            "application_1_0002 holds 1 of 2 nodes");
  }

  /** It is what whoever submits the application writes. */
  @Test
  void shouldLetNoNameWriteWhatIsNotSo() {
    String hostile =
        NIGHTLY
            .replace("nightly", "a\\\" of root), 0 containers (\\u202e" + "x".repeat(99))
            .replace("\"etl\"", "\"etl" + "x".repeat(99) + "\"");
    rm.on(
        "GET /api/v1/nodes",
        "{\"nodes\": [%s], \"applications\": [%s}], \"next\": null}"
            .formatted(node("h1:1"), hostile));
    rm.on(
        "GET /api/v1/nodes/h1:1/why",
        "{\"summary\": \"-\", \"applications\": [%s}]}".formatted(hostile));
    String end = "x".repeat(12) + "...";

    assertThat(Run.of("nodes", "--rm", rm.url()).out())
        .contains("(\"a' of root), 0 containers (\\u{202e}" + end + "\" of etl" + "x".repeat(37));
    assertThat(Run.of("why", "h1:1", "--rm", rm.url()).out())
        .contains("  a\" of root), 0 containers (\\u{202e}" + end)
        .contains("  etl" + "x".repeat(37) + "...  ");
  }

  private static String node(String id) {
    return """
    {"nodeId": "%s", "state": "DECOMMISSIONING", "status": "WAIT_CONTAINER",
     "containers": 2, "applications": ["application_1_0001", "application_1_0002"],
     "drain": {"startedAt": "2026-01-31T12:00:00Z", "deadline": "2026-01-31T13:00:00Z",
               "secondsLeft": 3600, "timeoutSeconds": 3600, "timeoutSource": "REQUEST",
               "askedBy": "anna", "origin": "HTTP", "operationId": "op-7"}}
    """
        .formatted(id);
  }
}
