package ebb.admin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A parameter that is ignored would look as if it had worked. */
final class Queries {
  private Queries() {}

  /**
   * The value of a parameter that makes no sense twice.
   *
   * @throws ProblemException that names the parameter, if it is there twice
   */
  static Optional<String> single(Map<String, List<String>> query, String parameter) {
    List<String> values = query.getOrDefault(parameter, List.of());
    if (values.size() > 1) {
      throw new ProblemException(ProblemCode.INVALID_PARAMETER, "Expected it once", parameter);
    }
    return values.stream().findFirst();
  }

  static void refuseUnknown(Map<String, ?> query, Set<String> known) {
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
