package ebb.demo;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The time of day of an instant, in UTC, for messages to people. */
final class Clock {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Clock() {}

  static String of(Instant instant) {
    return FORMAT.format(instant);
  }
}
