package ebb.hadoop.heartbeat;

import java.util.function.Supplier;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatResponsePBImpl;

/**
 * The response to a heartbeat. Each node keeps its last one in case the NodeManager did not receive
 * it. Once it is written, only the wire form is kept, which is a third of the record's size. Must
 * not be changed after that.
 */
public final class HeartbeatAnswer extends NodeHeartbeatResponsePBImpl {
  private final Kept kept = new Kept(this);

  /** A response that can be sent again. May be used by any thread. */
  public static final class Kept {
    private volatile Supplier<NodeHeartbeatResponse> answer;

    private Kept(NodeHeartbeatResponse answer) {
      this.answer = () -> answer;
    }

    private void written(NodeHeartbeatResponseProto wire) {
      answer = () -> new NodeHeartbeatResponsePBImpl(wire);
    }

    public NodeHeartbeatResponse answer() {
      return answer.get();
    }
  }

  public static Kept keep(NodeHeartbeatResponse answer) {
    return answer instanceof HeartbeatAnswer ours ? ours.kept : new Kept(answer);
  }

  /**
   * Called by Hadoop's RPC server once the response is complete. Two of its threads call this if
   * the NodeManager retries before the first has written it.
   */
  @Override
  public synchronized NodeHeartbeatResponseProto getProto() {
    NodeHeartbeatResponseProto wire = super.getProto();
    kept.written(wire);
    return wire;
  }
}
