package ebb.hadoop.node;

import ebb.hadoop.heartbeat.NodeContainers;
import ebb.hadoop.heartbeat.ReportedContainer;
import ebb.hadoop.scheduler.SchedulerNodeEvents;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.util.Clock;

/**
 * Moves a registered NodeManager into and out of service, together with its containers, its
 * applications and its place in the scheduler. Guarded by the node's lock.
 */
final class ServiceEntry {
  private final AbstractRMNode node;
  private final NodeReportSender reporter;
  private final SchedulerSync scheduling;
  private final Clock clock;

  /**
   * @param clock monotonic, in milliseconds
   */
  ServiceEntry(
      AbstractRMNode node, NodeReportSender reporter, SchedulerSync scheduling, Clock clock) {
    this.node = node;
    this.reporter = reporter;
    this.scheduling = scheduling;
    this.clock = clock;
  }

  /**
   * @param isReconnect whether the NodeManager was in service already; the request's health is then
   *     ignored, because the next heartbeat reports it again
   */
  void enter(RegisterNodeManagerRequest request, Resource sizeBefore, boolean isReconnect) {
    List<NMContainerStatus> arriving = NodeContainers.distinct(request.getNMContainerStatuses());
    List<ReportedContainer> held =
        arriving.stream().map(NodeContainers::statusOf).map(ReportedContainer::of).toList();
    boolean stays = isReconnect && !request.getRunningApplications().isEmpty();
    if (!stays) {
      if (node.scheduler.isAdded()) {
        node.scheduler.remove();
      }
      node.containers.clear();
      node.scheduler.dropNews();
    }
    if (!isReconnect) {
      node.health.restart();
    }
    if (!isReconnect && request.getNodeStatus() != null) {
      node.health.read(request.getNodeStatus().getNodeHealthStatus(), clock.getTime());
    }
    node.containers.observe(held);
    if (!node.scheduler.wasEverAdded()) {
      node.containers.recover(held);
    }
    scheduling.arrive(arriving);
    if (stays) {
      scheduling.digest(held);
      if (node.state == NodeState.RUNNING && !node.size.equals(sizeBefore)) {
        node.scheduler.resize(node.size, SchedulerNodeEvents.KILL_NOTHING);
      }
    }
    node.applications.restart(request.getRunningApplications());
    reporter.drainChanged();
    if (node.state == NodeState.DECOMMISSIONING) {
      scheduling.update();
    }
  }

  void leave() {
    node.registered = false;
    reporter.leftService();
    node.containers.clear();
    node.scheduler.dropNews();
    node.applications.clear();
    node.pending.clear();
  }
}
