package ebb.cli.options;

import ebb.cli.text.ClockText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A point in the past, as options take it. */
public final class PastTime {
  /** What an option's description says of it. */
  public static final String FORMS =
      "a past time, as in 14:03, 2026-01-31T14:03 or 2026-01-31T13:03:00Z, or a duration"
          + " before now, as in 90m or 2d. Without Z or an offset it is in this machine's time"
          + " zone.";

  private PastTime() {}

  /**
   * A length of time is before the second that runs, so that what is shown of it, in full, is
   * short.
   *
   * @throws ParameterException that names the option, if it is none
   */
  public static Instant parse(String option, String text, CommandSpec spec) {
    try {
      ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
      return ClockText.past(text, now.truncatedTo(ChronoUnit.SECONDS));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage());
    }
  }
}
