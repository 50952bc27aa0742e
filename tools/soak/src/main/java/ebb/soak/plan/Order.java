package ebb.soak.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator asks for. Nodes are numbered from 0. */
public sealed interface Order extends Action {
  /** Excludes the nodes, each with this timeout, and refreshes gracefully. */
  record Drain(List<Integer> nodes, Duration timeout) implements Order {
    public Drain {
      nodes = List.copyOf(nodes);
    }
  }

  /** Takes the nodes out of the exclude file and refreshes gracefully. */
  record Recommission(List<Integer> nodes) implements Order {
    public Recommission {
      nodes = List.copyOf(nodes);
    }
  }

  /** Gives the drain of a node so much from now on. */
  record Retime(int node, Duration fromNow) implements Order {}

  /** Ends the drains of the newest operation. */
  record Force() implements Order {}

  /** A refresh without grace, of the lists as they are. */
  record Normal() implements Order {}

  /** Sends the last refresh once more, with the same key. */
  record Repeat() implements Order {}

  /** Asks what a refresh would do. */
  record DryRun() implements Order {}

  /**
   * Puts these nodes, and no others, into the exclude file with an editor, and refreshes nothing.
   */
  record EditFile(List<Integer> nodes) implements Order {
    public EditFile {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * {@code yarn rmadmin -refreshNodes}.
   *
   * @param graceful with {@code -g} and this timeout; empty for a refresh without grace
   */
  record RmAdmin(Optional<Duration> graceful) implements Order {}

  /** Reads all nodes. */
  record Look() implements Order {}
}
