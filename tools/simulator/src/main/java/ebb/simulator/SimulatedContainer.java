package ebb.simulator;

import java.time.Instant;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerIdPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStateProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnProtos.PriorityProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NMContainerStatusProto;

/**
 * An allocated container. Nothing runs, but the node reports it.
 *
 * @param status as in heartbeats
 * @param started when it started on its node
 */
record SimulatedContainer(
    ContainerStatusProto status, ResourceProto size, int priority, Instant started) {
  /** YARN's exit status of a container that the ResourceManager had killed. */
  private static final int KILLED_BY_RESOURCE_MANAGER = -106;

  /** YARN's exit status of a container that has not ended. */
  private static final int NO_EXIT_STATUS = -1000;

  static SimulatedContainer of(Container allocated) {
    ContainerIdProto id = ((ContainerIdPBImpl) allocated.getId()).getProto();
    ResourceProto size =
        ResourceProto.newBuilder()
            .setMemory(allocated.getResource().getMemorySize())
            .setVirtualCores(allocated.getResource().getVirtualCores())
            .build();
    ContainerStatusProto status =
        ContainerStatusProto.newBuilder()
            .setContainerId(id)
            .setState(ContainerStateProto.C_RUNNING)
            .setDiagnostics("")
            .setExitStatus(NO_EXIT_STATUS)
            .setCapability(size)
            .build();
    return new SimulatedContainer(
        status, size, allocated.getPriority().getPriority(), Instant.now());
  }

  ContainerIdProto id() {
    return status.getContainerId();
  }

  ApplicationIdProto application() {
    return id().getAppAttemptId().getApplicationId();
  }

  boolean isRunning() {
    return status.getState() == ContainerStateProto.C_RUNNING;
  }

  SimulatedContainer killed() {
    return ended(KILLED_BY_RESOURCE_MANAGER);
  }

  /** With exit status 0. */
  SimulatedContainer exited() {
    return ended(0);
  }

  private SimulatedContainer ended(int exitStatus) {
    return new SimulatedContainer(
        status.toBuilder()
            .setState(ContainerStateProto.C_COMPLETE)
            .setExitStatus(exitStatus)
            .build(),
        size,
        priority,
        started);
  }

  /** As in a registration. */
  NMContainerStatusProto atRegistration() {
    return NMContainerStatusProto.newBuilder()
        .setContainerId(id())
        .setContainerState(status.getState())
        .setResource(size)
        .setPriority(PriorityProto.newBuilder().setPriority(priority))
        .setDiagnostics(status.getDiagnostics())
        .setContainerExitStatus(status.getExitStatus())
        .setCreationTime(0)
        .build();
  }
}
