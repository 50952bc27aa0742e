package ebb.hadoop.heartbeat;

import java.util.function.Supplier;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatResponsePBImpl;

/**
 * The answer to a heartbeat. Each node keeps its last one, in case that the NodeManager did not get
 * it; of what has gone over the wire only that is kept, a third of the record that it was made of.
 * Not to be changed after that.
 */
public final class HeartbeatAnswer extends NodeHeartbeatResponsePBImpl {
  private final Kept kept = new Kept(this);

  /** An answer that can be given again; by any thread. */
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
   * To be called when the answer is complete, as Hadoop's RPC server does; two of its threads do,
   * if the NodeManager asks again before the first has written it.
   */
  @Override
  public synchronized NodeHeartbeatResponseProto getProto() {
    NodeHeartbeatResponseProto wire = super.getProto();
    kept.written(wire);
    return wire;
  }
}
