package ebb.domain.text;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats durations for people, in the one form that Ebb uses: 1h, 1h30m, 90d, 0s. */
public final class DurationText {
  /** The text for an infinite duration. */
  public static final String INFINITE = "infinite";

  private DurationText() {}

  /**
   * Nothing is rounded; zero units are left out. A fraction of a second is written as in 1.5s.
   *
   * @param time not negative
   */
  public static String of(Duration time) {
    String parts =
        Stream.of(
                part(time.toDays(), "d"),
                part(time.toHoursPart(), "h"),
                part(time.toMinutesPart(), "m"),
                seconds(time))
            .collect(Collectors.joining());
    return parts.isEmpty() ? "0s" : parts;
  }

  private static String part(long number, String unit) {
    return number == 0 ? "" : number + unit;
  }

  private static String seconds(Duration time) {
    if (time.toNanosPart() == 0) {
      return part(time.toSecondsPart(), "s");
    }
    String fraction = "%09d".formatted(time.toNanosPart()).replaceAll("0+$", "");
    return time.toSecondsPart() + "." + fraction + "s";
  }
}
