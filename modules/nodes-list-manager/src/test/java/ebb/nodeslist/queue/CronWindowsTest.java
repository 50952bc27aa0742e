package ebb.nodeslist.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import ebb.domain.queue.Windows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronWindowsTest {

  @Test
  void shouldOpenByTheClockOfItsZoneAndCloseAfterItsLength() {
    Windows nights = window("0 22 * * mon-fri", "6h", "Europe/Berlin");

    // Friday to Saturday, in winter; no Saturday to Sunday.
    assertThat(changes(nights, "2026-11-27T12:00:00Z", "2026-11-30T12:00:00Z"))
        .containsExactly("2026-11-27T21:00:00Z opens", "2026-11-28T03:00:00Z closes");
    assertThat(nights.opensAfter("w", Instant.parse("2026-11-27T21:00:00Z")))
        .contains(Instant.parse("2026-11-30T21:00:00Z"));
    assertThat(nights.isOpen("w", Instant.parse("2026-11-27T20:59:59.999Z"))).isFalse();
    assertThat(nights.isOpen("w", Instant.parse("2026-11-28T02:59:59.999Z"))).isTrue();
  }

  @Test
  void shouldLastAsLongWhenClocksArePutForward() {
    assertThat(
            changes(
                window("0 22 * * *", "6h", "Europe/Berlin"),
                "2026-03-28T12:00:00Z",
                "2026-03-30T12:00:00Z"))
        .containsExactly(
            "2026-03-28T21:00:00Z opens", // 22:00
            "2026-03-29T03:00:00Z closes", // 05:00
            "2026-03-29T20:00:00Z opens", // 22:00
            "2026-03-30T02:00:00Z closes"); // 04:00
  }

  @Test
  void shouldLastAsLongWhenClocksArePutBack() {
    assertThat(
            changes(
                window("0 22 * * *", "6h", "Europe/Berlin"),
                "2026-10-24T12:00:00Z",
                "2026-10-26T12:00:00Z"))
        .containsExactly(
            "2026-10-24T20:00:00Z opens", // 22:00
            "2026-10-25T02:00:00Z closes", // 03:00
            "2026-10-25T21:00:00Z opens", // 22:00
            "2026-10-26T03:00:00Z closes"); // 04:00
  }

  @Test
  void shouldNotOpenAtATimeThatTheClocksLeaveOut() {
    assertThat(
            changes(
                window("30 2 * * *", "10m", "Europe/Berlin"),
                "2026-03-28T12:00:00Z",
                "2026-03-30T12:00:00Z"))
        .containsExactly("2026-03-30T00:30:00Z opens", "2026-03-30T00:40:00Z closes");
  }

  @Test
  void shouldOpenTwiceAtATimeThatTheClocksRepeat() {
    assertThat(
            changes(
                window("30 2 * * *", "10m", "Europe/Berlin"),
                "2026-10-24T12:00:00Z",
                "2026-10-25T12:00:00Z"))
        .containsExactly(
            "2026-10-25T00:30:00Z opens",
            "2026-10-25T00:40:00Z closes",
            "2026-10-25T01:30:00Z opens",
            "2026-10-25T01:40:00Z closes");
  }

  @Test
  void shouldOpenOnADayThatEitherFieldNames() {
    assertThat(
            changes(
                window("0 0 10 * fri", "1h", "UTC"),
                "2026-11-05T12:00:00Z",
                "2026-11-12T12:00:00Z"))
        .containsExactly(
            "2026-11-06T00:00:00Z opens", // a Friday
            "2026-11-06T01:00:00Z closes",
            "2026-11-10T00:00:00Z opens",
            "2026-11-10T01:00:00Z closes");
  }

  @Test
  void shouldStayOpenWhereOneTimeReachesTheNext() {
    assertThat(
            changes(
                window("0 * * * *", "90m", "UTC"), "2026-11-27T12:00:00Z", "2026-11-28T12:00:00Z"))
        .isEmpty();
    assertThat(window("0 * * * *", "90m", "UTC").isOpen("w", Instant.EPOCH)).isTrue();
  }

  @Test
  void shouldKnowItsNames() {
    Windows windows =
        CronWindows.from(
            ConfigFactory.parseString(
                """
                ebb.windows = [
                  {name = weekend, opens = "0 0 * * 6", for = 2d, zone = UTC}
                  {name = nights, opens = "0 22 * * *", for = 6h, zone = UTC}
                ]"""));

    assertThat(windows.names()).containsExactly("nights", "weekend");
    assertThat(windows.unknown("nigths"))
        .contains("ebb.windows has no window nigths; it has nights, weekend");
    assertThat(windows.isOpen("nigths", Instant.EPOCH)).isFalse();
    assertThat(windows.opensAfter("nigths", Instant.EPOCH)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opens = \"0 0 30 2 *\", for = 1h, zone = UTC | never opens",
        "opens = \"0 0 31 4,6 *\", for = 1h, zone = UTC | never opens",
        "opens = \"0 22 * *\", for = 1h, zone = UTC | not a cron expression of five fields",
        "opens = \"0 0 22 * * *\", for = 1h, zone = UTC | not a cron expression of five fields",
        "opens = \"61 22 * * *\", for = 1h, zone = UTC | not a cron expression of five fields",
        "opens = \"0 22 * * funday\", for = 1h, zone = UTC | not a cron expression",
        "opens = \"@reboot\", for = 1h, zone = UTC | not a cron expression",
        "opens = \"\", for = 1h, zone = UTC | not a cron expression",
        "opens = \"0 22 * * *\", for = 0s, zone = UTC | 1 minute to 7 days",
        "opens = \"0 22 * * *\", for = -1h, zone = UTC | 1 minute to 7 days",
        "opens = \"0 22 * * *\", for = 8d, zone = UTC | 1 minute to 7 days",
        "opens = \"0 22 * * *\", for = 1h, zone = Europe/Bonn | not a time zone",
        "opens = \"0 22 * * *\", for = 1h | there is no zone",
        "opens = \"0 22 * * *\", zone = UTC | there is no for",
        "for = 1h, zone = UTC | there is no opens",
        "opens = \"0 22 * * *\", for = 1h, zone = UTC, until = 1 | there is no key until"
      })
  void shouldRefuseAWindowThatCannotBeMeant(String keys, String problem) {
    assertThatThrownBy(() -> windows("{name = w, " + keys + "}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("ebb.windows, w: ")
        .hasMessageContaining(problem)
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldRefuseNamesThatAreNoneOrTaken() {
    String rest = ", opens = \"0 22 * * *\", for = 6h, zone = UTC}";

    assertThatThrownBy(() -> windows("{name = \"a b\"" + rest)).hasMessageContaining("name = a b");
    assertThatThrownBy(() -> windows("{name = a" + rest + ", {name = a" + rest))
        .hasMessageContaining("two with the name a");
  }

  /** Minute by minute. */
  private static List<String> changes(Windows windows, String from, String until) {
    List<String> changes = new ArrayList<>();
    Instant at = Instant.parse(from);
    boolean open = windows.isOpen("w", at);
    for (; at.isBefore(Instant.parse(until)); at = at.plusSeconds(60)) {
      boolean now = windows.isOpen("w", at);
      if (now != open) {
        changes.add(at + (now ? " opens" : " closes"));
      }
      open = now;
    }
    return changes;
  }

  private static Windows window(String opens, String length, String zone) {
    return windows(
        "{name = w, opens = \"%s\", for = %s, zone = \"%s\"}".formatted(opens, length, zone));
  }

  private static Windows windows(String entries) {
    return CronWindows.from(ConfigFactory.parseString("ebb.windows = [" + entries + "]"));
  }
}
