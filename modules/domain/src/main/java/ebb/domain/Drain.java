package ebb.domain;

import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Optional;

/**
 * One graceful decommission of a node.
 *
 * @param epoch the number of this drain among the node's drains; a tick or report with another
 *     epoch is stale
 * @param startedAt when the refresh that requested the drain was journaled; never changes
 * @param timeout counted from {@code startedAt}, even if an operator changes it later
 * @param timeoutSource the rule that set the timeout in force
 * @param askedBy who requested the drain; a changed timeout does not change this
 * @param retimedBy who set the timeout in force; empty while the initial timeout is in force
 */
public record Drain(
    long epoch,
    Instant startedAt,
    DrainTimeout timeout,
    TimeoutSource timeoutSource,
    Provenance askedBy,
    Optional<Provenance> retimedBy) {

  /** A drain that has its initial timeout. */
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

  /** Who set the timeout in force, and thus the deadline. */
  public Provenance deadlineBy() {
    return retimedBy.orElse(askedBy);
  }

  /** Whether the drain is over. As in YARN, it is over at its deadline, not only after it. */
  public boolean isOverAt(Instant now) {
    return timeout.isOver(startedAt, now);
  }

  /** Whether an operator has already set exactly this timeout. */
  public boolean hasOfOperator(DrainTimeout wanted) {
    return timeoutSource == TimeoutSource.OPERATOR && timeout.equals(wanted);
  }

  /** Whether this operation started the drain; a changed timeout makes no difference. */
  public boolean isOf(String operationId) {
    return askedBy.operationId().filter(operationId::equals).isPresent();
  }

  /**
   * Whether a refresh with this timeout changes anything. A timeout that an operator set for this
   * drain yields to one that is given explicitly, but not to the configuration's. Whether a drain
   * is held is always up to the entry of its host.
   */
  public boolean yieldsTo(NodeAction.GracefulDecommission wish) {
    if (timeout.held() != wish.timeout().held()) {
      return true;
    } else if (timeoutSource == TimeoutSource.OPERATOR) {
      return wish.kept().isEmpty() && wish.source() != TimeoutSource.CONFIGURATION;
    }
    return !wish.kept().equals(Optional.of(NodeAction.KeptDrains.ALL))
        && !timeout.equals(wish.timeout());
  }

  Drain withTimeout(DrainTimeout changed, TimeoutSource source, Provenance by) {
    return new Drain(epoch, startedAt, changed, source, askedBy, Optional.of(by));
  }
}
