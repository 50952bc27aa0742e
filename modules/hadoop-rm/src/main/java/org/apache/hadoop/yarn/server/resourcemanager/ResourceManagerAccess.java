package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;

/** What the ResourceManager shows to its own package only. */
public final class ResourceManagerAccess {
  private ResourceManagerAccess() {}

  public static void setNodesListManager(RMContextImpl context, NodesListManager manager) {
    context.setNodesListManager(manager);
  }

  /** Of a ResourceManager none of whose active services has been started. */
  public static void makeActiveServicesAnew(ResourceManager notActive) {
    notActive.stopActiveServices();
    notActive.reinitialize(true);
  }

  /** As {@code yarn resourcemanager -format-conf-store}. */
  public static void formatConfigurationStore(Configuration conf) throws Exception {
    ResourceManager.deleteRMConfStore(conf);
  }

  /** Tells the attempt of an application that its master has ended. */
  public static void handleContainerStatus(
      ResourceTrackerService tracker, NMContainerStatus status, NodeId nodeId) {
    tracker.handleNMContainerStatus(status, nodeId);
  }
}
