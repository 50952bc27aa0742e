package ebb.domain.refresh;

import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.RejectionCode;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides on a new timeout for one drain. The change becomes an operation with this one node: it
 * appears in the list of operations and is carried out despite any crash.
 */
public final class TimeoutChangeRules {
  /** Timeouts are whole seconds, so a deadline of now can be up to one second later. */
  private static final Duration NOW = Duration.ofSeconds(1);

  private TimeoutChangeRules() {}

  /** The decision on a timeout change. */
  public sealed interface TimeoutDecision {}

  /** Commit this event and carry it out. */
  public record Accepted(RefreshAccepted event) implements TimeoutDecision {}

  /** The drain already has this timeout from an operator, or is about to get it. */
  public record Unchanged() implements TimeoutDecision {}

  /** Nothing is written. */
  public record Refused(RejectionCode code, String reason) implements TimeoutDecision {}

  /**
   * @param seen the state that the node reports; null if it does not reply
   * @param by who requests the change, as part of the operation
   */
  public static TimeoutDecision decide(
      NodesListState state,
      NodeId node,
      TimeoutChange change,
      @Nullable NodeLifecycle seen,
      String operationId,
      Provenance by) {
    Optional<NodeAddress> address = state.addressOf(node);
    if (address.isEmpty()) {
      return new Refused(RejectionCode.UNKNOWN_NODE, "No node " + node + " is known");
    }
    Optional<NodeLifecycle> applying = Optional.ofNullable(seen).flatMap(it -> applying(state, it));
    if (applying.isEmpty()) {
      return new Refused(
          RejectionCode.STALE, "What " + node + " does now is not known yet; try again");
    }
    Optional<Drain> drain = applying.get().drain();
    if (drain.isEmpty()) {
      return new Refused(
          RejectionCode.NOT_DRAINING, node + " is " + applying.get().state() + ", not draining");
    }
    if (drain.get().timeout().held()) {
      return new Refused(
          RejectionCode.DRAIN_HELD,
          "The drain of " + node + " is held; drain it again to release it");
    }
    DrainTimeout timeout = change.of(drain.get());
    boolean isRepeated = drain.get().hasOfOperator(timeout);
    if (!isRepeated && !change.isFor(drain.get())) {
      return new Refused(
          RejectionCode.DRAIN_CHANGED,
          "%s drains since %s with a timeout of %s now"
              .formatted(
                  node,
                  drain.get().startedAt().truncatedTo(ChronoUnit.SECONDS),
                  drain.get().timeout()));
    } else if (change.requireConfirmation()
        && timeout.isOver(drain.get().startedAt(), by.at().plus(NOW))) {
      return new Refused(
          RejectionCode.CONFIRMATION_REQUIRED,
          ("%s has been draining since %s; a timeout of %s ends that drain now, with all that"
                  + " runs there")
              .formatted(node, drain.get().startedAt().truncatedTo(ChronoUnit.SECONDS), timeout));
    }
    return isRepeated
        ? new Unchanged()
        : new Accepted(accept(state, node, address.get(), timeout, operationId, by));
  }

  /**
   * The node including a timeout change that it has not applied yet: a client that repeats its
   * request changes nothing. Empty if the node has not applied a refresh yet, because this change
   * must not replace the order of that refresh.
   */
  private static Optional<NodeLifecycle> applying(NodesListState state, NodeLifecycle seen) {
    Optional<NodeOrder> pending =
        state.unsettledOrder(seen.nodeId()).filter(order -> !order.isAppliedBy(seen));
    if (pending.isEmpty()) {
      return Optional.of(seen);
    }
    return pending
        .filter(order -> order.action() instanceof NodeAction.ChangeTimeout)
        .map(order -> order.appliedTo(seen));
  }

  private static RefreshAccepted accept(
      NodesListState state,
      NodeId node,
      NodeAddress address,
      DrainTimeout timeout,
      String operationId,
      Provenance by) {
    return new RefreshAccepted(
        operationId,
        state.listVersion() + 1,
        RefreshType.CHANGE_TIMEOUT,
        Optional.of(timeout),
        state.settings().configured(),
        state.listsHash(),
        List.of(
            new NodeDecision(
                node,
                new NodeAction.ChangeTimeout(timeout),
                state.lists().verdictOn(address),
                NodeState.DECOMMISSIONING)),
        state.settings().includePath(),
        Optional.of(Tracking.SERVER),
        Optional.empty(),
        Optional.empty(),
        // The lists stay the same, and so does the hash of the files.
        Optional.of(state.filesHash()).filter(files -> !files.equals(state.listsHash())),
        by);
  }
}
