package ebb.soak.run;

import java.time.Instant;
import java.util.Optional;

/**
 * A fault that goes on.
 *
 * @param kind for figures: "Kill", "Pause"
 * @param instance whose fault it is; empty for one of the database, a network or a disk
 */
record Trouble(String kind, Optional<String> instance, Instant begun) {
  /** Whether this instance may end of it. */
  boolean mayEnd(String of) {
    return instance.map(of::equals).orElse(true);
  }
}
