package ebb.hadoop.heartbeat;

import ebb.domain.NodeId;
import ebb.domain.provenance.Peer;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;

/**
 * A well-formed heartbeat. The parts that every user needs are read from the wire once.
 *
 * @param peer the sender
 * @param request for the parts that only some users need
 * @param wire the status as received; prefer it to {@code status}, which creates a record for
 *     everything that is read from it
 * @param containers of the status, in its order
 */
public record Heartbeat(
    Optional<Peer> peer,
    NodeHeartbeatRequest request,
    NodeId nodeId,
    NodeStatus status,
    NodeStatusProto wire,
    List<ReportedContainer> containers) {}
