package ebb.domain.queue;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many hosts may drain at the same time.
 *
 * @param number of hosts, or percent of the hosts in service; at least 1
 */
public record ParallelLimit(int number, boolean isPercent) {
  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,6})(%?)");
  private static final int ALL = 100;

  /**
   * @throws IllegalArgumentException if the limit would never let a host drain, or is above 100 %
   */
  public ParallelLimit {
    if (number < 1 || (isPercent && number > ALL)) {
      throw new IllegalArgumentException("Expected a number of at least 1, or 1% to 100%");
    }
  }

  /** Reads {@code 20} or {@code 10%}; empty if the text is neither. */
  public static Optional<ParallelLimit> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(matcher.group(1));
    boolean isPercent = !matcher.group(2).isEmpty();
    return isPercent && number > ALL
        ? Optional.empty()
        : Optional.of(new ParallelLimit(number, isPercent));
  }

  /**
   * The limit in a fleet with this many hosts in service, draining ones included. A share is
   * rounded down, but is at least one host.
   */
  public int of(int hosts) {
    return isPercent ? Math.max(1, (int) ((long) hosts * number / ALL)) : number;
  }

  @Override
  public String toString() {
    return isPercent ? number + "%" : String.valueOf(number);
  }
}
