package ebb.cli.text;

import ebb.domain.text.DurationText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write and read them. */
public final class TimeText {
  private static final Pattern PARTS =
      Pattern.compile(
          "(?:(?<d>\\d{1,9})d)?(?:(?<h>\\d{1,9})h)?(?:(?<m>\\d{1,9})m)?(?:(?<s>\\d{1,9})s)?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private TimeText() {}

  /**
   * Reads 90s, 30m, 1h30m or 2d.
   *
   * @throws IllegalArgumentException in a few words, if the text has none of these forms
   */
  public static Duration parse(String text) {
    Matcher parts = PARTS.matcher(text);
    if (NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'%1$s' has no unit; write %1$ss, %1$sm or %1$sh".formatted(text));
    } else if (text.isEmpty() || !parts.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration such as 90s, 30m or 1h30m");
    }
    return Duration.ofDays(part(parts, "d"))
        .plusHours(part(parts, "h"))
        .plusMinutes(part(parts, "m"))
        .plusSeconds(part(parts, "s"));
  }

  private static long part(Matcher parts, String unit) {
    String number = parts.group(unit);
    return number == null ? 0 : Long.parseLong(number);
  }

  /** A length of time, as in 2h5m or 59s. Two units are enough for a time that is passing. */
  public static String of(Duration time) {
    if (time.toDays() > 0) {
      return DurationText.of(time.truncatedTo(ChronoUnit.HOURS));
    } else if (time.toHours() > 0) {
      return DurationText.of(time.truncatedTo(ChronoUnit.MINUTES));
    }
    return DurationText.of(time.truncatedTo(ChronoUnit.SECONDS));
  }
}
