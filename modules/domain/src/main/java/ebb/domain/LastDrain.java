package ebb.domain;

import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import java.time.Duration;
import java.util.Optional;

/**
 * How the last drain of a node ended, or its service if that was ended without one; kept when the
 * node comes back, until the next one ends.
 *
 * @param drain as it was at its end; empty if the node was decommissioned without one
 * @param by who or what ended it, and when
 * @param ending what the event that ended it says of it
 */
public record LastDrain(
    Optional<Drain> drain, DrainOutcome outcome, Provenance by, DrainEnding ending) {

  /**
   * Who caused the end, and why: whoever ended it or gave it its deadline; if the node had nothing
   * left to wait for, whoever asked for the drain.
   */
  public Provenance causedBy() {
    return outcome == DrainOutcome.READY ? drain.map(Drain::askedBy).orElse(by) : by;
  }

  /** Empty without a drain, and if the clock went back meanwhile. */
  public Optional<Duration> took() {
    return drain
        .map(ended -> Duration.between(ended.startedAt(), by.at()))
        .filter(time -> !time.isNegative());
  }

  /** By how much it ended after its deadline; empty if it did not end because of that. */
  public Optional<Duration> late() {
    return drain
        .filter(ended -> outcome == DrainOutcome.TIMEOUT)
        .flatMap(Drain::deadline)
        .map(deadline -> Duration.between(deadline, by.at()));
  }

  /** What still ran on the node; empty if nobody had reported it. */
  public Optional<RemainingWork> remaining() {
    return ending.remaining();
  }

  /** Where its time went, which is all of the time that it took; empty without a drain. */
  public Optional<DrainAccount> account() {
    return ending.account();
  }

  /**
   * That of a node once this event has happened to it.
   *
   * @param drain that runs when it happens
   */
  static Optional<LastDrain> after(
      Optional<LastDrain> last, Optional<Drain> drain, NodeEvent event) {
    return DrainResult.outcomeOf(drain, event)
        .map(outcome -> new LastDrain(drain, outcome, event.by(), DrainEnding.in(event)))
        .or(() -> last);
  }
}
