package ebb.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A new timeout for a running drain, in one of three forms. The first form that is present applies.
 *
 * @param timeout the new timeout, counted from the start of the drain
 * @param deadline when the drain is to end
 * @param extension added to the timeout in force; an infinite timeout stays infinite
 * @param requireConfirmation whether to reject a change that would end the drain at once
 * @param ifEpoch reject the change of any other drain
 * @param ifTimeout reject the change of a drain with any other timeout
 */
public record TimeoutChange(
    Optional<DrainTimeout> timeout,
    Optional<Instant> deadline,
    Optional<Duration> extension,
    boolean requireConfirmation,
    Optional<Long> ifEpoch,
    Optional<DrainTimeout> ifTimeout) {
  /** The longest timeout that YARN's protocol can represent. */
  private static final Duration LONGEST = Duration.ofSeconds(Integer.MAX_VALUE);

  public TimeoutChange {
    if (timeout.isEmpty() && deadline.isEmpty() && extension.isEmpty()) {
      throw new IllegalArgumentException("Expected a timeout, a deadline or an extension");
    } else if (extension.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("Expected no negative extension, but got " + extension);
    }
  }

  public static TimeoutChange to(DrainTimeout timeout) {
    return of(Optional.of(timeout), Optional.empty(), Optional.empty());
  }

  public static TimeoutChange until(Instant deadline) {
    return of(Optional.empty(), Optional.of(deadline), Optional.empty());
  }

  public static TimeoutChange longerBy(Duration extension) {
    return of(Optional.empty(), Optional.empty(), Optional.of(extension));
  }

  private static TimeoutChange of(
      Optional<DrainTimeout> timeout, Optional<Instant> deadline, Optional<Duration> extension) {
    return new TimeoutChange(
        timeout, deadline, extension, false, Optional.empty(), Optional.empty());
  }

  /** The same change, rejected if it would end the drain at once. */
  public TimeoutChange requiringConfirmation() {
    return new TimeoutChange(timeout, deadline, extension, true, ifEpoch, ifTimeout);
  }

  /** The same change, rejected for any other drain or timeout than these, as far as present. */
  public TimeoutChange onlyIf(Optional<Long> epoch, Optional<DrainTimeout> inForce) {
    return new TimeoutChange(timeout, deadline, extension, requireConfirmation, epoch, inForce);
  }

  /** Whether it is this drain, with this timeout, that is to change. */
  public boolean isFor(Drain drain) {
    return ifEpoch.filter(epoch -> epoch != drain.epoch()).isEmpty()
        && ifTimeout.filter(inForce -> !inForce.equals(drain.timeout())).isEmpty();
  }

  /**
   * The resulting timeout of this drain. A deadline or an extension is rounded up to whole seconds,
   * within what YARN's protocol can represent.
   */
  public DrainTimeout of(Drain drain) {
    if (timeout.isPresent()) {
      return timeout.get();
    }
    Optional<Duration> limit =
        deadline.isPresent()
            ? deadline.map(at -> Duration.between(drain.startedAt(), at))
            : drain.timeout().limit().map(now -> now.plus(extension.orElseThrow()));
    return limit.map(TimeoutChange::bounded).map(DrainTimeout::of).orElse(DrainTimeout.INFINITE);
  }

  private static Duration bounded(Duration limit) {
    if (limit.isNegative()) {
      return Duration.ZERO;
    } else if (limit.compareTo(LONGEST) >= 0) {
      return LONGEST;
    }
    return Duration.ofSeconds(limit.toSeconds() + (limit.toNanosPart() > 0 ? 1 : 0));
  }
}
