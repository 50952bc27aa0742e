package ebb.cli.options;

import ebb.cli.text.ClockText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses a point in the past, as options accept it. */
public final class PastTime {
  /** The accepted forms, for the description of an option. */
  public static final String FORMS =
      "a past time, as in 14:03, 2026-01-31T14:03 or 2026-01-31T13:03:00Z, or a duration"
          + " before now, as in 90m or 2d. Without Z or an offset it is in this machine's time"
          + " zone.";

  private PastTime() {}

  /**
   * Parses a point in time. A duration counts back from the start of the current second, so the
   * result has no fraction and is short when it is shown in full.
   *
   * @throws ParameterException that names the option, if the text is no such time
   */
  public static Instant parse(String option, String text, CommandSpec spec) {
    try {
      ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
      return ClockText.past(text, now.truncatedTo(ChronoUnit.SECONDS));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage());
    }
  }

  /**
   * @throws ParameterException that names the option, if the time is in the future
   */
  public static void requirePast(
      String option, Optional<Instant> time, Instant now, CommandSpec spec) {
    if (time.filter(now::isBefore).isPresent()) {
      throw new ParameterException(
          spec.commandLine(), option + ": " + time.get() + " is in the future");
    }
  }
}
