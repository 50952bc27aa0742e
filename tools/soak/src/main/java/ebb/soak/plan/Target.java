package ebb.soak.plan;

import java.util.OptionalInt;

/**
 * The instance that a fault hits.
 *
 * @param index from 0; empty for whichever leads when the fault begins
 */
public record Target(OptionalInt index) {
  static final Target LEADER = new Target(OptionalInt.empty());

  static Target instance(int index) {
    return new Target(OptionalInt.of(index));
  }

  @Override
  public String toString() {
    return index.isPresent() ? "instance " + (index.getAsInt() + 1) : "leader";
  }
}
