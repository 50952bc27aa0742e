package ebb.hadoop.heartbeat;

import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationIdPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerStatusPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationAttemptIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceInformationProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.jspecify.annotations.Nullable;

/**
 * A container as a NodeManager reports it. Hadoop's records are created from it only on demand:
 * most heartbeats repeat the previous one, which the numbers show. For one thread.
 */
public final class ReportedContainer {

  /** How many {@link #number}s there are. */
  static final int NUMBERS = 5;

  private static final ByteString MEMORY = ByteString.copyFromUtf8(ResourceInformation.MEMORY_URI);
  private static final ByteString MEGABYTES =
      ByteString.copyFromUtf8(ResourceInformation.MEMORY_MB.getUnits());
  private static final ByteString CORES = ByteString.copyFromUtf8(ResourceInformation.VCORES_URI);

  private final ContainerStatusProto wire;
  private final ContainerState state;
  private @Nullable ContainerStatus status;
  private @Nullable ApplicationId application;

  /**
   * @param wire has an id and a state
   */
  ReportedContainer(ContainerStatusProto wire) {
    this.wire = wire;
    state = ProtoUtils.convertFromProtoFormat(wire.getState());
  }

  public static ReportedContainer of(ContainerStatus status) {
    return new ReportedContainer(((ContainerStatusPBImpl) status).getProto());
  }

  ContainerState state() {
    return state;
  }

  /** Whether the container runs or waits to run. */
  boolean isAlive() {
    return state == ContainerState.RUNNING || state == ContainerState.NEW;
  }

  /** For the scheduler, which needs the whole record. */
  ContainerStatus status() {
    if (status == null) {
      status = new ContainerStatusPBImpl(wire);
    }
    return status;
  }

  public ContainerId id() {
    return status().getContainerId();
  }

  public ApplicationId application() {
    if (application == null) {
      application = new ApplicationIdPBImpl(applicationOnTheWire());
    }
    return application;
  }

  /**
   * @return null if the NodeManager does not report it
   * @throws RuntimeException if it cannot be read, which never happens if {@link #isSizedPlainly}
   */
  @Nullable Resource size() {
    return status().getCapability();
  }

  /** In MB; 0 if the NodeManager does not report it. */
  long memory() {
    return wire.getCapability().getMemory();
  }

  /** 0 if the NodeManager does not report it. */
  int vcores() {
    return wire.getCapability().getVirtualCores();
  }

  /** Whether the size has memory and virtual cores, and nothing else. */
  boolean isSizedPlainly() {
    ResourceProto size = wire.getCapability();
    int resources = size.getResourceValueMapCount();
    for (int i = 0; i < resources; i++) {
      if (!isMemoryOrCores(size.getResourceValueMap(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMemoryOrCores(ResourceInformationProto resource) {
    ByteString name = resource.getKeyBytes();
    ByteString units = resource.getUnitsBytes();
    return name.equals(MEMORY) ? units.equals(MEGABYTES) : name.equals(CORES) && units.isEmpty();
  }

  /**
   * Whether its {@link #number}s suffice to recognise it: it is running, has no container
   * attributes, and {@link #isSizedPlainly}.
   */
  boolean isInNumbers() {
    return state == ContainerState.RUNNING
        && wire.getContainerAttributesCount() == 0
        && isSizedPlainly();
  }

  /**
   * @param which from 0 to {@link #NUMBERS} - 1
   */
  long number(int which) {
    return switch (which) {
      case 0 -> wire.getContainerId().getId();
      case 1 -> both(attemptOnTheWire().getAttemptId(), applicationOnTheWire().getId());
      case 2 -> applicationOnTheWire().getClusterTimestamp();
      case 3 -> memory();
      case 4 -> vcores();
      default -> throw new IllegalArgumentException("There is no number " + which);
    };
  }

  private static long both(int one, int other) {
    return (long) one << Integer.SIZE | Integer.toUnsignedLong(other);
  }

  private ApplicationAttemptIdProto attemptOnTheWire() {
    return wire.getContainerId().getAppAttemptId();
  }

  private ApplicationIdProto applicationOnTheWire() {
    return attemptOnTheWire().getApplicationId();
  }
}
