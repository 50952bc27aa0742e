package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.hadoop.node.HadoopTypes;
import ebb.hadoop.node.PublishedNode;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.node.Registration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.utils.YarnServerBuilderUtils;

/** A NodeManager's requests, as Hadoop's records. */
public final class Reports {
  public static final Initiator ADMINISTRATOR =
      new Initiator(
          "root",
          Origin.RPC,
          Optional.of(new Peer("10.0.0.9", "root", AuthMethod.SIMPLE)),
          Optional.empty(),
          Optional.empty());

  private Reports() {}

  public static ApplicationId application(int number) {
    return ApplicationId.newInstance(1L, number);
  }

  public static ContainerId container(int number) {
    return container(application(1), number);
  }

  public static ContainerId container(ApplicationId application, int number) {
    return ContainerId.newContainerId(ApplicationAttemptId.newInstance(application, 1), number);
  }

  public static ContainerStatus status(ContainerId id, ContainerState state) {
    return status(id, state, 0, 0, ExecutionType.GUARANTEED);
  }

  public static ContainerStatus status(
      ContainerId id, ContainerState state, int memoryMb, int vcores, ExecutionType type) {
    ContainerStatus status = ContainerStatus.newInstance(id, type, state, "", 0);
    status.setCapability(Resource.newInstance(memoryMb, vcores));
    return status;
  }

  public static ContainerStatus running(int number) {
    return status(container(number), ContainerState.RUNNING);
  }

  public static ContainerStatus complete(int number) {
    return status(container(number), ContainerState.COMPLETE);
  }

  public static NMContainerStatus held(
      ContainerId id, ContainerState state, int memoryMb, int vcores, ExecutionType type) {
    NMContainerStatus status =
        NMContainerStatus.newInstance(
            id,
            0,
            state,
            Resource.newInstance(memoryMb, vcores),
            "",
            0,
            Priority.newInstance(0),
            0);
    status.setExecutionType(type);
    return status;
  }

  public static NMContainerStatus held(int number) {
    return held(container(number), ContainerState.RUNNING, 1024, 1, ExecutionType.GUARANTEED);
  }

  public static NodeStatus nodeStatus(
      PublishedNode node, int responseId, boolean healthy, List<ContainerStatus> containers) {
    return NodeStatus.newInstance(
        HadoopTypes.toHadoop(node.node().nodeId()),
        responseId,
        containers,
        List.of(),
        NodeHealthStatus.newInstance(healthy, healthy ? "" : "sick", 5),
        ResourceUtilization.newInstance(0, 0, 0),
        ResourceUtilization.newInstance(1024, 1024, 1),
        List.of());
  }

  /** The first registration of a healthy NodeManager without containers, which is accepted. */
  public static void registers(RMNodeView live, PublishedNode node) {
    assertThat(live.register(registration(node, 1, true, List.of(), List.of()))).isTrue();
  }

  public static Registration registration(
      PublishedNode node,
      long number,
      boolean healthy,
      List<NMContainerStatus> containers,
      List<ApplicationId> applications) {
    Resource size = Resource.newInstance(4096, 4);
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            HadoopTypes.toHadoop(node.node().nodeId()),
            8042,
            size,
            "3.5.0",
            containers,
            applications,
            Set.of(),
            size,
            Set.of(),
            nodeStatus(node, 0, healthy, List.of()));
    String host = node.node().nodeId().host();
    return new Registration(
        number,
        Optional.empty(),
        new NodeAddress(host, host),
        node.publication(),
        request,
        size,
        new NodeBase("nm1", "/rack7"));
  }

  public static Heartbeat heard(NodeStatus status) {
    return heard(NodeHeartbeatRequest.newInstance(status, null, null, Set.of()));
  }

  public static Heartbeat heard(NodeHeartbeatRequest request) {
    try {
      return RequestValidator.read(request, Optional.empty());
    } catch (YarnException e) {
      throw new AssertionError(e);
    }
  }

  /** The next heartbeat of this node, which is accepted. */
  public static NodeHeartbeatResponse beat(
      RMNodeView live, PublishedNode node, boolean healthy, List<ContainerStatus> containers) {
    int last = live.getLastNodeHeartBeatResponse().getResponseId();
    NodeHeartbeatResponse answer =
        YarnServerBuilderUtils.newNodeHeartbeatResponse(
            last + 1, NodeAction.NORMAL, null, null, null, null, 1000);
    NodeHeartbeatRequest request =
        NodeHeartbeatRequest.newInstance(
            nodeStatus(node, last, healthy, containers), null, null, Set.of());
    if (!live.heartbeat(heard(request), answer)) {
      throw new AssertionError("heartbeat of " + live + " was not taken");
    }
    return answer;
  }

  public static NodeHeartbeatResponse beat(
      RMNodeView live, PublishedNode node, ContainerStatus... containers) {
    return beat(live, node, true, List.of(containers));
  }
}
