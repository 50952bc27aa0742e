package ebb.domain;

import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/**
 * The journaled events of one node, named in the past tense. Released events never change; new ones
 * may be added. Constructors are lax on purpose: a check that is tightened later would make an old
 * journal unreadable.
 */
public sealed interface NodeEvent {
  NodeId nodeId();

  Provenance by();

  /** A NodeManager that was not in service was admitted: RUNNING, or UNHEALTHY from the start. */
  record NodeRegistered(NodeId nodeId, Resource capacity, boolean healthy, Provenance by)
      implements NodeEvent {}

  /** The node's full size changed, by re-registration or by an administrator. */
  record NodeCapacityChanged(NodeId nodeId, Resource capacity, Provenance by)
      implements NodeEvent {}

  /**
   * @param report the NodeManager's own text; empty when healthy
   */
  record NodeHealthChanged(NodeId nodeId, boolean healthy, String report, Provenance by)
      implements NodeEvent {}

  /**
   * @param startedAt when the refresh was journaled, which is not later than {@code by.at}
   * @param originalCapacity the full size at the start; empty for a node that never registered
   */
  record DecommissioningStarted(
      NodeId nodeId,
      long epoch,
      Instant startedAt,
      DrainTimeout timeout,
      TimeoutSource timeoutSource,
      Optional<Resource> originalCapacity,
      Provenance by)
      implements NodeEvent {}

  /** The deadline changed; the start did not. */
  record DecommissioningTimeoutChanged(
      NodeId nodeId, long epoch, DrainTimeout timeout, TimeoutSource timeoutSource, Provenance by)
      implements NodeEvent {}

  /**
   * A running drain waits for something other than what the journal last recorded. Coalesced and
   * bounded by {@link RecordedProgress}.
   *
   * @param workload shortened; empty while no report of this drain is known
   * @param account how the drain has spent its time so far
   */
  record DecommissioningProgressed(
      NodeId nodeId, long epoch, Optional<Workload> workload, DrainAccount account, Provenance by)
      implements NodeEvent {}

  /**
   * A drain was cancelled; the node serves again.
   *
   * @param remaining see {@link DrainEnding}
   * @param account see {@link DrainEnding}
   */
  record NodeRecommissioned(
      NodeId nodeId,
      long epoch,
      Optional<RemainingWork> remaining,
      Optional<DrainAccount> account,
      Provenance by)
      implements NodeEvent {

    /** It is unknown what is running. */
    public NodeRecommissioned(NodeId nodeId, long epoch, Provenance by) {
      this(nodeId, epoch, Optional.empty(), Optional.empty(), by);
    }
  }

  /**
   * A DECOMMISSIONED node is no longer excluded; it serves again once its NodeManager registers.
   */
  record RecommissionAwaitsRegistration(NodeId nodeId, Provenance by) implements NodeEvent {}

  /** The node was excluded again before its NodeManager registered. */
  record RecommissionWithdrawn(NodeId nodeId, Provenance by) implements NodeEvent {}

  /**
   * @param epoch the epoch of the drain that this event ended; 0 if the node was not draining
   * @param remaining see {@link DrainEnding}
   * @param account see {@link DrainEnding}
   */
  record NodeDecommissioned(
      NodeId nodeId,
      long epoch,
      DecommissionCause cause,
      Optional<RemainingWork> remaining,
      Optional<DrainAccount> account,
      Provenance by)
      implements NodeEvent {

    /** It is unknown what is running. */
    public NodeDecommissioned(NodeId nodeId, long epoch, DecommissionCause cause, Provenance by) {
      this(nodeId, epoch, cause, Optional.empty(), Optional.empty(), by);
    }
  }

  /**
   * The NodeManager sent no heartbeat for longer than the expiry interval.
   *
   * @param remaining see {@link DrainEnding}
   * @param account see {@link DrainEnding}
   */
  record NodeLost(
      NodeId nodeId,
      Optional<RemainingWork> remaining,
      Optional<DrainAccount> account,
      Provenance by)
      implements NodeEvent {

    /** It is unknown what was running. */
    public NodeLost(NodeId nodeId, Provenance by) {
      this(nodeId, Optional.empty(), Optional.empty(), by);
    }
  }

  /** The NodeManager got out of sync with its ResourceManager and starts over. */
  record NodeRebooted(NodeId nodeId, Provenance by) implements NodeEvent {}

  /**
   * The NodeManager unregistered, or the node was removed from an include list.
   *
   * @param remaining see {@link DrainEnding}
   * @param account see {@link DrainEnding}
   */
  record NodeShutDown(
      NodeId nodeId,
      Optional<RemainingWork> remaining,
      Optional<DrainAccount> account,
      Provenance by)
      implements NodeEvent {

    /** It is unknown what was running. */
    public NodeShutDown(NodeId nodeId, Provenance by) {
      this(nodeId, Optional.empty(), Optional.empty(), by);
    }
  }

  /** A newer refresh found nothing to do here. Commands of older refreshes are now stale. */
  record ListVersionAdvanced(NodeId nodeId, Provenance by) implements NodeEvent {}
}
