package ebb.journal.replay;

import ebb.domain.LastDrain;
import ebb.domain.NodeLifecycle;
import ebb.journal.event.JournaledEvent;
import java.util.Optional;

/** One step in a node's life: the event, and the states before and after it. */
public record NodeStep(JournaledEvent.OfNode event, NodeLifecycle before, NodeLifecycle after) {

  /** The drain that the event ended; empty if it ended none. */
  public Optional<LastDrain> endedDrain() {
    return before.drain().isPresent() && after.drain().isEmpty()
        ? after.lastDrain()
        : Optional.empty();
  }
}
