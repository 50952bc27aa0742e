package ebb.hadoop.node;

import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.Peer;
import ebb.node.NodeStateUpdate;
import java.util.Optional;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * A registration that RMNode has admitted.
 *
 * @param number of the NodeManager's registration within the leader's term, from 1, as in the
 *     ReportStamp of the Register command
 * @param peer the sender
 * @param address that the lists were checked with
 * @param publication from RMNode's answer
 * @param request the NodeManager's own request
 * @param capability the size in the request, or the one in dynamic-resources.xml that replaces it.
 *     The NodeManager knows this size or gets it with the response. A copy is made
 * @param location host and rack, already resolved
 */
public record Registration(
    long number,
    Optional<Peer> peer,
    NodeAddress address,
    NodeStateUpdate publication,
    RegisterNodeManagerRequest request,
    Resource capability,
    Node location) {

  public Registration {
    // A record from the wire and an equal one from elsewhere have different hash codes.
    capability = Resources.clone(capability);
  }
}
