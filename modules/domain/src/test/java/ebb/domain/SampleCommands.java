package ebb.domain;

import static ebb.domain.provenance.Stamps.ADMIN;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;

import ebb.domain.provenance.Stamps;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The commands that a node knows, with the values that most tests use. */
final class SampleCommands {
  static final Resource SIZE = Resource.of(8192, 8);
  static final Resource OTHER_SIZE = Resource.of(2048, 2);
  static final DrainTimeout ONE_MINUTE = DrainTimeout.of(Duration.ofMinutes(1));
  static final DrainTimeout TWO_MINUTES = DrainTimeout.of(Duration.ofMinutes(2));

  private SampleCommands() {}

  // ---- orders ----

  /** Part of the refresh that follows the last one the node applied. */
  static Command nextOrder(NodeAction action, Instant plannedAt) {
    return node -> order(node.listVersion() + 1, action, plannedAt).putTo(node);
  }

  static Command order(long listVersion, NodeAction action, Instant plannedAt) {
    return orderArriving(listVersion, action, plannedAt, plannedAt);
  }

  /** An order that took its time. */
  static Command orderArriving(
      long listVersion, NodeAction action, Instant plannedAt, Instant arrivedAt) {
    return node ->
        node.applyOrder(
            new NodeOrder(node.nodeId(), action, listVersion, plannedAt, ADMIN),
            at(arrivedAt, listVersion));
  }

  static Command drain(DrainTimeout timeout, Instant plannedAt) {
    return nextOrder(draining(timeout), plannedAt);
  }

  static NodeAction draining(DrainTimeout timeout) {
    return new NodeAction.GracefulDecommission(timeout, TimeoutSource.REQUEST);
  }

  static NodeAction decommissioning(DecommissionCause cause) {
    return new NodeAction.Decommission(cause);
  }

  /** Orders of {@link Stamps#ADMIN} belong to op-1. */
  static NodeAction endDrainOf(String operationId, long listVersion) {
    return new NodeAction.EndDrainOf(operationId, listVersion);
  }

  static Command decommission(DecommissionCause cause) {
    return nextOrder(decommissioning(cause), T0);
  }

  static Command recommission() {
    return nextOrder(new NodeAction.Recommission(), T0);
  }

  static Command endAsUntracked() {
    return nextOrder(new NodeAction.ShutDown(), T0);
  }

  static Command retime(DrainTimeout timeout, Instant now) {
    return nextOrder(new NodeAction.ChangeTimeout(timeout), now);
  }

  static Command resize(Resource wanted) {
    return node -> node.resize(wanted, at(T0));
  }

  // ---- what the clock and the watcher say ----

  static Command deadlineTick(long epoch, Instant now) {
    return node -> node.deadlineReached(epoch, at(now));
  }

  static Command progressTick(long epoch) {
    var work = Optional.of(new Workload(1, new TreeSet<>(Set.of("application_1_0001"))));
    return node -> node.progressed(epoch, work, DrainAccount.ZERO, at(T0));
  }

  static Command reportDrained(long epoch) {
    return node -> node.drained(epoch, at(T0));
  }

  // ---- what the NodeManager does ----

  static Command register() {
    return register(SIZE, true, true);
  }

  static Command registerSick() {
    return register(SIZE, false, true);
  }

  /** A NodeManager of a host that the lists do not allow. */
  static Command registerExcluded() {
    return register(SIZE, true, false);
  }

  static Command register(Resource size, boolean healthy, boolean allowed) {
    return node -> node.register(size, healthy, allowed, at(T0, node.listVersion()));
  }

  static Command reportHealthy() {
    return node -> node.reportHealth(true, "", at(T0));
  }

  static Command reportSick() {
    return node -> node.reportHealth(false, "disk full", at(T0));
  }

  static Command expire() {
    return node -> node.expire(at(T0));
  }

  static Command reboot() {
    return node -> node.reboot(at(T0));
  }

  static Command sayGoodbye() {
    return node -> node.shutDown(at(T0));
  }
}
