package ebb.admin;

import java.util.Map;
import java.util.Set;

/** A parameter that is ignored would look as if it had worked. */
final class Queries {
  private Queries() {}

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
