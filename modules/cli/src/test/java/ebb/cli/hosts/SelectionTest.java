package ebb.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.FakeRm;
import ebb.cli.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that are meant without being named one by one. */
class SelectionTest {
  private static final String PATCH = "PATCH /api/v1/lists/exclude";

  @TempDir private Path folder;
  private FakeRm rm;

  /** Of nm8 to nm12 the lower numbers have more to do; nm9 drains. */
  @BeforeEach
  void startWithFiveNodes() throws IOException {
    StringBuilder nodes = new StringBuilder();
    for (int i = 8; i <= 12; i++) {
      nodes
          .append(i == 8 ? "" : ",")
          .append(
              """
              {"nodeId": "nm%02d.a:1", "address": "10.0.0.%d", "state": "%s",
               "running": {"containers": %d, "applicationMasters": %d}, "nodeManager": %s}
              """
                  .formatted(
                      i,
                      i,
                      i == 9 ? "DECOMMISSIONING" : "RUNNING",
                      20 - i,
                      i == 12 ? 1 : 0,
                      nodeManager(i)));
    }
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", "{\"nodes\": [" + nodes + "], \"next\": null}")
            .on(
                "GET /api/v1/lists",
                "{\"excludes\": [], \"files\": {\"exclude\": {\"path\": \"/x\", \"hash\": \"1\"}}}")
            .on(PATCH, "{}")
            .on("POST /api/v1/refresh", "{\"operationId\": \"op-1\", \"decisions\": []}");
  }

  /** That of nm12 has not registered with this leader. */
  private static String nodeManager(int i) {
    return i == 12
        ? "null"
        : """
          {"version": "3.%d.6", "rack": "/r%d", "labels": [%s],
           "attributes": ["rm.yarn.io/zone=z%d", "nm.yarn.io/ssd=true"]}
          """
            .formatted(i % 2 == 0 ? 3 : 30, i / 10, i == 8 ? "\"gpu\"" : "", i);
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @ParameterizedTest(name = "ebb drain {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "nm[08-10].a              | nm08.a nm09.a nm10.a",
        "nm[08,10-11].a           | nm08.a nm10.a nm11.a",
        "nm[0-1][0-9].a           | nm08.a nm09.a nm10.a nm11.a nm12.a",
        "nm1*                     | nm10.a nm11.a nm12.a",
        "nm?8.a elsewhere         | elsewhere nm08.a",
        "10.0.0.[8-9]             | 10.0.0.8 10.0.0.9",
        "*8*                      | 10.0.0.8",
        "--state running          | nm08.a nm10.a nm11.a nm12.a",
        "--state decommissioning,lost | nm09.a",
        "nm[08-10].a --state RUNNING | nm08.a nm10.a",
        "nm* --count 2            | nm10.a nm11.a",
        "nm* --count 2 --prefer name | nm08.a nm09.a",
        "nm* --count 1 --prefer idle | nm12.a",
        "nm* --count 1 --prefer fewest-masters | nm11.a",
        "--rack /r0               | nm08.a nm09.a",
        "--rack /r0,/r1           | nm08.a nm09.a nm10.a nm11.a",
        "--rack /r0 --state running | nm08.a",
        "--label gpu              | nm08.a",
        "--label gpu,DEFAULT_PARTITION | nm08.a nm09.a nm10.a nm11.a",
        "--attribute zone=z9      | nm09.a",
        "--attribute rm.yarn.io/zone=z9 | nm09.a",
        "--nm-version 3.3         | nm08.a nm10.a",
        "nm0* --nm-version 3.30.6 | nm09.a",
        "nm* --count 99           | nm08.a nm09.a nm10.a nm11.a nm12.a",
        "nm* --percent 50         | nm10.a nm11.a",
        "nm* --percent 1          | nm11.a",
        "nm08.a nm09.a --count 1  | nm09.a",
      })
  void shouldDrainTheHostsThatAreMeant(String selection, String expected) {
    Run run = run("drain --yes " + selection);

    assertThat(run.exit()).as(run.err()).isZero();
    List<String> hosts = new ArrayList<>();
    for (JsonNode each : rm.asked("PATCH").get(0).json().path("add")) {
      hosts.add(each.path("host").asText());
    }
    assertThat(hosts).containsExactlyInAnyOrder(expected.split(" "));
  }

