package ebb.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.text.DurationText;
import java.time.Duration;
import java.util.Map;

/**
 * What the admin API says in codes and numbers, in words for people. A code that is not known here,
 * of a newer ResourceManager, stays as it is.
 */
public final class Labels {
  /** The domain's word; inlined, so that nothing is loaded for it. */
  public static final String INFINITE = DurationText.INFINITE;

  /** Those of {@link ebb.domain.TimeoutSource}; not asked there, so that less has to be loaded. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "HOST_ENTRY", "the host's entry",
          "REQUEST", "the request",
          "CLIENT", "the client",
          "CONFIGURATION", "the configuration",
          "OPERATOR", "an operator");

  /** READY and TIMEOUT are also what a node that drains still is; here it has left. */
  private static final Map<String, String> OUTCOMES =
      Map.of(
          "READY", "left, work done",
          "TIMEOUT", "left at deadline",
          "FORCED", "left by force",
          "NORMAL", "left at once",
          "RECOMMISSIONED", "recommissioned",
          "LOST", "lost",
          "REBOOTED", "rebooted",
          "SHUTDOWN", "shut down");

  /** The same behind a number of nodes. */
  private static final Map<String, String> ENDINGS =
      Map.of(
          "READY", "work done",
          "TIMEOUT", "at deadline",
          "FORCED", "by force",
          "NORMAL", "at once",
          "RECOMMISSIONED", "recommissioned",
          "LOST", "lost",
          "REBOOTED", "rebooted",
          "SHUTDOWN", "shut down");

  private static final Map<String, String> INSTANCE_STATES =
      Map.of(
          "LEADING", "leads",
          "LEADING_ON_STANDBY", "leads, on standby by rmadmin",
          "STANDBY", "stands by",
          "NOT_READY", "not ready",
          "LEAVING", "leaves",
          "UNREACHABLE", "does not answer");

  private Labels() {}

  /** How what was wanted of a node has ended. */
  public static String outcome(String code) {
    return OUTCOMES.getOrDefault(code, code);
  }

  /** How nodes have ended, behind their number: 3 by force. */
  public static String ending(String code) {
    return ENDINGS.getOrDefault(code, code);
  }

  /** What an instance does. */
  public static String instanceState(String code) {
    return INSTANCE_STATES.getOrDefault(code, code);
  }

  /** Which rule gave a drain its timeout; a dash when there is none. */
  public static String source(JsonNode code) {
    String text = NodeText.text(code);
    return SOURCES.getOrDefault(text, text);
  }

  /** Of a drain: as in 1h30m, or infinite when there are none. */
  public static String timeout(JsonNode seconds) {
    return seconds.isNumber() ? DurationText.of(Duration.ofSeconds(seconds.asLong())) : INFINITE;
  }

  /** Until when a drain may take, and how long that is. */
  public static String deadline(JsonNode drain) {
    return drain.hasNonNull("deadline")
        ? instant(drain.path("deadline")) + ", in " + timeLeft(drain)
        : "none";
  }

  /** The deadline of a drain, or that it has none, as the end of a sentence. */
  public static String endsAt(JsonNode drain) {
    return drain.hasNonNull("deadline")
        ? "its deadline is " + deadline(drain)
        : "its timeout is " + INFINITE;
  }

  /** To the second, which is enough for people. */
  public static String instant(JsonNode instant) {
    return NodeText.text(instant).replaceFirst("\\.\\d+Z$", "Z");
  }

  /** Until the deadline of a drain. */
  static String timeLeft(JsonNode drain) {
    return drain.hasNonNull("secondsLeft")
        ? TimeText.of(Duration.ofSeconds(drain.path("secondsLeft").asLong()))
        : INFINITE;
  }
}
