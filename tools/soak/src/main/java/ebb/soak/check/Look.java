package ebb.soak.check;

import ebb.domain.NodeId;
import java.time.Instant;
import java.util.List;

/**
 * A list of nodes, as an instance answered it.
 *
 * @param invoked when it was requested
 * @param answered when the answer came
 * @param ofAll whether it must have every node
 * @param nodes all entries, including repeated ones
 */
public record Look(Instant invoked, Instant answered, boolean ofAll, List<Said> nodes) {
  public Look {
    nodes = List.copyOf(nodes);
  }

  /** The entry of one node. */
  public record Said(NodeId node, NodeSnapshot is) {}
}
