package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;

/** Access to members of the ResourceManager that only its own package has. */
public final class ResourceManagerAccess {
  private ResourceManagerAccess() {}

  public static void setNodesListManager(RMContextImpl context, NodesListManager manager) {
    context.setNodesListManager(manager);
  }

  /** Creates the active services again. None of them may have been started. */
  public static void makeActiveServicesAnew(ResourceManager notActive) {
    notActive.stopActiveServices();
    notActive.reinitialize(true);
  }

  /** Does what {@code yarn resourcemanager -format-conf-store} does. */
  public static void formatConfigurationStore(Configuration conf) throws Exception {
    ResourceManager.deleteRMConfStore(conf);
  }

  /** Notifies an application attempt that its master has ended. */
  public static void handleContainerStatus(
      ResourceTrackerService tracker, NMContainerStatus status, NodeId nodeId) {
    tracker.handleNMContainerStatus(status, nodeId);
  }
}
