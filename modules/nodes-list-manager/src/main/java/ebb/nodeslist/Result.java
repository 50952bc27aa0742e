package ebb.nodeslist;

import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import java.util.List;
import java.util.function.Consumer;

/**
 * A decision: what enters the journal, and what follows once that is durable.
 *
 * @param events as one atomic write; none for an answer that only must not overtake those before it
 * @param committed called with the durable state as of this decision
 * @param failed called instead if nobody knows whether the events are durable
 */
record Result(List<NodesListEvent> events, Consumer<NodesListState> committed, Runnable failed) {
  Result {
    events = List.copyOf(events);
  }

  /** For a decision that nobody waits for. */
  static Result of(List<? extends NodesListEvent> events, Consumer<NodesListState> committed) {
    return new Result(List.copyOf(events), committed, () -> {});
  }
}
