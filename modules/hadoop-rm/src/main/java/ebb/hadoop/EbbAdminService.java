package ebb.hadoop;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceResponse;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/** YARN's administration (port 8033); sizes of nodes are marked as an administrator's. */
final class EbbAdminService extends AdminService {
  EbbAdminService(ResourceManager rm) {
    super(rm);
  }

  /** Called for RPC, REST and dynamic-resources.xml alike; it checks rights and nodes. */
  @Override
  public UpdateNodeResourceResponse updateNodeResource(UpdateNodeResourceRequest request)
      throws YarnException, IOException {
    Map<NodeId, ResourceOption> marked =
        request.getNodeResourceMap().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, entry -> AdministratorsSize.of(entry.getValue())));
    return super.updateNodeResource(UpdateNodeResourceRequest.newInstance(marked));
  }
}
