package ebb.cli.text;

import java.time.Duration;

/** Timeouts of drains as they are written on a command line. */
public final class TimeoutText {
  static final int INFINITE = -1;

  private TimeoutText() {}

  /**
   * Reads YARN's form: whole seconds, where only -1 is infinite.
   *
   * @throws IllegalArgumentException in a few words, if the text has another form
   */
  public static int seconds(String text) {
    if (!text.matches("-?\\d+")) {
      throw new IllegalArgumentException("'" + text + "' is not a number of seconds");
    }
    try {
      int seconds = Integer.parseInt(text);
      if (seconds >= INFINITE) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // refused below, like any other number out of range
    }
    throw new IllegalArgumentException(
        text + " is out of range; allowed are 0 to 2147483647, and -1 for " + Labels.INFINITE);
  }

  /**
   * Reads a length of time as in 1h, infinite or -1, or 0, which needs no unit.
   *
   * @return seconds
   * @throws IllegalArgumentException in a few words, if the text has none of these forms
   */
  public static int timeout(String text) {
    return text.equals(Labels.INFINITE) || text.equals("-1") ? INFINITE : length(text);
  }

  /** As {@link #timeout}, but without infinite timeouts. */
  public static int length(String text) {
    Duration length = text.equals("0") ? Duration.ZERO : TimeText.parse(text);
    if (length.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(text + " is out of range; the longest is 24855d");
    }
    return (int) length.toSeconds();
  }
}
