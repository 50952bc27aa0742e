package ebb.domain.text;

import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Sorts names with numbers as people count: nm2 before nm10, 10.0.0.9 before 10.0.0.10. */
public final class NaturalOrder implements Comparator<String> {
  public static final Comparator<String> INSTANCE = new NaturalOrder();

  private static final Pattern PARTS = Pattern.compile("[0-9]+|[^0-9]+");

  private NaturalOrder() {}

  @Override
  public int compare(String one, String other) {
    List<String> left = parts(one);
    List<String> right = parts(other);
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = compareParts(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    int order = Integer.compare(left.size(), right.size());
    return order != 0 ? order : one.compareTo(other);
  }

  private static List<String> parts(String text) {
    return PARTS.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Compares numbers of any length: without leading zeros, the one with more digits is larger. */
  private static int compareParts(String one, String other) {
    if (!isNumber(one) || !isNumber(other)) {
      return one.compareTo(other);
    }
    String left = one.replaceFirst("^0+(?=.)", "");
    String right = other.replaceFirst("^0+(?=.)", "");
    int order = Integer.compare(left.length(), right.length());
    return order != 0 ? order : left.compareTo(right);
  }

  private static boolean isNumber(String part) {
    char first = part.charAt(0);
    return first >= '0' && first <= '9';
  }
}
