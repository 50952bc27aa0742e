package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import akka.util.ByteString;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.NodeId;
import ebb.journal.database.JournalException;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.feed.PositionException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventsRouteTest extends AdminApiTestBase {
  private static final String EVENTS = "/api/v1/events";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeEach
  void haveEvents() {
    api.feed = List.of(event(3, "h1:1", "a"), event(7, "h2:1", ""), event(8, "", "a"));
  }

  private static FeedEvent event(long place, String node, String operation) {
    return new FeedEvent(
        new EventPosition(place, place),
        node.isEmpty() ? "lists.lead-taken" : "node.registered",
        Instant.EPOCH,
        Optional.of(node).filter(id -> !id.isEmpty()).map(NodeId::parse),
        Optional.of(operation).filter(id -> !id.isEmpty()),
        ByteString.fromString("{\"n\":" + place + "}"));
  }

  @Test
  void shouldTellEventsWithTheirPositions() throws Exception {
    HttpResponse<String> response = follow("?after=0");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/event-stream");
    assertThat(response.body())
        .isEqualTo(
            """
            id: 0
            retry: 1000

            id: 3-00000003
            data: {"n":3}

            id: 7-00000007
            data: {"n":7}

            id: 8-00000008
            data: {"n":8}

            """);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ?after=3-00000003,           7 8
          ?node=h1:1,                  3
          '?node=h1:1,h2:1',           3 7
          ?host=h2,                    7
          '?host=h2,h9&operation=a',   ''
          ?operation=a,                3 8
          ?operation=b,                ''
          ?event=lists.lead-taken,     8
          '?event=node.registered,node.lost&host=h1', 3
          """)
  void shouldTellWhatIsAskedFor(String query, String places) throws Exception {
    assertThat(
            follow(query)
                .body()
                .lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.replaceAll("\\D", "")))
        .containsExactly(places.isEmpty() ? new String[0] : places.split(" "));
  }

  /**
   * Otherwise a follower of a quiet node reads the same part of the journal after each reconnect.
   */
  @Test
  void shouldTellHowFarItHasReadWhereNothingIsWanted() throws Exception {
    assertThat(follow("?operation=b").body()).contains("\n\nid: 8-00000008\n\n");
  }

  /** A browser comes back to the address where it has begun. */
  @Test
  void shouldGoOnBehindTheLastEventThatArrived() throws Exception {
    String body =
        CLIENT
            .send(
                api.request(EVENTS + "?after=0").header("Last-Event-ID", "7-00000007").build(),
                BodyHandlers.ofString())
            .body();

    assertThat(body).startsWith("id: 7-00000007\n").contains("{\"n\":8}").doesNotContain("n\":7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "after=7",
        "after=-1-00000000",
        "after=x",
        "node=h1",
        "event=x",
        "after=0&after=0"
      })
  void shouldRefuseWhatIsNoPositionOrNode(String query) throws Exception {
    assertProblem(api.get(EVENTS + "?" + query), 400, "invalid-parameter");
  }

  @Test
  void shouldRefuseAnIdThatIsNone() throws Exception {
    Answer answer = api.send(api.request(EVENTS).header("Last-Event-ID", "gibberish"));

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo("Last-Event-ID");
  }

  @Test
  void shouldRefuseAPositionThatWasNeverGivenOutOrIsGone() throws Exception {
    EventPosition position = new EventPosition(5, 5);
    api.noPosition = Optional.of(PositionException.unknown(position));
    assertProblem(api.get(EVENTS + "?after=5-00000005"), 404, "position-unknown");

    api.noPosition = Optional.of(PositionException.forgotten(position, new EventPosition(9, 9)));
    assertProblem(api.get(EVENTS + "?after=5-00000005"), 410, "position-gone");
  }

  @Test
  void shouldNotServeWithoutTheJournal() throws Exception {
    api.noPosition = Optional.of(new JournalException("Cannot be read"));

    assertProblem(api.get(EVENTS), 503, "not-ready");
  }

  @Test
  void shouldSendAHeartbeatWhereNothingHappens() throws Exception {
    api.feed = List.of();
    api.feedGoesOn = true;
    try (var body = CLIENT.send(api.request(EVENTS).build(), BodyHandlers.ofInputStream()).body();
        var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("id: 0");
      assertThat(lines.readLine()).isEqualTo("retry: 1000");
      assertThat(lines.readLine()).isEmpty();
      assertThat(lines.readLine()).isEqualTo(":");
    }
  }

  private static HttpResponse<String> follow(String query) throws Exception {
    return CLIENT.send(api.request(EVENTS + query).build(), BodyHandlers.ofString());
  }
}
