package ebb.hadoop;

import ebb.domain.provenance.Initiator;
import ebb.hadoop.rpc.RpcCaller;
import ebb.hadoop.scheduler.AdminResourceOption;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ha.ServiceFailedException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceResponse;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * YARN's administration (port 8033). Marks node sizes as an administrator's, and becomes active
 * only on the instance that leads.
 */
final class EbbAdminService extends AdminService {
  private final BooleanSupplier leads;

  EbbAdminService(ResourceManager rm, BooleanSupplier leads) {
    super(rm);
    this.leads = leads;
  }

  /**
   * @throws ServiceFailedException on an instance that does not lead, even if the request is forced
   */
  @Override
  public synchronized void transitionToActive(StateChangeRequestInfo request) throws IOException {
    if (!leads.getAsBoolean()) {
      throw new ServiceFailedException(
          "This instance does not lead: the members of the cluster decide which one does");
    }
    super.transitionToActive(request);
  }

  /**
   * @throws StandbyException if the leader does not know its nodes yet; clients retry, with and
   *     without HA settings
   */
  @Override
  public RefreshNodesResponse refreshNodes(RefreshNodesRequest request)
      throws YarnException, StandbyException {
    try {
      return super.refreshNodes(request);
    } catch (YarnException e) {
      if (e.getCause() instanceof StandbyException later) {
        throw later;
      }
      throw e;
    }
  }

  /**
   * Called for RPC, REST and dynamic-resources.xml alike. Hadoop's method checks rights and nodes.
   */
  @Override
  public UpdateNodeResourceResponse updateNodeResource(UpdateNodeResourceRequest request)
      throws YarnException, IOException {
    Initiator administrator = RpcCaller.administrator();
    Map<NodeId, ResourceOption> marked =
        request.getNodeResourceMap().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> AdminResourceOption.of(entry.getValue(), administrator)));
    return super.updateNodeResource(UpdateNodeResourceRequest.newInstance(marked));
  }
}
