package ebb.hadoop.heartbeat;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceUtilizationPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.jspecify.annotations.Nullable;

/**
 * The utilisation that a NodeManager reported last. A machine says the same for several heartbeats;
 * the record of it is made anew only when that changes, because what every heartbeat replaces is
 * what each collection of the young generation has to copy. Read by anybody, changed by one thread
 * at a time.
 */
final class ReportedUse {
  private volatile Optional<Use> last = Optional.empty();

  private record Use(ResourceUtilizationProto wire, ResourceUtilization record) {}

  /**
   * @param wire null if the NodeManager does not say
   */
  void read(@Nullable ResourceUtilizationProto wire) {
    if (wire == null) {
      last = Optional.empty();
    } else if (last.filter(known -> known.wire().equals(wire)).isEmpty()) {
      last = Optional.of(new Use(wire, new ResourceUtilizationPBImpl(wire)));
    }
  }

  /** Empty if the NodeManager did not say. */
  Optional<ResourceUtilization> last() {
    return last.map(Use::record);
  }
}
