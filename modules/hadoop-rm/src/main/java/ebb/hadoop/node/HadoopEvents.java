package ebb.hadoop.node;

import ebb.hadoop.report.PendingReports.Departure;
import ebb.hadoop.scheduler.AdminResourceOption;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeFinishedContainersPulledByAMEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeSignalContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeUpdateContainerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the events that the rest of Hadoop's ResourceManager sends to a node. Guarded by the
 * node's lock.
 */
final class HadoopEvents {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopEvents.class);

  private final AbstractRMNode node;
  private final NodeReportSender reporter;
  private final SchedulerSync scheduling;

  HadoopEvents(AbstractRMNode node, NodeReportSender reporter, SchedulerSync scheduling) {
    this.node = node;
    this.reporter = reporter;
    this.scheduling = scheduling;
  }

  void handle(RMNodeEvent event) {
    switch (event.getType()) {
      case CLEANUP_APP -> {
        node.applications.end(((RMNodeCleanAppEvent) event).getAppId());
        reporter.applicationEnded();
      }
      case CLEANUP_CONTAINER ->
          node.pending.cleanUp(((RMNodeCleanContainerEvent) event).getContainerId());
      case FINISHED_CONTAINERS_PULLED_BY_AM ->
          node.pending.forget(((RMNodeFinishedContainersPulledByAMEvent) event).getContainers());
      case SIGNAL_CONTAINER ->
          node.pending.signal(((RMNodeSignalContainerEvent) event).getSignalRequest());
      case UPDATE_CONTAINER ->
          node.pending.update(((RMNodeUpdateContainerEvent) event).getToBeUpdatedContainers());
      case RESOURCE_UPDATE -> resize(((RMNodeResourceUpdateEvent) event).getResourceOption());
      case EXPIRE -> reporter.depart(Departure.EXPIRY, Optional.empty());
      case DECOMMISSION, GRACEFUL_DECOMMISSION, RECOMMISSION ->
          LOG.warn("{}: {} ignored, only a refresh decides on that", node.nodeId, event.getType());
      default -> LOG.warn("{}: {} is not for this view", node.nodeId, event.getType());
    }
  }

  /**
   * This event has two senders. An administrator's size goes to RMNode, which keeps it. The
   * scheduler shrinks a draining node to what is allocated there, and only the scheduler needs to
   * receive that size. If the scheduler's request arrives after the drain, it is ignored.
   */
  private void resize(ResourceOption wanted) {
    if (wanted instanceof AdminResourceOption size) {
      reporter.want(size);
    } else if (node.state == NodeState.DECOMMISSIONING) {
      scheduling.shrink(wanted.getResource());
    }
  }
}
