package ebb.differential.comparison;

import ebb.differential.comparison.NodeMemory.Explanation;
import java.util.Optional;

/** Lines that show in the whole cluster instead of in a node. */
public enum ClusterDifference implements AllowedDifference {
  /** In a NORMAL refresh, stock treats a missing list as empty, and reports success. */
  MISSING("broken lists change nothing: a missing list"),
  SPACED("timeouts next to an IP: space around a number"),
  LEAKED("counters are derived");

  private final String line;

  ClusterDifference(String line) {
    this.line = line;
  }

  @Override
  public String line() {
    return line;
  }

  @Override
  public Optional<Explanation> explain(ComparedNode step) {
    return Optional.empty();
  }
}
