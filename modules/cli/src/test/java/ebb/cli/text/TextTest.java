package ebb.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.cli.client.Json;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.terminal.Table;
import ebb.cli.terminal.Terminal;
import ebb.cli.terminal.Wrap;
import ebb.domain.DrainOutcome;
import ebb.domain.TimeoutSource;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables, times and JSON. */
class TextTest {
  private static final Terminal COLOURED =
      new Terminal(true, true, OptionalInt.empty(), OptionalInt.empty(), true);

  @Test
  void shouldCutNoIdAndNoStateOnANarrowTerminal() {
    Table table =
        new Table("NODE", "STATE").row("a-very-long-name-of-a-host:45454", "DECOMMISSIONING");
    Terminal narrow = new Terminal(true, true, OptionalInt.of(34), OptionalInt.empty(), false);
    assertThat(table.lines(narrow))
        .containsExactly(
            "NODE                              STATE",
            "a-very-long-name-of-a-host:45454  DECOMMISSIONING");
  }

  @Test
  void shouldCutWordsAndLeaveThemOutBeforeAnythingElse() {
    Table table =
        new Table("OPERATION", "AT", "REASON")
            .row("1m81c6xa6-rxd4z", "2026-11-22T10:17:10Z", "new disks in the whole rack");
    Terminal narrow = new Terminal(true, true, OptionalInt.of(50), OptionalInt.empty(), false);
    Terminal narrower = new Terminal(true, true, OptionalInt.of(40), OptionalInt.empty(), false);
    assertThat(table.lines(narrow)).contains("1m81c6xa6-rxd4z  2026-11-22T10:17:10Z  new disks..");
    assertThat(table.lines(narrower))
        .containsExactly("OPERATION        AT", "1m81c6xa6-rxd4z  2026-11-22T10:17:10Z");
  }

  @Test
  void shouldCutNothingForAProgramThatReads() {
    Table table = new Table("NODE").row("x".repeat(500));
    Terminal piped = new Terminal(false, true, OptionalInt.of(34), OptionalInt.empty(), true);
    assertThat(table.lines(piped)).contains("x".repeat(500)).noneMatch(l -> l.contains("\u001b"));
  }

  @ParameterizedTest
  @EnumSource(TimeoutSource.class)
  void shouldNameTheSourceOfATimeoutAsTheJournalDoes(TimeoutSource source) {
    assertThat(Labels.source(Json.array().add(source.name()).get(0))).isEqualTo(source.words());
  }

  @ParameterizedTest
  @EnumSource(DrainOutcome.class)
  void shouldHaveWordsForEveryOutcome(DrainOutcome outcome) {
    assertThat(Labels.outcome(outcome.name())).isNotEqualTo(outcome.name());
  }

  @Test
  void shouldLeaveOutTheMiddleOfAMessageThatFillsTheTerminal() {
    String line = "begin " + "x".repeat(1000) + " end";
    assertThat(Ellipsis.message(line, 80)).hasSize(320).startsWith("begin x").endsWith("x end");
    assertThat(Ellipsis.message(line, Integer.MAX_VALUE)).isEqualTo(line);
    String words = "begin " + "1m81c6xa6-rxd4z ".repeat(100) + "end";
    assertThat(Ellipsis.message(words, 80))
        .matches("begin (1m81c6xa6-rxd4z )*\\.\\. (1m81c6xa6-rxd4z )*end");
    assertThat(Ellipsis.line(line, 20)).isEqualTo("begin xxxxxxxxxxxx..");
  }

  @Test
  void shouldWrapBetweenWordsAndCutNone() {
    String line = "Requested by    anna via HTTP, operation 1m81c6xa6-rxd4z: new disks";
    assertThat(Wrap.lines(line, 40, 16))
        .containsExactly(
            "Requested by    anna via HTTP, operation",
            "                1m81c6xa6-rxd4z: new",
            "                disks");
    assertThat(Wrap.lines("1m81c6xa6-rxd4z abc", 8, 2)).containsExactly("1m81c6xa6-rxd4z", "  abc");
    assertThat(Wrap.lines(line, 100, 16)).containsExactly(line);
    assertThat(Wrap.lines("", 10, 2)).containsExactly("");
  }

  @Test
  void shouldColourStatesOnATerminalOnly() {
    Table table = new Table("NODE", "STATE").row("h1:1", "LOST").row("h2:1", "RUNNING");
    assertThat(table.lines(COLOURED)).element(1).isEqualTo("h1:1  \u001b[31mLOST\u001b[0m");
    assertThat(table.lines(Terminal.NONE)).contains("h1:1  LOST");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "59, 59s",
    "60, 1m",
    "3599, 59m59s",
    "3600, 1h",
    "3959, 1h5m",
    "90059, 1d1h"
  })
  void shouldWriteTimesShort(long seconds, String text) {
    assertThat(TimeText.of(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "1x", "1m1h", "-5s", "1 h", "12345678901", "90", "1.5h"})
  void shouldRefuseWhatIsNoLengthOfTime(String text) {
    assertThatThrownBy(() -> TimeText.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":[1,-2.5,\"x\\\"\\u0007\",true,false,null,{}],\"b\":{\"c\":[]}}",
        "[9223372036854775807]",
        "\"\""
      })
  void shouldWriteTheJsonThatItRead(String json) throws IOException {
    assertThat(Json.compact(Json.parse(json))).isEqualTo(json);
    assertThat(Json.compact(Json.parse(Json.pretty(Json.parse(json))))).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1,]", "{} {}", "<html>", "{\"a\":}", "nul"})
  void shouldRefuseWhatIsNoJson(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IOException.class);
  }
}
