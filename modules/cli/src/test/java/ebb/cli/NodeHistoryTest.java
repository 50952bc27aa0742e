package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.options.JournalLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ebb history} tells of nodes and operations. */
class NodeHistoryTest extends AdminCommandFixture {
  @Test
  void shouldTellTheHistoryOfAnOperationOfManyNodesInAFewQuestions() {
    // given events of many nodes in two pages, by node
    bodies.add(page("h1:1", "2026-01-31T12:00:02Z", "second", "\"c d\""));
    bodies.add(page("h2:1", "2026-01-31T12:00:01Z", "first", "null"));
    // when
    int exit = run("history", "--operation", "op-7");
    // then
    assertThat(exit).isZero();
    assertThat(asked())
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
    assertThat(asked()).containsExactly("/api/v1/history?since=2026-01-31T12%3A00%3A00Z");
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
    assertThat(asked()).containsExactly("/api/v1/nodes/h1%3A1/history");
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
  void shouldTellTheHistoryOfANode() {
    // given
    body = "{\"events\": [{\"summary\": \"first\"}, {\"summary\": \"second\"}]}";
    // when
    int exit = run("history", "h1:45454");
    // then
    assertThat(exit).isZero();
    assertThat(asked()).containsExactly("/api/v1/nodes/h1%3A45454/history");
    assertThat(out.toString().lines()).containsExactly("first", "second");
  }

  @Test
  void shouldNotGuessWhoseHistoryIsWanted() {
    assertThat(run("history")).isEqualTo(2);
    assertThat(run("history", "h1:1", "--since", "yesterday")).isEqualTo(2);
    assertThat(err.toString()).contains("Expected a NODE", "--since: 'yesterday' is neither");
    assertThat(asked()).isEmpty();
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
}
