package ebb.hadoop.heartbeat;

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
 * The node's applications: those that ran on it and have not ended, and those that the NodeManager
 * must still be sent to clean up. Changed under the node's lock, read by any thread.
 */
public final class NodeApplications {
  private static final Logger LOG = LoggerFactory.getLogger(NodeApplications.class);

  private final NodeId nodeId;
  private final RMContext context;
  private final SparseSet<ApplicationId> running = new SparseSet<>();
  private final SparseSet<ApplicationId> toCleanUp = new SparseSet<>();

  public NodeApplications(NodeId nodeId, RMContext context) {
    this.nodeId = nodeId;
    this.context = context;
  }

  /** The NodeManager registers and reports the applications that it holds. */
  public void restart(Collection<ApplicationId> reported) {
    running.retainAll(reported);
    warnOf(reported.stream().filter(each -> !add(each)).toList());
  }

  /**
   * A container of this application was reported.
   *
   * @return false if the application is unknown here; {@link #warnOf} logs all unknown ones of a
   *     report in one line
   */
  public boolean see(ApplicationId application) {
    return running.contains(application) || add(application);
  }

  private boolean add(ApplicationId application) {
    if (!isKnown(application)) {
      running.remove(application);
      toCleanUp.add(application);
      return false;
    }
    running.add(application);
    context
        .getDispatcher()
        .getEventHandler()
        .handle(new RMAppRunningOnNodeEvent(application, nodeId));
    return true;
  }

  /** Whether the ResourceManager has the application, running or ended. */
  public boolean isKnown(ApplicationId application) {
    return context.getRMApps().containsKey(application);
  }

  public void warnOf(List<ApplicationId> unknown) {
    if (!unknown.isEmpty()) {
      LOG.warn(
          "{} holds applications that are unknown here, and is told to clean up: {}",
          nodeId,
          NameSample.text(unknown));
    }
  }

  /** The application has ended. */
  public void end(ApplicationId application) {
    running.remove(application);
    toCleanUp.add(application);
  }

  public void clear() {
    running.clear();
    toCleanUp.clear();
  }

  public boolean isToCleanUp(ApplicationId application) {
    return toCleanUp.contains(application);
  }

  public boolean hasRunning() {
    return !running.isEmpty();
  }

  public List<ApplicationId> running() {
    return running.sorted();
  }

  public List<ApplicationId> toCleanUp() {
    return toCleanUp.sorted();
  }

  /** Returns what the NodeManager is to clean up now, and clears it here. */
  public List<ApplicationId> takeToCleanUp() {
    if (toCleanUp.isEmpty()) {
      return List.of();
    }
    List<ApplicationId> taken = toCleanUp.sorted();
    toCleanUp.clear();
    return taken;
  }

  public SortedSet<String> runningIds() {
    SortedSet<String> ids = new TreeSet<>();
    running.sorted().forEach(each -> ids.add(each.toString()));
    return ids;
  }

  /** Needs no lock: RMAppImpl has its own. */
  public void aggregateLogs(@Nullable List<LogAggregationReport> logs) {
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
   * Needs no lock. In a secure cluster, log aggregation needs tokens after the application has
   * ended.
   */
  public void keepAlive(@Nullable List<ApplicationId> kept) {
    if (kept != null && UserGroupInformation.isSecurityEnabled()) {
      context.getDelegationTokenRenewer().updateKeepAliveApplications(kept);
    }
  }
}
