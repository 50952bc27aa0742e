package ebb.domain;

import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/**
 * Facts of one node in the journal. Past tense; frozen once released, only added to. Constructors
 * are lax on purpose: a check that is tightened later would make an old journal unreadable.
 */
public sealed interface NodeEvent {
  NodeId nodeId();

  Provenance by();

  /** A NodeManager was admitted that was not in service: RUNNING, or UNHEALTHY from the start. */
  record NodeRegistered(NodeId nodeId, Resource capacity, boolean healthy, Provenance by)
      implements NodeEvent {}

  /** The node's full size changed, by re-registration or by an administrator. */
  record NodeCapacityChanged(NodeId nodeId, Resource capacity, Provenance by)
      implements NodeEvent {}

  /**
   * @param report the NodeManager's own words; empty when healthy
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

  /** The deadline moved, the start did not. */
  record DecommissioningTimeoutChanged(
      NodeId nodeId, long epoch, DrainTimeout timeout, TimeoutSource timeoutSource, Provenance by)
      implements NodeEvent {}

  /**
   * A running drain waits for something else than the journal knew; coalesced and bounded by {@link
   * RecordedProgress}.
   *
   * @param workload in short; empty while no report of this drain is known
   * @param account where the time of the drain has gone so far
   */
  record DecommissioningProgressed(
      NodeId nodeId, long epoch, Optional<Workload> workload, DrainAccount account, Provenance by)
      implements NodeEvent {}

  /**
   * A drain was called off; the node serves again.
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

    /** Nobody knows what runs. */
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
   * @param epoch of the drain that this ended; 0 when the node was not draining
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

    /** Nobody knows what runs. */
    public NodeDecommissioned(NodeId nodeId, long epoch, DecommissionCause cause, Provenance by) {
      this(nodeId, epoch, cause, Optional.empty(), Optional.empty(), by);
    }
  }

  /**
   * The NodeManager fell silent for longer than the expiry interval.
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

    /** Nobody knows what ran. */
    public NodeLost(NodeId nodeId, Provenance by) {
      this(nodeId, Optional.empty(), Optional.empty(), by);
    }
  }

  /** The NodeManager lost step with its ResourceManager and starts over. */
  record NodeRebooted(NodeId nodeId, Provenance by) implements NodeEvent {}

  /**
   * The NodeManager unregistered, or the node was taken out of an include list.
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

    /** Nobody knows what ran. */
    public NodeShutDown(NodeId nodeId, Provenance by) {
      this(nodeId, Optional.empty(), Optional.empty(), by);
    }
  }

  /** A newer refresh found nothing to do here; commands of older ones are stale from now on. */
  record ListVersionAdvanced(NodeId nodeId, Provenance by) implements NodeEvent {}
}
