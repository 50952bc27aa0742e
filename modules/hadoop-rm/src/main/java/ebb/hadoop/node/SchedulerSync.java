package ebb.hadoop.node;

import ebb.hadoop.heartbeat.NameSample;
import ebb.hadoop.heartbeat.ReportedContainer;
import ebb.hadoop.scheduler.SchedulerNodeEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.util.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives what the scheduler has to receive from a node's current state, health, size and
 * containers. {@link SchedulerNodeEvents} defines how and in which order it is sent. Guarded by the
 * node's lock.
 */
final class SchedulerSync {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerSync.class);

  private final AbstractRMNode node;
  private final NodeReportSender reporter;
  private final Clock clock;

  /**
   * @param clock monotonic, in milliseconds
   */
  SchedulerSync(AbstractRMNode node, NodeReportSender reporter, Clock clock) {
    this.node = node;
    this.reporter = reporter;
    this.clock = clock;
  }

  /**
   * Adds the node to the scheduler or removes it, as its state and health require. A node that has
   * left is removed before RMNode publishes that, because the journal may be away. A draining node
   * stays in the scheduler even if it is unhealthy, so its containers can finish.
   */
  void sync() {
    sync(null);
  }

  /**
   * As {@link #sync()}, for a NodeManager that registers right now: a draining node is added, too.
   *
   * @param containers recovered by the scheduler if it has not had the node before
   */
  void arrive(List<NMContainerStatus> containers) {
    sync(containers);
  }

  private void sync(@Nullable List<NMContainerStatus> arriving) {
    boolean wanted = isWanted(arriving != null);
    if (wanted && !node.scheduler.isAdded()) {
      boolean recovers = !node.scheduler.wasEverAdded();
      node.scheduler.add(recovers && arriving != null ? ofKnownApplications(arriving) : null);
      if (node.state == NodeState.DECOMMISSIONING) {
        Resource kept = recovers ? node.containers.allocated() : Resource.newInstance(0, 0);
        node.scheduler.resize(kept, SchedulerNodeEvents.KILL_NOTHING);
      }
    } else if (!wanted && node.scheduler.isAdded()) {
      node.scheduler.remove();
      node.utilisation.leaveCluster();
    }
  }

  /** The scheduler would log and kill each container of an unknown application. */
  private List<NMContainerStatus> ofKnownApplications(List<NMContainerStatus> arriving) {
    Map<Boolean, List<NMContainerStatus>> byKnown =
        arriving.stream()
            .collect(
                Collectors.partitioningBy(
                    each -> node.applications.isKnown(applicationOf(each.getContainerId()))));
    List<ContainerId> unknown =
        byKnown.getOrDefault(false, List.of()).stream()
            .map(NMContainerStatus::getContainerId)
            .toList();
    if (!unknown.isEmpty()) {
      LOG.warn(
          "{} holds containers of applications that are unknown here, and is told to end them: {}",
          node.nodeId,
          NameSample.text(unknown));
      unknown.forEach(node.pending::cleanUp);
    }
    return byKnown.getOrDefault(true, List.of());
  }

  private boolean isWanted(boolean arrives) {
    return node.registered
        && switch (node.state) {
          case RUNNING -> node.health.isHealthy(clock.getTime()) && !reporter.isLeaving();
          case DECOMMISSIONING -> node.scheduler.isAdded() || arrives;
          case NEW, UNHEALTHY, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
        };
  }

  /** RMNode published a change; the scheduler had the node before and still has it. */
  void follow(NodeState before, Resource sizeBefore, long drainBefore) {
    if (node.state == NodeState.DECOMMISSIONING) {
      if (reporter.drainEpoch() != drainBefore) {
        node.scheduler.shrink(node.containers.ended());
        node.scheduler.update();
      }
    } else if (before == NodeState.DECOMMISSIONING || !node.size.equals(sizeBefore)) {
      resize(before);
    }
  }

  private void resize(NodeState before) {
    int overcommitTimeout = reporter.overcommitTimeout(node.size);
    if (before == NodeState.DECOMMISSIONING && overcommitTimeout < 0) {
      node.scheduler.resizeAtOnce(node.size);
    } else {
      node.scheduler.resize(node.size, overcommitTimeout);
    }
  }

  /** As {@link SchedulerNodeEvents#shrinkAsWished}. */
  void shrink(Resource wanted) {
    node.scheduler.shrinkAsWished(wanted, node.containers.ended());
  }

  /**
   * Collects container changes for the next {@link #update}.
   *
   * @param report all containers that the NodeManager reports
   */
  void digest(List<ReportedContainer> report) {
    List<ReportedContainer> relevant = new ArrayList<>(report.size());
    List<ApplicationId> unknown = new ArrayList<>(0);
    for (ReportedContainer each : report) {
      if (isRelevant(each)) {
        relevant.add(each);
        if (!node.applications.see(each.application())) {
          unknown.add(each.application());
        }
      }
    }
    node.applications.warnOf(unknown);
    node.containers
        .digest(relevant)
        .ifPresent(
            node.state == NodeState.DECOMMISSIONING
                ? node.scheduler::enqueueBehind
                : node.scheduler::enqueue);
  }

  /** As {@link #digest}, for containers that the NodeManager has enlarged. */
  void digestIncreased(List<Container> increased) {
    for (Container each : increased) {
      if (isRelevant(each.getId())) {
        node.scheduler.enqueueIncreased(each);
      }
    }
  }

  /**
   * For a draining node, the scheduler first gets the smaller size, and then the ended containers.
   */
  void update() {
    if (node.state == NodeState.DECOMMISSIONING) {
      node.scheduler.shrinkToBusy(node.containers.ended());
    }
    node.scheduler.update();
  }

  /** A container is irrelevant if it, or its application, is about to be cleaned up. */
  private boolean isRelevant(ReportedContainer reported) {
    return !(node.pending.hasContainersToCleanUp() && node.pending.isToCleanUp(reported.id()))
        && !node.applications.isToCleanUp(reported.application());
  }

  private boolean isRelevant(ContainerId id) {
    return !node.pending.isToCleanUp(id) && !node.applications.isToCleanUp(applicationOf(id));
  }

  private static ApplicationId applicationOf(ContainerId id) {
    return id.getApplicationAttemptId().getApplicationId();
  }
}
