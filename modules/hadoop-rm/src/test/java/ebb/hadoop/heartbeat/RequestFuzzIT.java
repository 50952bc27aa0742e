package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.UnmanagedApplication;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.LogAggregationStatus;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.UnRegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.apache.hadoop.yarn.server.api.protocolrecords.LogAggregationReport;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatRequestPBImpl;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.UnRegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests of every kind, changed at random, from a NodeManager that talks to the only thread that
 * answers: each gets an answer or an error that names the field, at once, and nobody else notices.
 * {@code -Dseed=…} repeats a run, {@code -Drequests=…} makes it longer.
 */
class RequestFuzzIT {
  private static final int REQUESTS = Integer.getInteger("requests", 400);
  private static final NodeId STRANGER = NodeId.newInstance("127.0.10.2", 4321);

  private enum Result {
    ANSWERED,
    REFUSED,
    UNREADABLE
  }

  private interface Call {
    void run() throws ServiceException;
  }

  @TempDir Path folder;
  private final Map<Result, Integer> results = new EnumMap<>(Result.class);

  @Test
  void shouldAnswerWhateverIsAsked() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("RequestFuzzIT -Dseed=" + seed);
    Mutations mutations = new Mutations(new Random(seed));
    HadoopFolder folders = RunningRm.folder(folder);
    folders.set("yarn.resourcemanager.resource-tracker.client.thread-count", "1");
    // Some requests are large: here those are to be answered, too. RequestLimitsIT is for length.
    folders.set("ipc.maximum.data.length", "134217728");
    folders.set("yarn.node-labels.enabled", "true");
    folders.set("yarn.node-labels.configuration-type", "distributed");
    try (RunningRm rm = RunningRm.start(folder, folders);
        SimulatedNodeManager neighbour = rm.nodeManager("127.0.10.1")) {
      // given a neighbour, and an application that both nodes know
      neighbour.register();
      try (UnmanagedApplication application = UnmanagedApplication.start(rm.clientConf());
          RawTracker tracker = new RawTracker(rm.clientConf())) {
        for (int round = 0; round < REQUESTS; round++) {
          String which = "seed " + seed + ", round " + round;
          var heartbeat = mutations.of(heartbeat(application.id(), round));
          var registration = mutations.of(registration(application.id(), round));
          var goodbye = mutations.of(goodbye());
          // when
          tracker.calls().registerNodeManager(null, registration(application.id(), round));
          send(which, () -> tracker.calls().nodeHeartbeat(null, heartbeat));
          send(which, () -> tracker.calls().registerNodeManager(null, registration));
          send(which, () -> tracker.calls().unRegisterNodeManager(null, goodbye));
          // then
          assertThat(neighbour.heartbeat().getNodeAction()).as(which).isEqualTo(NodeAction.NORMAL);
        }
        // then the neighbour has one event, and the scheduler still places containers there
        assertThat(rm.published(neighbour).revision()).isEqualTo(1);
        assertThat(rm.rest("/ws/v1/cluster/nodes")).contains(neighbour.id().toString());
        assertThat(application.place(neighbour).getNodeId()).isEqualTo(neighbour.id());
        assertThat(results.keySet()).contains(Result.ANSWERED, Result.REFUSED);
      }
    }
    System.out.println("RequestFuzzIT " + results);
  }

  /** Sends what Hadoop's own client would not write, and does not try again. */
  private record RawTracker(ResourceTrackerPB calls) implements AutoCloseable {
    RawTracker(Configuration conf) throws Exception {
      this(proxy(conf));
    }

    private static ResourceTrackerPB proxy(Configuration conf) throws Exception {
      RPC.setProtocolEngine(conf, ResourceTrackerPB.class, ProtobufRpcEngine2.class);
      return RPC.getProxy(
          ResourceTrackerPB.class,
          RPC.getProtocolVersion(ResourceTrackerPB.class),
          conf.getSocketAddr(
              YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
              YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
              YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT),
          conf);
    }

    @Override
    public void close() {
      RPC.stopProxy(calls);
    }
  }

  private void send(String which, Call call) {
    long start = System.nanoTime();
    try {
      call.run();
      results.merge(Result.ANSWERED, 1, Integer::sum);
    } catch (ServiceException e) {
      RemoteException refusal =
          (RemoteException) Objects.requireNonNull(e.getCause(), "a failure of the call");
      boolean unreadable = String.valueOf(refusal.getMessage()).contains("missing required fields");
      if (!unreadable) {
        assertThat(refusal.getClassName()).as(which).isEqualTo(YarnException.class.getName());
        assertThat(refusal).as(which).hasMessageStartingWith("Malformed request: ");
      }
      results.merge(unreadable ? Result.UNREADABLE : Result.REFUSED, 1, Integer::sum);
    }
    assertThat(System.nanoTime() - start).as(which).isLessThan(9_000_000_000L);
  }

  private static UnRegisterNodeManagerRequestProto goodbye() {
    return ((UnRegisterNodeManagerRequestPBImpl) UnRegisterNodeManagerRequest.newInstance(STRANGER))
        .getProto();
  }

  private static NodeHeartbeatRequestProto heartbeat(ApplicationId application, int round) {
    NodeHeartbeatRequest request =
        NodeHeartbeatRequest.newInstance(
            status(application, round), null, null, Set.of(NodeLabel.newInstance("label")));
    request.setNodeAttributes(attributes());
    request.setLogAggregationReportsForApps(logs(application));
    return ((NodeHeartbeatRequestPBImpl) request).getProto();
  }

  private static RegisterNodeManagerRequestProto registration(
      ApplicationId application, int round) {
    NMContainerStatus held =
        Reports.held(
            Reports.container(application, 10_000 + round),
            ContainerState.RUNNING,
            1024,
            1,
            ExecutionType.GUARANTEED);
    Resource size = Resource.newInstance(4096, 4);
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            STRANGER,
            8042,
            size,
            "3.5.0",
            List.of(held),
            List.of(application),
            Set.of(NodeLabel.newInstance("label")),
            size,
            attributes(),
            status(application, round));
    request.setLogAggregationReportsForApps(logs(application));
    return ((RegisterNodeManagerRequestPBImpl) request).getProto();
  }

  private static NodeStatus status(ApplicationId application, int round) {
    Container increased =
        Container.newInstance(
            Reports.container(application, 10_000 + round),
            STRANGER,
            "127.0.10.2:8042",
            Resource.newInstance(2048, 1),
            Priority.newInstance(1),
            null);
    NodeStatus status =
        NodeStatus.newInstance(
            STRANGER,
            0,
            List.of(
                Reports.status(
                    Reports.container(application, 10_000 + round), ContainerState.RUNNING),
                Reports.status(
                    Reports.container(application, 20_000 + round), ContainerState.COMPLETE)),
            List.of(application),
            NodeHealthStatus.newInstance(true, "well", 1),
            ResourceUtilization.newInstance(1, 1, 0.5f),
            ResourceUtilization.newInstance(1, 1, 0.5f),
            List.of(increased));
    status.setOpportunisticContainersStatus(OpportunisticContainersStatus.newInstance());
    return status;
  }

  private static Set<NodeAttribute> attributes() {
    return Set.of(NodeAttribute.newInstance("nm.yarn.io", "os", NodeAttributeType.STRING, "linux"));
  }

  private static List<LogAggregationReport> logs(ApplicationId application) {
    return List.of(
        LogAggregationReport.newInstance(application, LogAggregationStatus.RUNNING, "logs"));
  }
}
