package ebb.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A request of an operator. Nodes are numbered from 0. */
public sealed interface Order extends Action {
  /** Excludes the nodes, each with this timeout, and refreshes gracefully. */
  record Drain(List<Integer> nodes, Duration timeout) implements Order {
    public Drain {
      nodes = List.copyOf(nodes);
    }
  }

  /** Removes the nodes from the exclude file and refreshes gracefully. */
  record Recommission(List<Integer> nodes) implements Order {
    public Recommission {
      nodes = List.copyOf(nodes);
    }
  }

  /** Sets the deadline of a node's drain to this long from now. */
  record Retime(int node, Duration fromNow) implements Order {}

  /** Forces the drains of the newest operation. */
  record Force() implements Order {}

  /** A forceful refresh with unchanged lists. */
  record Normal() implements Order {}

  /** Sends the last refresh once more, with the same key. */
  record Repeat() implements Order {}

  /** Requests a dry run. */
  record DryRun() implements Order {}

  /** Writes these nodes, and no others, into the exclude file by hand, without a refresh. */
  record EditFile(List<Integer> nodes) implements Order {
    public EditFile {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * {@code yarn rmadmin -refreshNodes}.
   *
   * @param graceful timeout of {@code -g}; empty for a forceful refresh
   */
  record RmAdmin(Optional<Duration> graceful) implements Order {}

  /** Reads all nodes. */
  record ReadNodes() implements Order {}
}
