package ebb.soak.check;

import ebb.domain.NodeId;
import java.time.Instant;
import java.util.List;

/**
 * An answer that says what nodes are.
 *
 * @param invoked when it was asked for
 * @param answered when it came
 * @param ofAll whether it is to have every node
 * @param nodes as often as the answer has them
 */
public record Look(Instant invoked, Instant answered, boolean ofAll, List<Said> nodes) {
  public Look {
    nodes = List.copyOf(nodes);
  }

  /** Of one node. */
  public record Said(NodeId node, NodeSnapshot is) {}
}
