package ebb.soak.check;

import ebb.domain.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * What an instance reports at the end, when nothing changes any more.
 *
 * @param at between two equal answers, which therefore include everything written to the journal
 *     before
 * @param history each event of a node, as {@code host:port#number}
 */
public record FinalState(
    String instance, Instant at, Map<NodeId, NodeSnapshot> nodes, Set<String> history) {
  public FinalState {
    nodes = Map.copyOf(nodes);
    history = Set.copyOf(history);
  }
}
