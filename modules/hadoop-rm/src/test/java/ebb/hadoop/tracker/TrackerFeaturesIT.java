package ebb.hadoop.tracker;

import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.UnmanagedApplication;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.LogAggregationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SignalContainerCommand;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.LogAggregationReport;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.AppCollectorData;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.timelineservice.storage.NoOpTimelineWriterImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What else goes through a NodeManager's heartbeats, seen by applications and their masters. */
class TrackerFeaturesIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManager node;
  static UnmanagedApplication application;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.log-aggregation-enable", "true");
    conf.set("yarn.resourcemanager.auto-update.containers", "true");
    conf.set("yarn.resourcemanager.opportunistic-container-allocation.enabled", "true");
    conf.set("yarn.timeline-service.enabled", "true");
    conf.set("yarn.timeline-service.versions", "2.0");
    conf.set("yarn.timeline-service.version", "2.0");
    conf.set("yarn.timeline-service.writer.class", NoOpTimelineWriterImpl.class.getName());
    rm = RunningRm.start(folder, conf);
    node = rm.nodeManager("127.0.7.1").offers(8192, 8);
    node.register();
    application = UnmanagedApplication.start(rm.clientConf());
  }

  @AfterAll
  static void stopRm() throws Exception {
    application.close();
    node.close();
    rm.close();
  }

  private static ContainerId runningContainer() throws Exception {
    ContainerId id = application.place(node).getId();
    node.has(id, RUNNING).heartbeat();
    return id;
  }

  @Test
  void shouldTellTheApplicationHowItsLogsAreCollected() throws Exception {
    // given
    runningContainer();
    // when
    node.heartbeat(
        request ->
            request.setLogAggregationReportsForApps(
                List.of(
                    LogAggregationReport.newInstance(
                        application.id(), LogAggregationStatus.RUNNING, "under way"))));
    // then
    await()
        .untilAsserted(
            () ->
                assertThat(
                        application
                            .client()
                            .getApplicationReport(application.id())
                            .getLogAggregationStatus())
                    .isEqualTo(LogAggregationStatus.RUNNING));
  }

  @Test
  void shouldShowOpportunisticContainersAndLimitTheirQueue() throws Exception {
    // when
    OpportunisticContainersStatus status = OpportunisticContainersStatus.newInstance();
    status.setRunningOpportContainers(3);
    status.setQueuedOpportContainers(2);
    NodeHeartbeatResponse answer =
        node.heartbeat(request -> request.getNodeStatus().setOpportunisticContainersStatus(status));
    // then
    assertThat(answer.getContainerQueuingLimit()).isNotNull();
    String path = "/ws/v1/cluster/nodes/" + node.id();
    assertThat(rm.field(path, "numRunningOpportContainers")).isEqualTo("3");
    assertThat(rm.field(path, "numQueuedContainers")).isEqualTo("2");
  }

  @Test
  void shouldCarryChangesOfAContainersSize() throws Exception {
    // given
    ContainerId id = runningContainer();
    // when
    NodeHeartbeatResponse answer = resize(id, 0, ContainerUpdateType.INCREASE_RESOURCE, 2048);
    // then
    assertThat(answer.getContainersToUpdate().get(0).getResource().getMemorySize()).isEqualTo(2048);
    assertThat(answer.getContainersToDecrease()).isEmpty();
    // when
    answer = resize(id, 1, ContainerUpdateType.DECREASE_RESOURCE, 1024);
    // then NodeManagers of Hadoop 2 hear of it too
    assertThat(answer.getContainersToUpdate().get(0).getResource().getMemorySize()).isEqualTo(1024);
    assertThat(answer.getContainersToDecrease()).extracting(Container::getId).containsExactly(id);
  }

  /** The answer that carries the change. */
  private static NodeHeartbeatResponse resize(
      ContainerId id, int version, ContainerUpdateType how, int memoryMb) throws Exception {
    application.update(
        UpdateContainerRequest.newInstance(
            version, id, how, Resource.newInstance(memoryMb, 1), null));
    return await()
        .until(
            () -> {
              application.ask(List.of());
              return node.heartbeat();
            },
            answer -> !answer.getContainersToUpdate().isEmpty());
  }

  /** Also to a node that drains: there the users of its containers need it most. */
  @Test
  void shouldCarrySignals() throws Exception {
    // given
    ContainerId id = runningContainer();
    // when
    application.client().signalToContainer(id, SignalContainerCommand.OUTPUT_THREAD_DUMP);
    // then
    isSignalled(id, SignalContainerCommand.OUTPUT_THREAD_DUMP);
    // when
    rm.drain(3600, node.id().getHost());
    application.client().signalToContainer(id, SignalContainerCommand.GRACEFUL_SHUTDOWN);
    // then
    isSignalled(id, SignalContainerCommand.GRACEFUL_SHUTDOWN);
    rm.drain(3600);
    assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
  }

  private static void isSignalled(ContainerId id, SignalContainerCommand command) {
    await()
        .untilAsserted(
            () ->
                assertThat(node.heartbeat().getContainersToSignalList())
                    .anySatisfy(
                        signal -> {
                          assertThat(signal.getContainerId()).isEqualTo(id);
                          assertThat(signal.getCommand()).isEqualTo(command);
                        }));
  }

  @Test
  void shouldPassTimelineCollectorsOn() throws Exception {
    try (SimulatedNodeManager other = rm.nodeManager("127.0.7.2")) {
      // given another node that holds the application
      other.holds(application.id()).register();
      assertThat(collectorKnownTo(other)).isEmpty();
      // when
      registersCollector("host1:1");
      // then
      await().untilAsserted(() -> assertThat(collectorKnownTo(other)).isEqualTo("host1:1"));
      // when a later one takes its place
      registersCollector("host2:2");
      // then
      await().untilAsserted(() -> assertThat(collectorKnownTo(other)).isEqualTo("host2:2"));
      assertThat(application.ask(List.of()).getCollectorInfo().getCollectorAddr())
          .isEqualTo("host2:2");
      // when an older one is repeated, by its stamp
      AppCollectorData late = AppCollectorData.newInstance(application.id(), "host1:1", 1, 0);
      node.heartbeat(request -> request.setRegisteringCollectors(Map.of(application.id(), late)));
      // then
      assertThat(collectorKnownTo(other)).isEqualTo("host2:2");
      // when nobody knows the application, then nothing happens
      var unknown = Reports.application(99);
      NodeHeartbeatResponse answer =
          node.heartbeat(
              request ->
                  request.setRegisteringCollectors(
                      Map.of(unknown, AppCollectorData.newInstance(unknown, "host3:3"))));
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.NORMAL);
      other.unregister();
    }
  }

  private static void registersCollector(String address) throws Exception {
    node.heartbeat(
        request ->
            request.setRegisteringCollectors(
                Map.of(application.id(), AppCollectorData.newInstance(application.id(), address))));
  }

  private static String collectorKnownTo(SimulatedNodeManager other) throws Exception {
    // Without any the answer has no map at all.
    Map<ApplicationId, AppCollectorData> known = other.heartbeat().getAppCollectors();
    AppCollectorData data = known == null ? null : known.get(application.id());
    return data == null ? "" : data.getCollectorAddr();
  }
}
