package ebb.domain.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A pattern for the names of several hosts: {@code *} stands for any characters, {@code ?} for one,
 * and ranges of numbers are written as in {@code nm[001-120,130].example.com}. If the first number
 * of a range has a leading zero, all its numbers get as many digits.
 */
public final class HostPattern {
  /** Maximum number of names: more would be a mistake, and cause many requests. */
  public static final int MOST_NAMES = 10_000;

  private static final Pattern RANGE = Pattern.compile("\\[(\\d+(?:-\\d+)?(?:,\\d+(?:-\\d+)?)*)]");

  private final String text;

  /** The names from its ranges, still with the other wildcards. */
  private final Set<String> names;

  /** Those of the names that have wildcards. */
  private final List<Pattern> globs;

  private HostPattern(String text, Set<String> names) {
    this.text = text;
    this.names = names;
    this.globs = names.stream().flatMap(name -> wildcards(name).stream()).toList();
  }

  public static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || RANGE.matcher(text).find();
  }

  /**
   * @throws IllegalArgumentException if a range runs backwards, or the pattern has too many digits
   *     or names
   */
  public static HostPattern parse(String text) {
    Set<String> names = new LinkedHashSet<>();
    expand(text, text, names);
    return new HostPattern(text, names);
  }

  private static void expand(String whole, String text, Set<String> names) {
    Matcher range = RANGE.matcher(text);
    if (!range.find()) {
      names.add(text);
      if (names.size() > MOST_NAMES) {
        throw new IllegalArgumentException(
            "'" + whole + "' stands for more than " + MOST_NAMES + " names");
      }
      return;
    }
    for (String part : range.group(1).split(",", -1)) {
      int dash = part.indexOf('-');
      String first = dash < 0 ? part : part.substring(0, dash);
      String last = dash < 0 ? part : part.substring(dash + 1);
      for (String number : numbers(whole, first, last)) {
        expand(
            whole, text.substring(0, range.start()) + number + text.substring(range.end()), names);
      }
    }
  }

  private static List<String> numbers(String whole, String first, String last) {
    if (first.length() > 9 || last.length() > 9) {
      throw new IllegalArgumentException("'" + whole + "' has a number of too many digits");
    }
    int from = Integer.parseInt(first);
    int to = Integer.parseInt(last);
    if (from > to) {
      throw new IllegalArgumentException(
          "'" + whole + "' has a range that runs backwards: " + first + "-" + last);
    } else if (to - from >= MOST_NAMES) {
      throw new IllegalArgumentException(
          "'" + whole + "' stands for more than " + MOST_NAMES + " names");
    }
    int digits = first.startsWith("0") ? first.length() : 0;
    List<String> numbers = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      String plain = Integer.toString(number);
      numbers.add("0".repeat(Math.max(0, digits - plain.length())) + plain);
    }
    return numbers;
  }

  public boolean matches(String host) {
    return names.contains(host) || globs.stream().anyMatch(glob -> glob.matcher(host).matches());
  }

  /**
   * @return those of the hosts that match
   */
  public Set<String> matching(Set<String> hosts) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : names) {
      wildcards(name)
          .ifPresentOrElse(
              glob -> hosts.stream().filter(h -> glob.matcher(h).matches()).forEach(found::add),
              () -> {
                if (hosts.contains(name)) {
                  found.add(name);
                }
              });
    }
    return found;
  }

  /**
   * @return the names from its ranges that are not among the hosts
   */
  public Set<String> missingFrom(Set<String> hosts) {
    Set<String> missing = new LinkedHashSet<>(names);
    missing.removeIf(name -> wildcards(name).isPresent() || hosts.contains(name));
    return missing;
  }

  private static Optional<Pattern> wildcards(String name) {
    if (name.indexOf('*') < 0 && name.indexOf('?') < 0) {
      return Optional.empty();
    }
    String regex =
        name.chars()
            .mapToObj(
                each ->
                    switch (each) {
                      case '*' -> ".*";
                      case '?' -> ".";
                      default -> Pattern.quote(Character.toString(each));
                    })
            .collect(Collectors.joining());
    return Optional.of(Pattern.compile(regex));
  }

  @Override
  public String toString() {
    return text;
  }
}
