package ebb.nodeslist;

import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import java.util.List;
import java.util.function.Consumer;

/**
 * A decision: the events for the journal, and what follows once they are durable.
 *
 * @param events one atomic write; none for an answer that only must not overtake earlier ones
 * @param committed called with the durable state as of this decision
 * @param failed called instead if it is unknown whether the events are durable
 */
record PendingCommit(
    List<NodesListEvent> events, Consumer<NodesListState> committed, Runnable failed) {
  PendingCommit {
    events = List.copyOf(events);
  }

  /** For a decision that nobody waits for. */
  static PendingCommit of(
      List<? extends NodesListEvent> events, Consumer<NodesListState> committed) {
    return new PendingCommit(List.copyOf(events), committed, () -> {});
  }
}
