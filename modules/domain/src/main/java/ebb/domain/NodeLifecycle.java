package ebb.domain;

import static ebb.domain.NodeState.DECOMMISSIONED;
import static ebb.domain.NodeState.DECOMMISSIONING;
import static ebb.domain.NodeState.LOST;
import static ebb.domain.NodeState.NEW;
import static ebb.domain.NodeState.REBOOTED;
import static ebb.domain.NodeState.RUNNING;
import static ebb.domain.NodeState.SHUTDOWN;
import static ebb.domain.NodeState.UNHEALTHY;

import ebb.domain.Decision.NoChange;
import ebb.domain.Decision.Reject;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.NodeEvent.RecommissionAwaitsRegistration;
import ebb.domain.NodeEvent.RecommissionWithdrawn;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Durable state of one node, the rules that decide on commands, and the fold over its events.
 *
 * <pre>
 *                 register              graceful            ready, timeout, forced, normal
 *   NEW ────────────────► RUNNING ─────────────► DECOMMISSIONING ─────────────► DECOMMISSIONED
 *    │                    ▲  │ ▲                  │  ▲                                   │
 *    │             health │  ▼ └── recommission ──┘  │ graceful                          │
 *    │                   UNHEALTHY ──────────────────┘                                   │
 *    │                                                                                   │
 *    └─ any active state: expire ► LOST · unregister ► SHUTDOWN · resync ► REBOOTED*     │
 *       any inactive state: register ► RUNNING or UNHEALTHY, if the lists allow it ◄─────┘
 * </pre>
 *
 * <p>* A draining node that is out of sync registers again and continues to drain. All transitions
 * are in {@code transitions.txt}, next to the test that checks them.
 *
 * @param capacity the full size, which a drain does not shrink; empty until the first registration
 * @param healthy what the NodeManager last reported about itself
 * @param lastEpoch number of drains so far
 * @param drain present exactly while DECOMMISSIONING
 * @param awaitsRegistration whether a DECOMMISSIONED node has been recommissioned and its
 *     NodeManager has not come back yet
 * @param listVersion the newest refresh that changed this node
 * @param ends the last few ends of drains, or of service without a drain; newest last
 * @param lastDrain how the newest of these ends came about; empty before the first
 * @param progress of the running drain, as recorded in the journal
 */
