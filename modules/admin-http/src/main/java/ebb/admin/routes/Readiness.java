package ebb.admin.routes;

import java.util.List;

/**
 * Whether this instance can serve.
 *
 * @param reason what is missing, in one line; of a ready instance, what it is ready for
 * @param warnings what an operator should look at, a line for each; they do not matter for
 *     readiness
 */
public record Readiness(boolean ready, String reason, List<String> warnings) {
  public Readiness {
    warnings = List.copyOf(warnings);
  }

  /** Without a warning. */
  public Readiness(boolean ready, String reason) {
    this(ready, reason, List.of());
  }

  /** As this one, with these warnings and no other. */
  public Readiness withWarnings(List<String> others) {
    return new Readiness(ready, reason, others);
  }
}
