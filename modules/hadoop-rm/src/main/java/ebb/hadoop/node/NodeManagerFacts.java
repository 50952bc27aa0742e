package ebb.hadoop.node;

import ebb.domain.lists.NodeAddress;
import java.util.Objects;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a NodeManager's registration with this leader that are kept. The request itself is
 * not kept, because it would take a kilobyte per node.
 *
 * @param number of the registration within the leader's term
 * @param address that the lists were checked with
 * @param version as the NodeManager reports it; equal versions share one string
 * @param physical resources of the machine; null if the NodeManager does not report them
 * @param location host and rack
 */
record NodeManagerFacts(
    long number,
    NodeAddress address,
    int httpPort,
    String version,
    @Nullable Resource physical,
    Node location) {

  static NodeManagerFacts of(Registration registration) {
    RegisterNodeManagerRequest request = registration.request();
    return new NodeManagerFacts(
        registration.number(),
        registration.address(),
        request.getHttpPort(),
        Objects.requireNonNullElse(request.getNMVersion(), "").intern(),
        request.getPhysicalResource(),
        registration.location());
  }
}
