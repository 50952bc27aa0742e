package ebb.soak.check;

import ebb.domain.NodeId;
import java.time.Instant;
import java.util.List;

/**
 * An answer with all nodes.
 *
 * @param invoked when it was asked for
 * @param nodes as often as the answer has them
 */
public record Look(Instant invoked, List<NodeId> nodes) {
  public Look {
    nodes = List.copyOf(nodes);
  }
}
