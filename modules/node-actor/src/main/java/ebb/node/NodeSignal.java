package ebb.node;

import ebb.domain.DrainStatus;
import ebb.domain.Workload;
import java.util.Optional;

/** What a node's watcher and timer say to it; nobody else can, and it never leaves the instance. */
sealed interface NodeSignal extends NodeCommand {

  record DeadlineReached(long epoch) implements NodeSignal {}

  record Drained(long epoch) implements NodeSignal {}

  record Progressed(long epoch, DrainStatus status, Optional<Workload> workload)
      implements NodeSignal {}

  enum Tick implements NodeSignal {
    REPUBLISH
  }
}
