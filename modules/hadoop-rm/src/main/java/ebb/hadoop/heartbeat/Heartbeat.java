package ebb.hadoop.heartbeat;

import ebb.domain.NodeId;
import ebb.domain.provenance.Peer;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;

/**
 * A well-formed heartbeat, with that read from the wire once which everybody wants to know.
 *
 * @param peer who sent it
 * @param request for what only some want to know
 * @param wire the status as it came; to be read rather than the status, which makes a record of
 *     whatever it is asked for
 * @param containers of the status, in its order
 */
public record Heartbeat(
    Optional<Peer> peer,
    NodeHeartbeatRequest request,
    NodeId nodeId,
    NodeStatus status,
    NodeStatusProto wire,
    List<ReportedContainer> containers) {}
