package ebb.cli.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Points in time as people write them. */
public final class ClockText {
  private ClockText() {}

  /**
   * A point in time: the next 18:00, or a date and time such as 2026-01-31T18:00, also with an
   * offset or Z.
   *
   * @param now the current time, whose zone applies to text without one
   * @throws IllegalArgumentException in a few words, if the text has none of these forms
   */
  public static Instant instant(String text, ZonedDateTime now) {
    try {
      return text.contains("T") ? dated(text, now) : nextTime(LocalTime.parse(text), now);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a time such as 18:00, 2026-01-31T18:00 or 2026-01-31T17:00:00Z",
          e);
    }
  }

  /**
   * A point in the past: the last 18:00, a date and time as in {@link #instant}, or a length of
   * time before now, such as 90m.
   *
   * @throws IllegalArgumentException in a few words, if the text has none of these forms
   */
  public static Instant past(String text, ZonedDateTime now) {
    try {
      if (text.contains("T")) {
        return dated(text, now);
      }
      return text.contains(":")
          ? lastTime(LocalTime.parse(text), now)
          : now.toInstant().minus(length(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is neither a time such as 18:00, 2026-01-31T18:00 or 2026-01-31T17:00:00Z nor a"
              + " length of time before now such as 90m",
          e);
    }
  }

  private static Duration length(String text) {
    try {
      return TimeText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new DateTimeException("no length of time", e);
    }
  }

  private static Instant dated(String text, ZonedDateTime now) {
    return text.matches(".*T.*(Z|[+-].*)")
        ? OffsetDateTime.parse(text).toInstant()
        : instants(LocalDateTime.parse(text), now.getZone())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'%s' is a time that clocks in %s skip".formatted(text, now.getZone())));
  }

  private static Instant nextTime(LocalTime time, ZonedDateTime now) {
    return occurrences(time, now)
        .filter(each -> each.isAfter(now.toInstant()))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static Instant lastTime(LocalTime time, ZonedDateTime now) {
    return occurrences(time, now)
        .filter(each -> !each.isAfter(now.toInstant()))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The instants of a time of day around now. One of the next days may lack the time. */
  private static Stream<Instant> occurrences(LocalTime time, ZonedDateTime now) {
    return IntStream.rangeClosed(-2, 2)
        .mapToObj(days -> now.toLocalDate().plusDays(days).atTime(time))
        .flatMap(each -> instants(each, now.getZone()));
  }

  /** The instants of a local time: none if clocks skip it, two if they are put back. */
  private static Stream<Instant> instants(LocalDateTime time, ZoneId zone) {
    return zone.getRules().getValidOffsets(time).stream().map(time::toInstant);
  }
}