  /** Once before the change: what is shown is what is done, and what the journal says. */
  @Test
  void shouldShowTheSelectionAndTellItsTermsToTheJournal() {
    Run run = run("drain --yes nm[08-11].a --state running --count 2 --reason disks");

    String terms =
        "selected by nm[08-11].a --state RUNNING --count 2 --prefer fewest-masters, 2 of 3 hosts";
    assertThat(run.err()).startsWith("note: " + terms + ": nm11.a, nm10.a\n");
    assertThat(rm.asked("PATCH").get(0).json().path("reason").asText())
        .isEqualTo("disks (" + terms + ")");
    assertThat(rm.asked("POST").get(0).json().path("reason").asText())
        .isEqualTo("disks (" + terms + ")");
  }

  @Test
  void shouldKeepAReasonThatLeavesNoRoomForTheTerms() {
    String reason = "x".repeat(1_000);

    run("drain --yes nm* --reason " + reason);

    assertThat(rm.asked("PATCH").get(0).json().path("reason").asText()).isEqualTo(reason);
  }

  @Test
  void shouldLeaveOutWhatOfARangeNoNodeHas() {
    Run run = run("recommission --yes nm[07-08].a");

    assertThat(run.err()).contains("note: left out, as no node has this host: nm07.a\n");
    assertThat(rm.asked("PATCH").get(0).json().path("remove")).hasSize(1);
  }

  @Test
  void shouldReadHostsOfAFileAndOfTheStandardInput() throws IOException {
    Path file = Files.writeString(folder.resolve("hosts"), "# rack 7\nnm08.a # disks\n\nnm09.a\n");
    run("drain --yes --file " + file);
    assertThat(rm.asked("PATCH").get(0).json().path("add")).hasSize(2);

    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("nm1*\n".getBytes(StandardCharsets.UTF_8)));
      run("drain --yes nm08.a --file -");
    } finally {
      System.setIn(before);
    }
    assertThat(rm.asked("PATCH").get(1).json().path("add")).hasSize(4);
  }

  @ParameterizedTest(name = "ebb drain {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "nm[20-30].a           | 1 | no node has a host that matches nm[20-30].a",
        "x*                    | 1 | no node has a host that matches x*",
        "--state LOST          | 1 | no host has a node that matches --state LOST",
        "nm* --state LOST      | 1 | no host has a node that matches --state LOST",
        "--rack /r7 --label x  | 1 | no host has a node that matches --rack /r7 --label x",
        "--file /no/such/file  | 1 | cannot read /no/such/file",
        "nm[9-1].a             | 2 | runs backwards: 9-1",
        "nm[1-10001]           | 2 | stands for more than 10000 names",
        "nm[1-200][1-200]      | 2 | stands for more than 10000 names",
        "nm[1-9999999999]      | 2 | too many digits",
        "--state BROKEN        | 2 | BROKEN",
        "--count 3             | 2 | HOST",
        "nm* --count 0         | 2 | at least 1",
        "nm* --percent 101     | 2 | 1 to 100",
        "nm* --count 1 --percent 1 | 2 | exclude each other",
        "nm* --prefer idle     | 2 | --prefer needs",
      })
  void shouldSayWhatIsWrongAndChangeNothing(String selection, int exit, String message) {
    Run run = run("drain --yes " + selection);

    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    assertThat(run.err()).contains(message);
    assertThat(rm.asked()).allMatch(each -> each.method().equals("GET"));
  }

  @Test
  void shouldWaitForHostsThatAreSelected() {
    rm.on("GET /api/v1/hosts/nm10.a", out("nm10.a"));
    rm.on("GET /api/v1/hosts/nm11.a", out("nm11.a"));

    Run run = run("wait nm[10-11].a --interval 1");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("nm10.a is out", "nm11.a is out");
  }

  private static String out(String host) {
    return "{\"host\": \"%s\", \"state\": \"out\", \"why\": \"w\", \"nodes\": [{\"state\": \"out\"}]}"
        .formatted(host);
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
