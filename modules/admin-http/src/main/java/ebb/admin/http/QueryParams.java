package ebb.admin.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads query parameters. Unknown ones are refused, because an ignored parameter would look as if
 * it had worked.
 */
public final class QueryParams {
  public static final String LIMIT = "limit";
  public static final String CURSOR = "cursor";

  /** The form of a point in time. */
  public static final String INSTANT = "an instant in UTC, such as 2026-01-31T12:00:00Z";

  private QueryParams() {}

  /**
   * The value of a parameter that may appear only once; empty if it is absent.
   *
   * @throws ProblemException that names the parameter, if it appears twice
   */
  public static Optional<String> single(Map<String, List<String>> query, String parameter) {
    List<String> values = query.getOrDefault(parameter, List.of());
    if (values.size() > 1) {
      throw invalid(parameter, "Expected it once");
    }
    return values.stream().findFirst();
  }

  /**
   * A point in time; empty if the request names none.
   *
   * @throws ProblemException that names the parameter, if it appears twice or is not such a text
   */
  public static Optional<Instant> instant(Map<String, List<String>> query, String parameter) {
    try {
      return single(query, parameter).map(Instant::parse);
    } catch (DateTimeException e) {
      throw invalid(parameter, "Expected " + INSTANT);
    }
  }

  /**
   * The maximum number of items in a page; empty if the request does not limit it.
   *
   * @throws ProblemException that names the parameter, if it is not a number from 1 to the largest
   */
  public static OptionalInt limit(Map<String, List<String>> query, int largest) {
    Optional<String> text = single(query, LIMIT);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int limit = Integer.parseInt(text.get());
      if (limit >= 1 && limit <= largest) {
        return OptionalInt.of(limit);
      }
    } catch (NumberFormatException e) {
      // refused below, like any other wrong number
    }
    throw invalid(LIMIT, "Expected a whole number from 1 to " + largest);
  }

  public static ProblemException invalid(String parameter, String detail) {
    return new ProblemException(ProblemCode.INVALID_PARAMETER, detail, parameter);
  }

  public static void refuseUnknown(Map<String, ?> query, Set<String> known) {
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_PARAMETER,
            known.isEmpty() ? "Expected no parameter" : "Expected only " + String.join(", ", known),
            name);
      }
    }
  }
}
