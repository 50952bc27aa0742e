package ebb.domain;

import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Optional;

/**
 * One graceful decommission of a node.
 *
 * @param epoch counts the drains of this node; a tick or report that carries another epoch is stale
 * @param startedAt when the refresh that asked for it was journaled; nothing moves it
 * @param timeout counts from {@code startedAt}, also one that an operator changes later
 * @param timeoutSource the rule that gave the timeout in force
 * @param askedBy whose drain it is; a changed timeout leaves it as it was
 * @param retimedBy who gave it the timeout in force; empty while that is the one it began with
 */
public record Drain(
    long epoch,
    Instant startedAt,
    DrainTimeout timeout,
    TimeoutSource timeoutSource,
    Provenance askedBy,
    Optional<Provenance> retimedBy) {

  /** With the timeout that it began with. */
  public Drain(
      long epoch,
      Instant startedAt,
      DrainTimeout timeout,
      TimeoutSource timeoutSource,
      Provenance askedBy) {
    this(epoch, startedAt, timeout, timeoutSource, askedBy, Optional.empty());
  }

  /** Start plus timeout; empty when infinite. */
  public Optional<Instant> deadline() {
    return timeout.after(startedAt);
  }

  /** Whose deadline it is: of whoever gave the timeout in force. */
  public Provenance deadlineBy() {
    return retimedBy.orElse(askedBy);
  }

  /** As YARN compares: the drain is over at its deadline, not behind it. */
  public boolean isOverAt(Instant now) {
    return timeout.isOver(startedAt, now);
  }

  /** Whether an operator gave it this very timeout already. */
  public boolean hasOfOperator(DrainTimeout wanted) {
    return timeoutSource == TimeoutSource.OPERATOR && timeout.equals(wanted);
  }

  /** Whether this operation began it, which a changed timeout does not change. */
  public boolean isOf(String operationId) {
    return askedBy.operationId().filter(operationId::equals).isPresent();
  }

  /**
   * Whether a refresh with this timeout changes anything. An operator's word on this very drain
   * gives way to a timeout that somebody wrote down, not to the configuration's.
   */
  public boolean yieldsTo(NodeAction.GracefulDecommission wish) {
    if (timeoutSource == TimeoutSource.OPERATOR) {
      return wish.kept().isEmpty() && wish.source() != TimeoutSource.CONFIGURATION;
    }
    return !wish.kept().equals(Optional.of(NodeAction.KeptDrains.ALL))
        && !timeout.equals(wish.timeout());
  }

  Drain withTimeout(DrainTimeout changed, TimeoutSource source, Provenance by) {
    return new Drain(epoch, startedAt, changed, source, askedBy, Optional.of(by));
  }
}
