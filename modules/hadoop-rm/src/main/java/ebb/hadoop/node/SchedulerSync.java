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
 * What the scheduler has to hear of a node as its state, health, size and containers are now; how
 * it is told, and in which order, is {@link SchedulerNodeEvents}'s. Guarded by the node's lock.
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
   * Puts the node into the scheduler or takes it out, as state and health demand. A node that
   * drains stays where it is: sick or not, what runs there shall end in peace.
   */
  void settle() {
    settle(null);
  }

  /**
   * As {@link #settle()}, of a NodeManager that registers right now: one that drains gets its
   * place, too.
   *
   * @param containers which the scheduler recovers if it has not had the node before
   */
  void arrive(List<NMContainerStatus> containers) {
    settle(containers);
  }

  private void settle(@Nullable List<NMContainerStatus> arriving) {
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

  /** The scheduler would have a line in the log for each of the others, and end it. */
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
          case RUNNING -> node.health.isHealthy(clock.getTime());
          case DECOMMISSIONING -> node.scheduler.isAdded() || arrives;
          case NEW, UNHEALTHY, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
        };
  }

  /** RMNode published something; the node was in the scheduler before and still is. */
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
   * Takes what became of containers for the next {@link #update}.
   *
   * @param report all containers that the NodeManager names
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

  /** As {@link #digest}, of containers that the NodeManager has made larger. */
  void digestIncreased(List<Container> increased) {
    for (Container each : increased) {
      if (isRelevant(each.getId())) {
        node.scheduler.enqueueIncreased(each);
      }
    }
  }

  /** Of a draining node the scheduler hears first that no room is left, and then what has ended. */
  void update() {
    if (node.state == NodeState.DECOMMISSIONING) {
      node.scheduler.shrinkToBusy(node.containers.ended());
    }
    node.scheduler.update();
  }

  /** Of a container that is to be removed, or whose application is, nobody wants to hear more. */
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
