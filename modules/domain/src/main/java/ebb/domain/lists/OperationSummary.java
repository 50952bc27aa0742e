package ebb.domain.lists;

import ebb.domain.DrainOutcome;
import ebb.domain.provenance.Provenance;
import java.util.Map;
import java.util.Optional;

/**
 * An operation without its nodes.
 *
 * @param ofOperation the operation whose drains alone it ended; empty if it is none of that kind
 * @param nodes on which it decided something
 * @param pending of these, how many have not applied it yet
 * @param draining of these, how many drain
 * @param outcomes how the others ended, with how many ended so; without those that none did
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

  /** Whether nothing is open. */
  public boolean isComplete() {
    return ended() == nodes;
  }
}
