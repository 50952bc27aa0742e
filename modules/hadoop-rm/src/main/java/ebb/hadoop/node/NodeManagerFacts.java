package ebb.hadoop.node;

import ebb.domain.lists.NodeAddress;
import java.util.Objects;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What stays known of a NodeManager from its registration with this leader; the request itself is
 * not kept, which would be a kilobyte for each node.
 *
 * @param number of the registration within the leader's term
 * @param address by which the lists decided
 * @param version as the NodeManager says it; one text for all that say the same
 * @param physical what the machine has; null if the NodeManager does not say
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
