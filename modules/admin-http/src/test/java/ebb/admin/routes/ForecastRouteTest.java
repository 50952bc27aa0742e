package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiTestBase;
import ebb.domain.Drain;
import ebb.domain.DrainOutcome;
import ebb.domain.forecast.PastDrain;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.journal.feed.JournalSummary;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a drain, or an operation, probably ends, and how often such a forecast was right. */
class ForecastRouteTest extends AdminApiTestBase {
  private final NodeStateUpdate node = WhyRouteTest.waitingFor(WhyRouteTest.APP);

  /** At most an hour ago. */
  private final Instant begin = node.node().drain().map(Drain::startedAt).orElseThrow();

  @Test
  void shouldForecastTheEndOfADrainAndSayHowManyForecastsHeld() throws Exception {
    // given 60 earlier drains of 120 to 179 minutes
    api.summary = new JournalSummary(new PastDrains(pastDrains(60), false), List.of());
    api.leader.knows(node);
    // when
    JsonNode forecast = forecast();
    // then
    String earliest = begin.plus(Duration.ofMinutes(125)).toString();
    String latest = begin.plus(Duration.ofMinutes(174)).toString();
    assertThat(forecast.path("earliest").asText()).isEqualTo(earliest);
    assertThat(forecast.path("latest").asText()).isEqualTo(latest);
    assertThat(forecast.path("checked").asInt()).isEqualTo(51);
    assertThat(forecast.path("summary").asText())
        .isEqualTo(
            ("Based on 60 earlier drains that lasted longer, it will end between %s and %s (80 %%)."
                    + " Of 51 such forecasts in the past, %d were right.")
                .formatted(earliest, latest, forecast.path("right").asInt()));
    assertThat(withoutTimes(Files.readString(Path.of("..", "..", "docs", "http-api.md"))))
        .contains("\n" + withoutTimes(forecast.toString()) + "\n");
    // and what an operation has
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(OperationsRoutesTest.progress(node.node().nodeId())), List.of(node)));
    JsonNode operation = api.get("/api/v1/operations/op-9").json().path("forecast");
    assertThat(operation.path("latest").asText()).isEqualTo(latest);
    assertThat(operation.path("summary").asText())
        .startsWith("Based on 60 earlier operations that ");
  }

  @Test
  void shouldForecastTheNewestFewOperationsThatAreUnderWay() throws Exception {
    List<PastDrain> drains = pastDrains(60);
    List<OperationSummary> operations = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String id = "running-" + i;
      drains.add(
          new PastDrain(
              node.node().nodeId(), begin, Optional.empty(), Optional.of(id), Optional.empty()));
      operations.add(summary(id, i == 1 ? 0 : 1));
    }
    api.summary = new JournalSummary(new PastDrains(drains, false), List.of());
    api.leader.answersOperationsWith(new NodesListReply.OperationsSeen(operations, false));

    JsonNode listed = api.get("/api/v1/operations").json().path("operations");

    assertThat(listed.at("/0/forecast/latest").asText())
        .isEqualTo(begin.plus(Duration.ofMinutes(174)).toString());
    assertThat(listed.findValues("forecast").stream().map(JsonNode::isNull))
        .containsExactly(false, true, false, false, false, false, true, true);
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME");
  }

  private static OperationSummary summary(String id, int draining) {
    return new OperationSummary(
        id,
        4,
        RefreshType.GRACEFUL,
        Tracking.SERVER,
        Optional.empty(),
        OperationsRoutesFixture.BY,
        1,
        0,
        draining,
        Map.of());
  }

  private List<PastDrain> pastDrains(int count) {
    List<PastDrain> past = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant start = begin.minus(Duration.ofDays(count - i));
      past.add(
          new PastDrain(
              node.node().nodeId(),
              start,
              Optional.empty(),
              Optional.of("op-" + i),
              Optional.of(
                  new PastDrain.Ending(
                      start.plus(Duration.ofMinutes(120 + 37L * i % 60)), DrainOutcome.READY))));
    }
    return past;
  }

  @Test
  void shouldSayThatThereIsTooLittleForAForecast() throws Exception {
    api.summary = new JournalSummary(new PastDrains(pastDrains(8), false), List.of());
    api.leader.knows(node);
    JsonNode forecast = forecast();
    assertThat(forecast.path("earliest").isNull()).isTrue();
    assertThat(forecast.path("latest").isNull()).isTrue();
    assertThat(forecast.path("summary").asText())
        .isEqualTo(
            "There is no forecast of its end: only 8 earlier drains lasted longer, and a forecast needs at least 9.");

    api.summary = new JournalSummary(new PastDrains(pastDrains(1), false), List.of());
    assertThat(forecast().path("summary").asText())
        .contains("only 1 earlier drain lasted longer, and a forecast needs at least 9.");

    api.summary = new JournalSummary(new PastDrains(pastDrains(12), false), List.of());
    assertThat(forecast().path("summary").asText())
        .isEqualTo(
            "There is no forecast of its end: only 3 forecasts in the past can be checked, and a"
                + " forecast needs at least 10.");
  }

  @Test
  void shouldShowAnOperationWithoutForecastWhileTheJournalDoesNotAnswer() throws Exception {
    api.noSummary = true;
    api.leader.knows(node);
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(OperationsRoutesTest.progress(node.node().nodeId())), List.of(node)));
    JsonNode operation = api.get("/api/v1/operations/op-9").json();
    assertThat(operation.path("id").asText()).isEqualTo("op-9");
    assertThat(operation.path("forecast").isNull()).isTrue();
  }

  private static JsonNode forecast() throws Exception {
    return api.get("/api/v1/nodes/h1:1234/why").json().path("forecast");
  }
}
