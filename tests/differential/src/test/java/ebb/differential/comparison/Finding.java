package ebb.differential.comparison;

import java.util.List;

/**
 * A difference that no line accounts for.
 *
 * @param step its number, from 1; 0 is the start
 */
public record Finding(long seed, int step, String what, List<String> history) {
  @Override
  public String toString() {
    return "seed "
        + seed
        + ", step "
        + step
        + ": "
        + what
        + "\n"
        + String.join("\n", history)
        + "\n"
        + "To see it again: mvn verify -pl tests/differential -am -Dtest=none"
        + " -Dit.test=DifferentialIT -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dfailsafe.failIfNoSpecifiedTests=false -Dseed="
        + seed;
  }
}
