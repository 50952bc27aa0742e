package ebb.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.cli.FakeRm;
import ebb.cli.Run;
import ebb.cli.text.ClockText;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes, hosts and times as people write and sort them. */
class NodeNameTest {
  private static final String NODE =
      "{\"nodeId\": \"%s\", \"state\": \"%s\", \"drain\": null, \"healthy\": true}";

  @AutoClose private final FakeRm rm = FakeRm.start();

  @Test
  void shouldKnowANodeByItsHost() {
    // given the node of now, and that of an earlier port
    rm.on("GET /api/v1/nodes", nodes(node("h1:33333", "LOST"), node("h1:45454", "RUNNING")));
    rm.on("GET /api/v1/nodes/h1:45454", node("h1:45454", "RUNNING"));
    rm.on("PUT /api/v1/nodes/h1:45454/timeout", node("h1:45454", "RUNNING"));
    // then
    assertThat(run("node h1").lines()).contains("Node            h1:45454");
    assertThat(run("node h1:45454").lines()).contains("Node            h1:45454");
    assertThat(run("timeout h1 1h").lines()).containsExactly("h1:45454 is RUNNING");
    assertThat(rm.paths()).contains("GET /api/v1/nodes?host=h1");
  }

  @Test
  void shouldSayWhichNodesAHostHas() {
    rm.on("GET /api/v1/nodes", nodes(node("h1:10", "RUNNING"), node("h1:9", "RUNNING")));

    Run run = run("timeout h1 1h");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip())
        .isEqualTo("ebb timeout: host h1 has several nodes; name one of h1:9, h1:10");
  }

  @Test
  void shouldMeanTheNodeThatLeftLastWhereNoneServes() {
    String drained = "\"lastDrain\": {\"outcome\": \"READY\", \"at\": \"%s\"}";
    String newest =
        node("h1:9", "DECOMMISSIONED")
            .replace("\"drain\"", drained.formatted("2026-02-01T12:00:00.5Z") + ", \"drain\"");
    rm.on(
        "GET /api/v1/nodes",
        nodes(
            node("h1:8", "LOST"),
            newest,
            node("h1:10", "DECOMMISSIONED")
                .replace("\"drain\"", drained.formatted("2026-02-01T12:00:00Z") + ", \"drain\"")));
    rm.on("GET /api/v1/nodes/h1:9", newest);

    assertThat(run("node h1").lines()).contains("Node            h1:9");
    // and where nobody knows which that is
    rm.on("GET /api/v1/nodes", nodes(node("h1:8", "LOST"), node("h1:9", "LOST")));
    assertThat(run("node h1").err()).contains("host h1 has several nodes");
  }

  @Test
  void shouldSayThatAHostHasNone() {
    rm.on("GET /api/v1/nodes", nodes());

    Run run = run("node h1");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip())
        .isEqualTo("ebb node: no node of host h1 is known; 'ebb nodes' lists the known nodes");
  }

  @Test
  void shouldTakeANodeForItsHostOnlyWhereItIsAlone() {
    // given
    rm.on("GET /api/v1/nodes", nodes(node("h1:1", "RUNNING"), node("h1:2", "RUNNING")));
    // when
    Run run = run("drain h1:1");
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("the host of h1:1 also has h1:2; to include all, name the host, h1");
    assertThat(run("recommission h1:1").err()).contains("the host of h1:1 also has h1:2;");
    assertThat(rm.asked("PATCH")).isEmpty();
    // but for those of earlier ports, which have left
    rm.on("GET /api/v1/nodes", nodes(node("h1:1", "RUNNING"), node("h1:2", "LOST")));
    assertThat(run("recommission h1:1").err()).doesNotContain("h1:2");
    // and
    rm.on("GET /api/v1/nodes", nodes(node("h1:1", "RUNNING")));
    rm.on("GET /api/v1/lists", "{\"files\": {\"exclude\": {\"path\": \"/x\", \"hash\": \"1\"}}}");
    rm.on("PATCH /api/v1/lists/exclude", "{\"decisions\": []}");
    assertThat(run("drain h1:1 --dry-run").lines())
        .contains("h1    h1:1  RUNNING  -           -            - MB    -");
  }

  @ParameterizedTest
  @CsvSource({
    "18:00, 2026-01-31T18:00:00Z",
    "17:00:01, 2026-01-31T17:00:01Z",
    "17:00, 2026-02-01T17:00:00Z",
    "2026-03-01T18:00, 2026-03-01T18:00:00Z",
    "2026-03-01T18:00:00+02:00, 2026-03-01T16:00:00Z",
    "2026-03-01T18:00Z, 2026-03-01T18:00:00Z",
  })
  void shouldReadPointsInTime(String text, Instant expected) {
    ZonedDateTime now = ZonedDateTime.parse("2026-01-31T17:00:00Z[UTC]");

    assertThat(ClockText.instant(text, now)).isEqualTo(expected);
  }

  @Test
  void shouldReadATimeOfTheDayInTheZoneOfWhoeverTypesIt() {
    ZonedDateTime now = ZonedDateTime.parse("2026-01-31T17:00:00+01:00[Europe/Berlin]");

    assertThat(ClockText.instant("18:00", now)).isEqualTo("2026-01-31T17:00:00Z");
    assertThat(ClockText.instant("2026-07-01T18:00", now)).isEqualTo("2026-07-01T16:00:00Z");
  }

  /** Clocks are put back from 03:00 to 02:00. */
  @Test
  void shouldTakeTheNextOfTwoEqualTimesOfOneNight() {
    ZonedDateTime summer = ZonedDateTime.parse("2026-10-25T02:30:00+02:00[Europe/Berlin]");
    ZonedDateTime winter = ZonedDateTime.parse("2026-10-25T02:30:00+01:00[Europe/Berlin]");

    assertThat(ClockText.instant("02:15", summer)).isEqualTo("2026-10-25T01:15:00Z");
    assertThat(ClockText.instant("02:45", summer)).isEqualTo("2026-10-25T00:45:00Z");
    assertThat(ClockText.instant("02:15", winter)).isEqualTo("2026-10-26T01:15:00Z");
  }

  /** Clocks are put forward from 02:00 to 03:00. */
  @Test
  void shouldLeaveOutTimesThatADayLacks() {
    ZonedDateTime before = ZonedDateTime.parse("2026-03-29T00:30:00+01:00[Europe/Berlin]");
    ZonedDateTime after = ZonedDateTime.parse("2026-03-30T00:30:00+02:00[Europe/Berlin]");

    assertThat(ClockText.instant("02:30", before)).isEqualTo("2026-03-30T00:30:00Z");
    assertThat(ClockText.instant("02:30", before.minusDays(1).plusHours(3)))
        .isEqualTo("2026-03-30T00:30:00Z");
    assertThat(ClockText.past("02:30", after)).isEqualTo("2026-03-28T01:30:00Z");
  }

  @Test
  void shouldRefuseATimeThatTheClockSkips() {
    ZonedDateTime now = ZonedDateTime.parse("2026-03-30T00:30:00+02:00[Europe/Berlin]");

    for (String skipped : List.of("2026-03-29T02:00", "2026-03-29T02:59:59")) {
      String reason = "'" + skipped + "' is a time that clocks in Europe/Berlin skip";
      assertThatThrownBy(() -> ClockText.past(skipped, now)).hasMessage(reason);
      assertThatThrownBy(() -> ClockText.instant(skipped, now)).hasMessage(reason);
    }
    assertThat(ClockText.past("2026-03-29T03:00", now)).isEqualTo("2026-03-29T01:00:00Z");
    assertThat(ClockText.past("2026-03-29T02:30+01:00", now)).isEqualTo("2026-03-29T01:30:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "17:00, 2026-01-31T17:00:00Z",
    "17:00:01, 2026-01-30T17:00:01Z",
    "14:03, 2026-01-31T14:03:00Z",
    "2026-01-30T18:00, 2026-01-30T18:00:00Z",
    "2026-01-30T18:00+02:00, 2026-01-30T16:00:00Z",
    "90m, 2026-01-31T15:30:00Z",
    "2d, 2026-01-29T17:00:00Z",
  })
  void shouldReadPointsInThePast(String text, Instant expected) {
    ZonedDateTime now = ZonedDateTime.parse("2026-01-31T17:00:00Z[UTC]");

    assertThat(ClockText.past(text, now)).isEqualTo(expected);
  }

  /** Clocks are put back from 03:00 to 02:00. */
  @Test
  void shouldTakeTheLastOfTwoEqualTimesOfOneNight() {
    ZonedDateTime summer = ZonedDateTime.parse("2026-10-25T02:30:00+02:00[Europe/Berlin]");
    ZonedDateTime winter = ZonedDateTime.parse("2026-10-25T02:30:00+01:00[Europe/Berlin]");

    assertThat(ClockText.past("02:15", summer)).isEqualTo("2026-10-25T00:15:00Z");
    assertThat(ClockText.past("02:45", winter)).isEqualTo("2026-10-25T00:45:00Z");
    assertThat(ClockText.past("02:15", winter)).isEqualTo("2026-10-25T01:15:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2026-01-31", "25:00", "90", "", "-2h"})
  void shouldSayWhichPointsInThePastThereAre(String text) {
    ZonedDateTime now = ZonedDateTime.parse("2026-01-31T17:00:00Z[UTC]");

    assertThatThrownBy(() -> ClockText.past(text, now))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("90m");
  }

  @Test
  void shouldLeaveAnAddressOfIPv6Whole() {
    assertThat(NodeName.hostOf("2001:db8::15")).isEqualTo("2001:db8::15");
    assertThat(NodeName.hostOf("[2001:db8::15]:45454")).isEqualTo("[2001:db8::15]");
    assertThat(NodeName.hostOf("h1:45454")).isEqualTo("h1");
  }

  @Test
  void shouldSortAsPeopleCount() {
    List<String> names =
        List.of("10.0.0.10:1", "nm10", "10.0.0.9:1", "nm2", "10.0.0.1:1", "nm02", "a", "nm");

    assertThat(names.stream().sorted(NaturalOrder.INSTANCE))
        .containsExactly(
            "10.0.0.1:1", "10.0.0.9:1", "10.0.0.10:1", "a", "nm", "nm02", "nm2", "nm10");
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" "));
  }

  private static String node(String id, String state) {
    return NODE.formatted(id, state);
  }

  private static String nodes(String... all) {
    return "{\"nodes\": [%s], \"next\": null}".formatted(String.join(",", all));
  }
}
