package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;

/** The two doors of the ResourceManager that are open to its own package only. */
public final class PackageDoor {
  private PackageDoor() {}

  public static void setNodesListManager(RMContextImpl context, NodesListManager manager) {
    context.setNodesListManager(manager);
  }

  /** Tells the attempt of an application that its master has ended. */
  public static void handleContainerStatus(
      ResourceTrackerService tracker, NMContainerStatus status, NodeId nodeId) {
    tracker.handleNMContainerStatus(status, nodeId);
  }
}
