package ebb.soak.run;

import java.time.Instant;
import java.util.Optional;

/**
 * A fault in progress.
 *
 * @param kind for statistics: "Kill", "Pause"
 * @param instance that has the fault; empty for a fault of the database, a network or a disk
 */
record ActiveFault(String kind, Optional<String> instance, Instant begun) {
  /** Whether this instance may end because of it. */
  boolean mayEnd(String of) {
    return instance.map(of::equals).orElse(true);
  }
}