public record NodeLifecycle(
    NodeId nodeId,
    NodeState state,
    Optional<Resource> capacity,
    boolean healthy,
    long lastEpoch,
    Optional<Drain> drain,
    boolean awaitsRegistration,
    long listVersion,
    List<DrainResult> ends,
    Optional<LastDrain> lastDrain,
    Optional<RecordedProgress> progress) {
  public NodeLifecycle {
    ends = List.copyOf(ends);
    // No string is built here: this runs twice for each event.
    require(drain.isEmpty() || state == DECOMMISSIONING, nodeId, state, "a drain");
    require(progress.isEmpty() || drain.isPresent(), nodeId, state, "progress of a drain");
    require(drain.isPresent() || state != DECOMMISSIONING, nodeId, state, "no drain");
    require(!awaitsRegistration || state == DECOMMISSIONED, nodeId, state, "a recommission");
    require(state != RUNNING || healthy, nodeId, state, "bad health");
    require(state != UNHEALTHY || !healthy, nodeId, state, "good health");
    require(
        capacity.isPresent() || (state != RUNNING && state != UNHEALTHY), nodeId, state, "no size");
  }

  /** A node that was never decommissioned and none of whose drains has ended. */
  public NodeLifecycle(
      NodeId nodeId,
      NodeState state,
      Optional<Resource> capacity,
      boolean healthy,
      long lastEpoch,
      Optional<Drain> drain,
      boolean awaitsRegistration,
      long listVersion) {
    this(
        nodeId,
        state,
        capacity,
        healthy,
        lastEpoch,
        drain,
        awaitsRegistration,
        listVersion,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static void require(boolean legal, NodeId nodeId, NodeState state, String with) {
    if (!legal) {
      throw new IllegalStateException(nodeId + " cannot be " + state + " with " + with);
    }
  }

  /** A node that has not been admitted yet. */
  public static NodeLifecycle unregistered(NodeId nodeId) {
    return new NodeLifecycle(nodeId, NEW, Optional.empty(), true, 0, Optional.empty(), false, 0);
  }

  // ---- decide: requests of administrators ----

  /** Applies one node's part of a refresh, unless this or a newer refresh was applied before. */
  public Decision applyOrder(NodeOrder order, Provenance by) {
    if (order.isAppliedBy(this)) {
      return new NoChange("refresh " + listVersion + " is not older than " + order.listVersion());
    }
    Decision decision = new OrderRules(this, order, by).decide();
    // Without an event, an older order that is still in flight would be taken for a new one.
    return decision instanceof NoChange
        ? Decision.persist(new ListVersionAdvanced(nodeId, by))
        : decision;
  }

  /**
   * Applies a new size set by an administrator. It is kept during and after a drain, until the
   * NodeManager registers again with its own size.
   */
  public Decision resize(Resource wanted, Provenance by) {
    if (!state.isActive()) {
      return new Reject(RejectionCode.NODE_INACTIVE, nodeId + " is " + state);
    }
    return capacity.filter(wanted::equals).isPresent()
        ? new NoChange("size unchanged")
        : Decision.persist(new NodeCapacityChanged(nodeId, wanted, by));
  }

  // ---- decide: deadline and progress of a drain ----

  /** A tick is only a hint: epoch and deadline are checked against the journaled state. */
  public Decision deadlineReached(long epoch, Provenance by) {
    if (!isDraining(epoch)) {
      return new NoChange("tick of an ended drain");
    }
    if (!currentDrain().isOverAt(by.at())) {
      return new NoChange("the deadline is not reached");
    }
    return Decision.persist(new NodeDecommissioned(nodeId, epoch, DecommissionCause.TIMEOUT, by));
  }

  /** Ends a drain, unless it is held, when a report shows that nothing is left to wait for. */
  public Decision drained(long epoch, Provenance by) {
    return isDraining(epoch) && !currentDrain().timeout().held()
        ? Decision.persist(new NodeDecommissioned(nodeId, epoch, DecommissionCause.READY, by))
        : new NoChange("report on an ended drain, or on one that is held");
  }

  /**
   * Records progress on a tick of the watcher, not on a report, so that the changes between two
   * ticks are one event.
   *
   * @param workload the workload known now; empty while there is no report of this drain
   * @param account the account of the drain up to now
   */
  public Decision progressed(
      long epoch, Optional<Workload> workload, DrainAccount account, Provenance by) {
    if (!isDraining(epoch)) {
      return new NoChange("tick of an ended drain");
    }
    Optional<Workload> inShort = workload.map(Workload::inShort);
    return RecordedProgress.isDue(progress, currentDrain(), inShort, by.at())
        ? Decision.persist(
            new DecommissioningProgressed(nodeId, epoch, inShort, account.inShort(), by))
        : new NoChange("the journal knows, or is not to be told yet");
  }

  // ---- decide: what NodeManagers do ----

  /**
   * Admits a node in service whatever the lists contain: only a refresh takes it out of service,
   * never a restart. A node that is not in service must be allowed by the lists.
   *
   * @param allowed whether the lists of the refresh in {@code by} allow the node
   */
  public Decision register(Resource size, boolean isHealthy, boolean allowed, Provenance by) {
    return switch (state) {
      case NEW, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> admit(size, isHealthy, allowed, by);
      case RUNNING, UNHEALTHY, DECOMMISSIONING -> registerAgain(size, isHealthy, by);
    };
  }

  private Decision admit(Resource size, boolean isHealthy, boolean allowed, Provenance by) {
    if (by.listVersion() < listVersion) {
      // A refresh was applied after the lists were checked: they have to be checked again.
      return new Reject(
          RejectionCode.STALE,
          "the verdict of refresh " + by.listVersion() + " is older than refresh " + listVersion);
    }
    return allowed
        ? Decision.persist(new NodeRegistered(nodeId, size, isHealthy, by))
        : new Reject(RejectionCode.HOST_DISALLOWED, nodeId + " is " + state + " and not allowed");
  }

  private Decision registerAgain(Resource size, boolean isHealthy, Provenance by) {
    List<NodeEvent> changes = new ArrayList<>();
    if (!capacity.filter(size::equals).isPresent()) {
      changes.add(new NodeCapacityChanged(nodeId, size, by));
    }
    if (healthy != isHealthy) {
      changes.add(new NodeHealthChanged(nodeId, isHealthy, "", by));
    }
    return Decision.persistAll(changes, "registered as before");
  }

  /**
   * @param report the NodeManager's own text
   */
  public Decision reportHealth(boolean isHealthy, String report, Provenance by) {
    return switch (state) {
      case RUNNING, UNHEALTHY, DECOMMISSIONING ->
          healthy == isHealthy
              ? new NoChange("health unchanged")
              : Decision.persist(new NodeHealthChanged(nodeId, isHealthy, report, by));
      case NEW, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> new NoChange(nodeId + " is " + state);
    };
  }

  /** The NodeManager sent no heartbeat for the expiry interval. */
  public Decision expire(Provenance by) {
    return leaveService(new NodeLost(nodeId, by));
  }

  /**
   * The NodeManager's heartbeats are out of sequence, so it has to register again. A drain
   * continues: a REBOOTED node would be rejected when it registers, and its work would be lost.
   */
  public Decision reboot(Provenance by) {
    return state == DECOMMISSIONING
        ? new NoChange("draining, and asked to register again")
        : leaveService(new NodeRebooted(nodeId, by));
  }

  /**
   * Whether a heartbeat of a NodeManager that is not in service is answered with SHUTDOWN instead
   * of a request to register. The NodeManager must shut down if it was decommissioned, which only a
   * refresh can revert, or if the lists exclude it.
   *
   * @param excluded whether the lists in force are known to exclude the node
   */
  public boolean mustShutDown(boolean excluded) {
    return switch (state) {
      case DECOMMISSIONED -> !awaitsRegistration;
      case LOST, REBOOTED, SHUTDOWN -> excluded;
      case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> false;
    };
  }

  /** The NodeManager unregistered, or the node is no longer in any list. */
  public Decision shutDown(Provenance by) {
    return leaveService(new NodeShutDown(nodeId, by));
  }

  private Decision leaveService(NodeEvent event) {
    return switch (state) {
      case RUNNING, UNHEALTHY, DECOMMISSIONING -> Decision.persist(event);
      case NEW, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> new NoChange(nodeId + " is " + state);
    };
  }

  // ---- apply: event -> state; total, no business checks, no clock ----

  public NodeLifecycle apply(NodeEvent event) {
    NodeLifecycle next = fold(event);
    long version =
        appliesRefresh(event) ? Math.max(listVersion, event.by().listVersion()) : listVersion;
    return new NodeLifecycle(
        nodeId,
        next.state,
        next.capacity,
        next.healthy,
        next.lastEpoch,
        next.drain,
        next.awaitsRegistration,
        version,
        DrainResult.after(ends, drain, event, version),
        LastDrain.after(lastDrain, drain, event),
        RecordedProgress.after(progress, drain, next.drain, event));
  }

  /**
   * Whether an event settles the refresh that it names. Changes to a node that stays in service may
   * occur while the order of a newer refresh is in flight. The writer of the event knows that
   * refresh, but the node still has to apply it.
   */
  private static boolean appliesRefresh(NodeEvent event) {
    return !(event instanceof NodeCapacityChanged)
        && !(event instanceof NodeHealthChanged)
        && !(event instanceof DecommissioningProgressed);
  }

  private NodeLifecycle fold(NodeEvent event) {
    if (event instanceof NodeRegistered e) {
      Optional<Resource> size = Optional.of(e.capacity());
      return with(inService(e.healthy()), size, e.healthy(), lastEpoch, Optional.empty(), false);
    } else if (event instanceof NodeCapacityChanged e) {
      return withSize(e.capacity());
    } else if (event instanceof NodeHealthChanged e) {
      return changeHealth(e.healthy());
    } else if (event instanceof DecommissioningStarted e) {
      return draining(new Drain(e.epoch(), e.startedAt(), e.timeout(), e.timeoutSource(), e.by()));
    } else if (event instanceof DecommissioningTimeoutChanged e) {
      return draining(currentDrain().withTimeout(e.timeout(), e.timeoutSource(), e.by()));
    } else if (event instanceof NodeRecommissioned) {
      return in(capacity.isPresent() ? inService(healthy) : NEW);
    } else if (event instanceof RecommissionAwaitsRegistration) {
      return awaitingRegistration(true);
    } else if (event instanceof RecommissionWithdrawn) {
      return awaitingRegistration(false);
    } else if (event instanceof NodeDecommissioned) {
      return in(DECOMMISSIONED);
    } else if (event instanceof NodeLost) {
      return in(LOST);
    } else if (event instanceof NodeRebooted) {
      return in(REBOOTED);
    } else if (event instanceof NodeShutDown) {
      return in(SHUTDOWN);
    } else if (event instanceof DecommissioningProgressed || event instanceof ListVersionAdvanced) {
      return this;
    }
    throw new IllegalStateException("no applier for " + event.getClass().getName());
  }

  private static NodeState inService(boolean healthy) {
    return healthy ? RUNNING : UNHEALTHY;
  }

  /** Drops what belongs to the state that is left: the drain and the pending recommission. */
  private NodeLifecycle in(NodeState next) {
    return with(next, capacity, healthy, lastEpoch, Optional.empty(), false);
  }

  private NodeLifecycle draining(Drain next) {
    return with(DECOMMISSIONING, capacity, healthy, next.epoch(), Optional.of(next), false);
  }

  private NodeLifecycle awaitingRegistration(boolean awaits) {
    return with(DECOMMISSIONED, capacity, healthy, lastEpoch, drain, awaits);
  }

  private NodeLifecycle withSize(Resource size) {
    return with(state, Optional.of(size), healthy, lastEpoch, drain, awaitsRegistration);
  }

  private NodeLifecycle changeHealth(boolean isHealthy) {
    boolean follows = state == RUNNING || state == UNHEALTHY;
    NodeState next = follows ? inService(isHealthy) : state;
    return with(next, capacity, isHealthy, lastEpoch, drain, awaitsRegistration);
  }

  private NodeLifecycle with(
      NodeState next,
      Optional<Resource> size,
      boolean isHealthy,
      long epoch,
      Optional<Drain> running,
      boolean awaits) {
    return new NodeLifecycle(
        nodeId,
        next,
        size,
        isHealthy,
        epoch,
        running,
        awaits,
        listVersion,
        ends,
        lastDrain,
        Optional.empty());
  }

  private boolean isDraining(long epoch) {
    return drain.filter(running -> running.epoch() == epoch).isPresent();
  }

  Drain currentDrain() {
    return drain.orElseThrow(() -> new IllegalStateException(nodeId + " has no drain"));
  }
}
