package ebb.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DrainTimeout;
import ebb.domain.text.DurationText;
import java.time.Duration;
import java.util.Map;

/**
 * Words for the codes and numbers of the admin API. An unknown code, of a newer ResourceManager,
 * stays as it is.
 */
public final class Labels {
  /** The domain's word. The compiler inlines it, so no class is loaded for it. */
  public static final String INFINITE = DurationText.INFINITE;

  /**
   * The words of {@link ebb.domain.TimeoutSource}, repeated here so that fewer classes are loaded.
   */
  private static final Map<String, String> SOURCES =
      Map.of(
          "HOST_ENTRY", "the host's entry",
          "REQUEST", "the request",
          "CLIENT", "the client",
          "CONFIGURATION", "the configuration",
          "OPERATOR", "an operator");

  /** Here the node has left. READY and TIMEOUT are also statuses of nodes that still drain. */
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

  /** The same outcomes, in words that follow a number of nodes. */
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
          "LEADING_ON_STANDBY", "leads, put on standby by rmadmin",
          "STANDBY", "standby",
          "NOT_READY", "not ready",
          "LEAVING", "leaves",
          "UNREACHABLE", "does not answer");

  private Labels() {}

  /** How a node's order has ended. */
  public static String outcome(String code) {
    return OUTCOMES.getOrDefault(code, code);
  }

  /** How nodes have ended, in words that follow their number, as in 3 by force. */
  public static String ending(String code) {
    return ENDINGS.getOrDefault(code, code);
  }

  /** The state of an instance. */
  public static String instanceState(String code) {
    return INSTANCE_STATES.getOrDefault(code, code);
  }

  /** The rule that set the timeout of a drain; a dash when there is none. */
  public static String source(JsonNode code) {
    String text = NodeText.text(code);
    return SOURCES.getOrDefault(text, text);
  }

  /**
   * The timeout of a drain, as in 1h30m; infinite when there is no number.
   *
   * @param drain or anything else with the fields timeoutSeconds and held
   */
  public static String timeoutOf(JsonNode drain) {
    return drain.path("held").asBoolean()
        ? DrainTimeout.HELD.toString()
        : timeout(drain.path("timeoutSeconds"));
  }

  /** As above, from a number of seconds. */
  public static String timeout(JsonNode seconds) {
    return seconds.isNumber() ? DurationText.of(Duration.ofSeconds(seconds.asLong())) : INFINITE;
  }

  /** The deadline of a drain, and the time left until then. */
  public static String deadline(JsonNode drain) {
    return drain.hasNonNull("deadline")
        ? instant(drain.path("deadline")) + ", in " + timeLeft(drain)
        : "none";
  }

  /** The deadline of a drain, or that it has none, as the end of a sentence. */
  public static String endsAt(JsonNode drain) {
    return drain.hasNonNull("deadline")
        ? "its deadline is " + deadline(drain)
        : "its timeout is " + timeoutOf(drain);
  }

  /** An instant to the second, which is enough for people. */
  public static String instant(JsonNode instant) {
    return NodeText.text(instant).replaceFirst("\\.\\d+Z$", "Z");
  }

  /** The time left until the deadline of a drain. */
  static String timeLeft(JsonNode drain) {
    return drain.hasNonNull("secondsLeft")
        ? TimeText.of(Duration.ofSeconds(drain.path("secondsLeft").asLong()))
        : timeoutOf(drain);
  }
}
