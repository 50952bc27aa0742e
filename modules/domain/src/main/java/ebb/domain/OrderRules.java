package ebb.domain;

import ebb.domain.Decision.NoChange;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.RecommissionAwaitsRegistration;
import ebb.domain.NodeEvent.RecommissionWithdrawn;
import ebb.domain.provenance.Provenance;
import java.time.Instant;

/** What one node's part of a refresh does to the node. */
record OrderRules(NodeLifecycle node, NodeOrder order, Provenance by) {

  /** Decides what the order does to the node, whose newest applied refresh is older. */
  Decision decide() {
    if (order.action() instanceof NodeAction.GracefulDecommission graceful) {
      return decommissionGracefully(graceful, order.plannedAt());
    } else if (order.action() instanceof NodeAction.Decommission decommission) {
      return decommission(decommission);
    } else if (order.action() instanceof NodeAction.EndDrainOf end) {
      return endDrainOf(end);
    } else if (order.action() instanceof NodeAction.ChangeTimeout change) {
      return node.drain().isPresent()
          ? retime(change.timeout())
          : new NoChange(node.nodeId() + " is " + node.state() + ", not draining");
    } else if (order.action() instanceof NodeAction.ShutDown) {
      return node.state() == NodeState.DECOMMISSIONED ? withdrawRecommission() : node.shutDown(by);
    } else if (order.action() instanceof NodeAction.Recommission) {
      return recommission();
    }
    throw new IllegalStateException("no rule for " + order.action());
  }

  private Decision decommissionGracefully(NodeAction.GracefulDecommission wish, Instant start) {
    return switch (node.state()) {
      case NEW, RUNNING, UNHEALTHY ->
          Decision.persist(
              new DecommissioningStarted(
                  node.nodeId(),
                  node.lastEpoch() + 1,
                  start,
                  wish.timeout(),
                  wish.source(),
                  node.capacity(),
                  by));
      case DECOMMISSIONING -> changeTimeout(wish);
      case DECOMMISSIONED -> withdrawRecommission();
      case LOST, REBOOTED, SHUTDOWN -> new NoChange(node.nodeId() + " is " + node.state());
    };
  }

  /** Keeps epoch and start: a changed timeout never restarts the drain. */
  private Decision changeTimeout(NodeAction.GracefulDecommission wish) {
    Drain running = node.currentDrain();
    if (!running.yieldsTo(wish)) {
      return new NoChange("timeout unchanged");
    }
    return Decision.persist(
        new DecommissioningTimeoutChanged(
            node.nodeId(), running.epoch(), wish.timeout(), wish.source(), by));
  }

  private Decision decommission(NodeAction.Decommission wish) {
    return wish.cause() == DecommissionCause.FORCED
        ? force(wish)
        : switch (node.state()) {
          case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> decommissioned(wish.cause());
          case DECOMMISSIONED -> withdrawRecommission();
          case LOST, REBOOTED, SHUTDOWN -> new NoChange(node.nodeId() + " is " + node.state());
        };
  }

  private Decision force(NodeAction.Decommission wish) {
    boolean overtookADrain =
        wish.plannedDrain().filter(version -> node.listVersion() < version).isPresent();
    return switch (node.state()) {
      case DECOMMISSIONING -> decommissioned(DecommissionCause.FORCED);
      case NEW, RUNNING, UNHEALTHY ->
          overtookADrain
              ? decommissioned(DecommissionCause.FORCED)
              : new NoChange(
                  "force ends drains only, and " + node.nodeId() + " is " + node.state());
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN ->
          new NoChange("force ends drains only, and " + node.nodeId() + " is " + node.state());
    };
  }

  private Decision decommissioned(DecommissionCause cause) {
    return Decision.persist(
        new NodeDecommissioned(
            node.nodeId(), node.drain().map(Drain::epoch).orElse(0L), cause, by));
  }

  private Decision endDrainOf(NodeAction.EndDrainOf end) {
    boolean mayHaveBegun = node.listVersion() >= end.listVersion();
    return switch (node.state()) {
      case DECOMMISSIONING ->
          node.currentDrain().isOf(end.operationId())
              ? decommissioned(DecommissionCause.FORCED)
              : new NoChange("drain " + node.currentDrain().epoch() + " is of another operation");
      case NEW, RUNNING, UNHEALTHY ->
          mayHaveBegun
              ? new NoChange(node.nodeId() + " is " + node.state())
              : decommissioned(DecommissionCause.FORCED);
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN ->
          new NoChange(node.nodeId() + " is " + node.state());
    };
  }

  private Decision withdrawRecommission() {
    return node.awaitsRegistration()
        ? Decision.persist(new RecommissionWithdrawn(node.nodeId(), by))
        : new NoChange("already decommissioned");
  }

  private Decision recommission() {
    return switch (node.state()) {
      case DECOMMISSIONING ->
          Decision.persist(new NodeRecommissioned(node.nodeId(), node.currentDrain().epoch(), by));
      case DECOMMISSIONED ->
          node.awaitsRegistration()
              ? new NoChange("already recommissioned")
              : Decision.persist(new RecommissionAwaitsRegistration(node.nodeId(), by));
      case NEW, RUNNING, UNHEALTHY, LOST, REBOOTED, SHUTDOWN ->
          new NoChange(node.nodeId() + " is " + node.state());
    };
  }

  private Decision retime(DrainTimeout timeout) {
    Drain running = node.currentDrain();
    return running.hasOfOperator(timeout)
        ? new NoChange("timeout unchanged")
        : Decision.persist(
            new DecommissioningTimeoutChanged(
                node.nodeId(), running.epoch(), timeout, TimeoutSource.OPERATOR, by));
  }
}
