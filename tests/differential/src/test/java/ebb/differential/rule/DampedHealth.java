package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import ebb.differential.comparison.ComparedNode;
import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.comparison.NodeMemory.Mode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node that recovers within ten seconds of becoming unhealthy stays unhealthy until they are
 * over.
 */
final class DampedHealth implements AllowedDifference {
  private static final int DAMPING_MS = 10_000;

  @Override
  public String line() {
    return "health is damped";
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    boolean damped =
        step.after().stock().is("RUNNING")
            && step.after().ebb().is("UNHEALTHY")
            && wasSickLately(step);
    return damped
        ? Optional.of(new Explanation(step.different(), Mode.UNTIL_ALIKE))
        : Optional.empty();
  }

  /** Reported by a tick, which comes every second. */
  private static boolean wasSickLately(ComparedNode step) {
    OptionalLong sick = step.memory().lastSick;
    return sick.isPresent() && step.facts().now() - sick.getAsLong() <= DAMPING_MS + 1_000;
  }
}
