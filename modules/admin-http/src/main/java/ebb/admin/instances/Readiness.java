package ebb.admin.instances;

import java.util.List;

/**
 * Whether this instance can serve.
 *
 * @param reason what is missing, in one line; for a ready instance, what it is ready for
 * @param warnings what an operator should look at, one line for each; warnings do not affect
 *     readiness
 */
public record Readiness(boolean ready, String reason, List<String> warnings) {
  public Readiness {
    warnings = List.copyOf(warnings);
  }

  /** A readiness without warnings. */
  public Readiness(boolean ready, String reason) {
    this(ready, reason, List.of());
  }

  /** The same readiness, with these warnings only. */
  public Readiness withWarnings(List<String> others) {
    return new Readiness(ready, reason, others);
  }
}
