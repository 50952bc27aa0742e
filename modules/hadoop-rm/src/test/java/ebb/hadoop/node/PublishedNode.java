package ebb.hadoop.node;

import ebb.domain.Decision;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Replaces a node's RMNode: the real rules, with a revision for each event. */
public final class PublishedNode {
  static final Resource SIZE = Resource.of(4096, 4);
  private static final DrainTimeout HOUR = DrainTimeout.of(Duration.ofHours(1));
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private NodeLifecycle node;
  private long revision;
  private long listVersion = 1;

  public PublishedNode(String host) {
    node = NodeLifecycle.unregistered(new NodeId(host, 45454));
  }

  public static PublishedNode running() {
    return new PublishedNode("nm1").registers(true);
  }

  public NodeStateUpdate publication() {
    return publication(node, progress());
  }

  /** As the leader shows it while the order to drain is in flight. */
  public NodeStateUpdate planned() {
    return publication(orderToDrain().appliedTo(node), Optional.empty());
  }

  /** With what RMNode knows of the workload. */
  public NodeStateUpdate showing(Workload workload) {
    return publication(
        node, Optional.of(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.of(workload))));
  }

  private NodeStateUpdate publication(NodeLifecycle node, Optional<DrainProgress> progress) {
    return new NodeStateUpdate(revision, revision, node, progress);
  }

  private Optional<DrainProgress> progress() {
    return node.drain()
        .map(drain -> new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty()));
  }

  public NodeLifecycle node() {
    return node;
  }

  long epoch() {
    return node.drain().orElseThrow().epoch();
  }

  public PublishedNode registers(boolean healthy) {
    return applies(node.register(node.capacity().orElse(SIZE), healthy, true, by()));
  }

  public PublishedNode reports(boolean healthy) {
    return applies(node.reportHealth(healthy, "words", by()));
  }

  public PublishedNode drains() {
    return drains(HOUR);
  }

  /** The order that {@link #drains} has applied, while it is in flight. */
  private NodeOrder orderToDrain() {
    return order(new NodeAction.GracefulDecommission(HOUR, TimeoutSource.REQUEST));
  }

  /** The newest refresh has no order for the node, which only notes its version. */
  public PublishedNode takesNote() {
    return applies(new NodeAction.Recommission());
  }

  public PublishedNode drains(DrainTimeout timeout) {
    return applies(new NodeAction.GracefulDecommission(timeout, TimeoutSource.REQUEST));
  }

  public PublishedNode isRecommissioned() {
    return applies(new NodeAction.Recommission());
  }

  public PublishedNode isDecommissioned() {
    return applies(new NodeAction.Decommission(DecommissionCause.NORMAL));
  }

  public PublishedNode isLost() {
    return applies(node.expire(by()));
  }

  public PublishedNode isRebooted() {
    return applies(node.reboot(by()));
  }

  public PublishedNode isShutDown() {
    return applies(node.shutDown(by()));
  }

  public PublishedNode isResized(Resource size) {
    return applies(node.resize(size, by()));
  }

  private PublishedNode applies(NodeAction action) {
    NodeOrder order = order(action);
    listVersion = order.listVersion();
    return applies(node.applyOrder(order, by()));
  }

  private NodeOrder order(NodeAction action) {
    Initiator admin = Initiator.system("admin", Origin.RPC);
    return new NodeOrder(node.nodeId(), action, listVersion + 1, T0, admin);
  }

  private PublishedNode applies(Decision decision) {
    if (decision instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        node = node.apply(event);
        revision++;
      }
    }
    return this;
  }

  private Provenance by() {
    return Initiator.system("test", Origin.RPC).stamp(T0, "rm1", listVersion);
  }
}
