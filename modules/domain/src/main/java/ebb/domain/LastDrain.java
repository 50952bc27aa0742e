package ebb.domain;

import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import java.time.Duration;
import java.util.Optional;

/**
 * How the last drain of a node ended, or how its service ended without a drain. It is kept when the
 * node returns, until the next end.
 *
 * @param drain as it was at its end; empty if the node was decommissioned without one
 * @param by who or what ended it, and when
 * @param ending what the event that ended the drain records about it
 */
public record LastDrain(
    Optional<Drain> drain, DrainOutcome outcome, Provenance by, DrainEnding ending) {

  /**
   * Who caused the end, and why. This is who ended the drain or set its deadline. If nothing was
   * left to wait for, it is who requested the drain.
   */
  public Provenance causedBy() {
    return outcome == DrainOutcome.READY ? drain.map(Drain::askedBy).orElse(by) : by;
  }

  /** How long the drain took; empty without a drain, or if the clock went back during it. */
  public Optional<Duration> took() {
    return drain
        .map(ended -> Duration.between(ended.startedAt(), by.at()))
        .filter(time -> !time.isNegative());
  }

  /** How long after its deadline the drain ended; empty if the deadline did not end it. */
  public Optional<Duration> late() {
    return drain
        .filter(ended -> outcome == DrainOutcome.TIMEOUT)
        .flatMap(Drain::deadline)
        .map(deadline -> Duration.between(deadline, by.at()));
  }

  /** What was still running on the node; empty if that was never reported. */
  public Optional<RemainingWork> remaining() {
    return ending.remaining();
  }

  /** How the drain spent its time, all of it; empty without a drain. */
  public Optional<DrainAccount> account() {
    return ending.account();
  }

  /**
   * The last drain of a node after this event.
   *
   * @param drain the drain that is running when the event occurs
   */
  static Optional<LastDrain> after(
      Optional<LastDrain> last, Optional<Drain> drain, NodeEvent event) {
    return DrainResult.outcomeOf(drain, event)
        .map(outcome -> new LastDrain(drain, outcome, event.by(), DrainEnding.in(event)))
        .or(() -> last);
  }
}
