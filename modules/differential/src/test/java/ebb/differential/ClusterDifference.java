package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/** Lines that show in the whole cluster and not in a node. */
enum ClusterDifference implements AllowedDifference {
  /** Stock takes a missing list for an empty one in a NORMAL refresh, and says that all is well. */
  MISSING("A missing list rejects a refresh"),
  SPACED("Space around a number in XML is fine"),
  LEAKED("Counters are derived and cannot leak");

  private final String line;

  ClusterDifference(String line) {
    this.line = line;
  }

  @Override
  public String line() {
    return line;
  }

  @Override
  public Optional<Explanation> explain(NodeStep step) {
    return Optional.empty();
  }
}
