package ebb.hadoop;

import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.GetClusterNodesResponsePBImpl;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.GetClusterNodesResponseProto;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.apache.hadoop.yarn.server.resourcemanager.RMAppManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMServerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.security.QueueACLsManager;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;

/**
 * Hadoop's service for clients. The list of nodes is the only answer that grows with the cluster;
 * it is written as it goes over the wire, and says what Hadoop's own says.
 */
final class EbbClientService extends ClientRMService {
  private final RMContext context;
  private final ResourceScheduler scheduler;

  EbbClientService(
      RMContext context,
      ResourceScheduler scheduler,
      RMAppManager applications,
      ApplicationACLsManager applicationAcls,
      QueueACLsManager queueAcls) {
    super(
        context,
        scheduler,
        applications,
        applicationAcls,
        queueAcls,
        context.getRMDelegationTokenSecretManager());
    this.context = context;
    this.scheduler = scheduler;
  }

  @Override
  public GetClusterNodesResponse getClusterNodes(GetClusterNodesRequest request) {
    Set<NodeState> asked = request.getNodeStates();
    EnumSet<NodeState> states =
        asked == null || asked.isEmpty() ? EnumSet.allOf(NodeState.class) : EnumSet.copyOf(asked);
    var reports = new WireReports();
    var response = GetClusterNodesResponseProto.newBuilder();
    for (RMNode node : RMServerUtils.queryRMNodes(context, states)) {
      response.addNodeReports(reports.of(node, scheduler.getNodeReport(node.getNodeID())));
    }
    return new GetClusterNodesResponsePBImpl(response.build());
  }
}
