package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/** Lines that show in the whole cluster and not in a node. */
enum ClusterDifference implements AllowedDifference {
  /** Stock takes a missing list for an empty one in a NORMAL refresh, and says that all is well. */
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
