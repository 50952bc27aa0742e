package ebb.hadoop.tracker;

import ebb.hadoop.heartbeat.NameSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.AppCollectorData;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of the applications' timeline collectors (YARN's timeline service 2). The
 * NodeManager of the application master reports a collector, and every NodeManager that holds the
 * application gets its address (ResourceTrackerService). Does nothing if that service is off.
 */
final class TimelineCollectors {
  private static final Logger LOG = LoggerFactory.getLogger(TimelineCollectors.class);

  private final RMContext context;
  private final AtomicLong versions = new AtomicLong();
  private volatile boolean enabled;

  TimelineCollectors(RMContext context) {
    this.context = context;
  }

  void configure(Configuration conf) {
    enabled = YarnConfiguration.timelineServiceV2Enabled(conf);
  }

  /** Stores what the NodeManager reports, unless something newer is known. */
  void take(NodeHeartbeatRequest request) {
    if (!enabled) {
      return;
    }
    Map<ApplicationId, AppCollectorData> reported = request.getRegisteringCollectors();
    if (reported == null) {
      return;
    }
    List<ApplicationId> unknown = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    reported.forEach((id, collector) -> take(id, collector, unknown, moved));
    NodeId nodeId = request.getNodeStatus().getNodeId();
    if (!unknown.isEmpty()) {
      LOG.warn(
          "{} reports timeline collectors of applications that are unknown here: {}",
          nodeId,
          NameSample.text(unknown));
    }
    if (!moved.isEmpty()) {
      LOG.info("Timeline collectors listen on {}: {}", nodeId, NameSample.text(moved));
    }
  }

  private void take(
      ApplicationId id,
      AppCollectorData reported,
      List<ApplicationId> unknown,
      List<String> moved) {
    if (!reported.isStamped()) {
      reported.setRMIdentifier(ResourceManager.getClusterTimeStamp());
      reported.setVersion(versions.getAndIncrement());
    }
    if (!(context.getRMApps().get(id) instanceof RMAppImpl application)) {
      unknown.add(id);
      return;
    }
    // Two NodeManagers may report a collector of the same application.
    synchronized (application) {
      if (AppCollectorData.happensBefore(application.getCollectorData(), reported)) {
        application.setCollectorData(reported);
        moved.add(id + " on " + reported.getCollectorAddr());
      }
    }
  }

  /** Adds the collectors of all applications that the NodeManager holds to the response. */
  void tell(RMNode node, NodeHeartbeatResponse answer) {
    if (!enabled) {
      return;
    }
    Map<ApplicationId, AppCollectorData> known = new HashMap<>();
    for (ApplicationId id : node.getRunningApps()) {
      RMApp application = context.getRMApps().get(id);
      if (application != null && application.getCollectorData() != null) {
        known.put(id, application.getCollectorData());
      }
    }
    answer.setAppCollectors(known);
  }
}
