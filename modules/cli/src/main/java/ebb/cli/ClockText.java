package ebb.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;

/** Points in time as people write them. */
final class ClockText {
  private ClockText() {}

  /**
   * The next 18:00, a date and time such as 2026-01-31T18:00, or with an offset or Z.
   *
   * @param now which has the zone of what is written without one
   * @throws IllegalArgumentException in a few words, if it is none of that
   */
  static Instant instant(String text, ZonedDateTime now) {
    try {
      if (!text.contains("T")) {
        ZonedDateTime today = now.with(LocalTime.parse(text));
        // On the night on which clocks are put back there are two of some times.
        ZonedDateTime later = today.withLaterOffsetAtOverlap();
        return (today.isAfter(now)
                ? today
                : later.isAfter(now) ? later : now.plusDays(1).with(LocalTime.parse(text)))
            .toInstant();
      } else if (text.matches(".*T.*(Z|[+-].*)")) {
        return OffsetDateTime.parse(text).toInstant();
      }
      return LocalDateTime.parse(text).atZone(now.getZone()).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no time such as 18:00, 2026-01-31T18:00 or 2026-01-31T17:00:00Z", e);
    }
  }
}
