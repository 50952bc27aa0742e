package ebb.hadoop.heartbeat;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceUtilizationPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.jspecify.annotations.Nullable;

/**
 * The utilisation that a NodeManager last reported. It often stays the same for several heartbeats,
 * and its record is created again only when it changes. A record that every heartbeat replaced
 * would be copied by each collection of the young generation. Read by any thread, changed by one
 * thread at a time.
 */
final class ReportedUse {
  private volatile Optional<Use> last = Optional.empty();

  private record Use(ResourceUtilizationProto wire, ResourceUtilization record) {}

  /**
   * @param wire null if the NodeManager does not report it
   */
  void read(@Nullable ResourceUtilizationProto wire) {
    if (wire == null) {
      last = Optional.empty();
    } else if (last.filter(known -> known.wire().equals(wire)).isEmpty()) {
      last = Optional.of(new Use(wire, new ResourceUtilizationPBImpl(wire)));
    }
  }

  /** Empty if the NodeManager did not report it. */
  Optional<ResourceUtilization> last() {
    return last.map(Use::record);
  }
}
