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
 * @param peer who sent it
 * @param address by which the lists decided
 * @param publication as RMNode answered it
 * @param request what the NodeManager says of itself
 * @param capability the request's, or the one that dynamic-resources.xml puts in its place; the
 *     NodeManager has been told, or is being told with the answer, that this is its size. A copy is
 *     taken
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
    // One that came over the wire has another hash code than an equal one that did not.
    capability = Resources.clone(capability);
  }
}
