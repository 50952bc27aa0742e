package ebb.hadoop;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.LogAggregationReport;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppRunningOnNodeEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applications that ran on the node and have not ended, each once, and those whose traces the
 * NodeManager has yet to be told to remove. Changed under the node's lock, read by anybody.
 */
final class NodeApplications {
  private static final Logger LOG = LoggerFactory.getLogger(NodeApplications.class);

  private final NodeId nodeId;
  private final RMContext context;
  private final Few<ApplicationId> running = new Few<>();
  private final Few<ApplicationId> toCleanUp = new Few<>();

  NodeApplications(NodeId nodeId, RMContext context) {
    this.nodeId = nodeId;
    this.context = context;
  }

  /** A NodeManager that registers knows by itself which applications it holds something of. */
  void restart(Collection<ApplicationId> reported) {
    running.retainAll(reported);
    reported.forEach(this::add);
  }

  /** A container of it was reported. */
  void see(ApplicationId application) {
    if (!running.contains(application)) {
      add(application);
    }
  }

  private void add(ApplicationId application) {
    if (!context.getRMApps().containsKey(application)) {
      LOG.warn("{} holds {}, which is unknown here: it is told to clean up", nodeId, application);
      running.remove(application);
      toCleanUp.add(application);
      return;
    }
    running.add(application);
    context
        .getDispatcher()
        .getEventHandler()
        .handle(new RMAppRunningOnNodeEvent(application, nodeId));
  }

  /** The application has ended. */
  void end(ApplicationId application) {
    running.remove(application);
    toCleanUp.add(application);
  }

  void clear() {
    running.clear();
    toCleanUp.clear();
  }

  boolean isToCleanUp(ApplicationId application) {
    return toCleanUp.contains(application);
  }

  List<ApplicationId> running() {
    return running.sorted();
  }

  List<ApplicationId> toCleanUp() {
    return toCleanUp.sorted();
  }

  /** What the NodeManager is told to clean up now. */
  List<ApplicationId> takeToCleanUp() {
    if (toCleanUp.isEmpty()) {
      return List.of();
    }
    List<ApplicationId> taken = toCleanUp.sorted();
    toCleanUp.clear();
    return taken;
  }

  SortedSet<String> runningIds() {
    SortedSet<String> ids = new TreeSet<>();
    running.sorted().forEach(each -> ids.add(each.toString()));
    return ids;
  }

  /** Needs no lock: RMAppImpl has its own. */
  void aggregateLogs(@Nullable List<LogAggregationReport> logs) {
    if (logs == null) {
      return;
    }
    for (LogAggregationReport log : logs) {
      if (context.getRMApps().get(log.getApplicationId()) instanceof RMAppImpl application) {
        application.aggregateLogReport(nodeId, log);
      }
    }
  }

  /**
   * Needs no lock. Log aggregation of a secured cluster needs tokens beyond the end of the
   * application.
   */
  void keepAlive(@Nullable List<ApplicationId> kept) {
    if (kept != null && UserGroupInformation.isSecurityEnabled()) {
      context.getDelegationTokenRenewer().updateKeepAliveApplications(kept);
    }
  }
}
