package ebb.hadoop.tracker;

import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.jspecify.annotations.Nullable;

/**
 * Adds the keys of container and NodeManager tokens to responses, and the next keys during a
 * rollover.
 */
public record MasterKeys(RMContainerTokenSecretManager containers, NMTokenSecretManagerInRM nodes) {

  void putInto(RegisterNodeManagerResponse answer) {
    answer.setContainerTokenMasterKey(containers.getCurrentKey());
    answer.setNMTokenMasterKey(nodes.getCurrentKey());
  }

  /** Adds the keys that will soon be used, unless the NodeManager has them. */
  void putInto(NodeHeartbeatResponse answer, NodeHeartbeatRequest request) {
    MasterKey nextForContainers = containers.getNextKey();
    if (isNews(nextForContainers, request.getLastKnownContainerTokenMasterKey())) {
      answer.setContainerTokenMasterKey(nextForContainers);
    }
    MasterKey nextForNodes = nodes.getNextKey();
    if (isNews(nextForNodes, request.getLastKnownNMTokenMasterKey())) {
      answer.setNMTokenMasterKey(nextForNodes);
    }
  }

  private static boolean isNews(@Nullable MasterKey next, @Nullable MasterKey known) {
    return next != null && (known == null || known.getKeyId() != next.getKeyId());
  }
}
