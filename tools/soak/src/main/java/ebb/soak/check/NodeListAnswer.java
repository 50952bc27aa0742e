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
public record NodeListAnswer(Instant invoked, Instant answered, boolean ofAll, List<Entry> nodes) {
  public NodeListAnswer {
    nodes = List.copyOf(nodes);
  }

  /** The entry of one node. */
  public record Entry(NodeId node, NodeSnapshot is) {}
}
