package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.provenance.Provenance;
import java.util.Map;
import java.util.Optional;

/**
 * An operation without its nodes.
 *
 * @param ofOperation the only operation whose drains it ended; empty for operations of other kinds
 * @param nodes the number of nodes that it decided on
 * @param pending how many of these nodes have not applied it yet
 * @param draining how many of these nodes are draining
 * @param outcomes the number of ended nodes by outcome; an outcome without nodes is absent
 */
public record OperationSummary(
    String id,
    long listVersion,
    RefreshType type,
    Tracking tracking,
    Optional<String> ofOperation,
    Provenance by,
    int nodes,
    int pending,
    int draining,
    Map<DrainOutcome, Integer> outcomes) {
  public OperationSummary {
    outcomes = Map.copyOf(outcomes);
  }

  public int ended() {
    return nodes - pending - draining;
  }

  /** Whether it has ended on every node. */
  public boolean isComplete() {
    return ended() == nodes;
  }
}
