package ebb.domain.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * When queued hosts begin to drain.
 *
 * @param maxParallel a host begins only while fewer hosts drain, for whatever reason
 * @param notBefore no host begins earlier; empty for now
 * @param until no host begins from this time on, and hosts that wait then are dropped; empty for no
 *     end
 * @param keepCapacity a host begins only if this much stays in service
 */
public record Pace(
    ParallelLimit maxParallel,
    Optional<Instant> notBefore,
    Optional<Instant> until,
    Optional<KeptCapacity> keepCapacity) {

  /** Limits the number of hosts, and the time. */
  public Pace(ParallelLimit maxParallel, Optional<Instant> notBefore, Optional<Instant> until) {
    this(maxParallel, notBefore, until, Optional.empty());
  }

  /** Whether no host may begin at this time or later. */
  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
