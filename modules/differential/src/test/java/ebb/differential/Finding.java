package ebb.differential;

import java.util.List;

/**
 * A difference that no line accounts for.
 *
 * @param step its number, from 1; 0 is the start
 */
record Finding(long seed, int step, String what, List<String> history) {
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
        + "\nTo see it again: mvn test -pl modules/differential -am -Dseed="
        + seed;
  }
}
