package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.complete;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.held;
import static ebb.hadoop.heartbeat.Reports.nodeStatus;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static ebb.hadoop.heartbeat.Reports.status;
import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.apache.hadoop.yarn.api.records.ContainerState.NEW;
import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.SignalContainerRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SignalContainerCommand;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeFinishedContainersPulledByAMEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeSignalContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeUpdateContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node's heartbeats tell the scheduler of containers, and what their answers carry. */
class RMNodeViewContainersTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @BeforeEach
  void register() {
    rm.knows(application(1));
    live.register(registration(node, 1, true, List.of(), List.of()));
  }

  private static final ContainerStatus[] FOUR = {
    status(container(1), NEW, 100, 1, GUARANTEED),
    status(container(2), RUNNING, 200, 2, GUARANTEED),
    status(container(3), NEW, 100, 1, OPPORTUNISTIC),
    status(container(4), RUNNING, 200, 2, OPPORTUNISTIC)
  };

  @Test
  @DisplayName("61 containers that are reported at registration are allocated")
  @Tag("case-61")
  void shouldCountContainersOfTheRegistration() {
    // given
    PublishedNode other = new PublishedNode("nm2").registers(true);
    RMNodeView view = rm.live(other);
    // when
    view.register(
        registration(
            other,
            1,
            true,
            List.of(
                held(container(1), NEW, 100, 1, GUARANTEED),
                held(container(2), RUNNING, 200, 2, GUARANTEED),
                held(container(3), NEW, 300, 3, OPPORTUNISTIC),
                held(container(4), RUNNING, 400, 4, OPPORTUNISTIC)),
            List.of()));
    // then
    assertThat(view.getAllocatedContainerResource()).isEqualTo(Resource.newInstance(1000, 10));
    assertThat(rm.announcements()).endsWith("NODE_USABLE");
  }

  @Test
  @DisplayName("62 every heartbeat says anew what is allocated")
  @Tag("case-62")
  void shouldCountContainersOfEachHeartbeat() {
    // when
    beat(live, node, FOUR[0], FOUR[1]);
    // then
    assertThat(live.getAllocatedContainerResource()).isEqualTo(Resource.newInstance(300, 3));
    // when
    beat(live, node, FOUR);
    // then
    assertThat(live.getAllocatedContainerResource()).isEqualTo(Resource.newInstance(600, 6));
  }

  @Test
  @DisplayName("63 completed containers are not allocated")
  @Tag("case-63")
  void shouldNotCountCompletedContainers() {
    // given
    beat(live, node, FOUR);
    // when
    beat(
        live,
        node,
        FOUR[0],
        FOUR[1],
        FOUR[2],
        FOUR[3],
        status(container(5), COMPLETE, 50, 3, GUARANTEED),
        status(container(6), COMPLETE, 50, 3, OPPORTUNISTIC));
    // then
    assertThat(live.getAllocatedContainerResource()).isEqualTo(Resource.newInstance(600, 6));
    // when
    beat(live, node);
    // then
    assertThat(live.getAllocatedContainerResource()).isEqualTo(Resource.newInstance(0, 0));
  }

  @Test
  void shouldTakeANewContainerForAlive() {
    // when
    beat(live, node, FOUR[0]);
    // then
    assertThat(live.pullContainerUpdates()).isEmpty();
  }

  @Test
  @DisplayName("93 news wait in the queue until they are pulled, and are dropped with the node")
  @Tag("case-93")
  void shouldQueueNewsUntilTheyArePulled() {
    // given a scheduler that has not begun the last update
    beat(live, node, complete(1));
    beat(live, node, complete(2));
    // when, then
    assertThat(live.scheduler.queueLength()).isEqualTo(2);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_UPDATE");
    // when
    node.isLost();
    live.show(node.publication());
    // then
    assertThat(live.scheduler.queueLength()).isZero();
    assertThat(rm.schedulerEvents()).endsWith("NODE_REMOVED");
  }

  @Test
  void shouldSendTheNextUpdateOnceTheLastHasBegun() {
    // given
    beat(live, node);
    beat(live, node);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_UPDATE");
    // when
    live.pullContainerUpdates();
    beat(live, node);
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_UPDATE", "NODE_UPDATE");
  }

  @Test
  @DisplayName("94 the end of a container that is yet to be cleaned up is no news")
  @Tag("case-94")
  void shouldNotReportContainersThatAreYetToBeCleanedUp() {
    // given
    live.handle(new RMNodeCleanContainerEvent(live.getNodeID(), container(1)));
    // when
    live.digest(Reports.heard(nodeStatus(node, 0, true, List.of(complete(1)))));
    // then
    assertThat(rm.schedulerEvents()).endsWith("NODE_UPDATE");
    assertThat(live.pullContainerUpdates()).isEmpty();
    // when the NodeManager has been told
    NodeHeartbeatResponse answer = beat(live, node, complete(1));
    // then
    assertThat(answer.getContainersToCleanup()).containsExactly(container(1));
    assertThat(live.pullContainerUpdates().get(0).getCompletedContainers()).hasSize(1);
  }

  @Test
  @DisplayName("96 an application is known from its first container until its end")
  @Tag("case-96")
  void shouldFollowApplications() {
    // given
    beat(live, node, running(1));
    beat(live, node, running(1), running(2));
    assertThat(live.getRunningApps()).containsExactly(application(1));
    assertThat(rm.applicationsSeen()).containsExactly(application(1));
    // when
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    // then
    assertThat(live.getRunningApps()).isEmpty();
    assertThat(live.getAppsToCleanup()).containsExactly(application(1));
    assertThat(beat(live, node).getApplicationsToCleanup()).containsExactly(application(1));
    assertThat(beat(live, node).getApplicationsToCleanup()).isEmpty();
  }

  @Test
  void shouldHaveAnUnknownApplicationCleanedUp() {
    // when
    beat(live, node, status(container(application(9), 1), RUNNING));
    // then
    assertThat(live.getRunningApps()).isEmpty();
    assertThat(rm.applicationsSeen()).isEmpty();
    assertThat(beat(live, node).getApplicationsToCleanup()).containsExactly(application(9));
  }

  @Test
  @DisplayName("109 an application outlives its containers; no number of reports doubles it")
  @Tag("case-109")
  @Tag("case-273")
  void shouldKeepAnApplicationOnceWhateverIsReported() {
    // given
    beat(live, node, running(1));
    // when
    live.register(registration(node, 2, true, List.of(held(1)), List.of(application(1))));
    live.register(registration(node, 3, true, List.of(held(1)), List.of(application(1))));
    beat(live, node, complete(1));
    // then
    assertThat(live.getRunningApps()).containsExactly(application(1));
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    assertThat(live.getRunningApps()).isEmpty();
  }

  @Test
  @DisplayName("97 a container that is no longer reported is ABORTED")
  @Tag("case-97")
  void shouldEndContainersThatDisappear() {
    // given
    beat(live, node, running(1), running(2));
    live.pullContainerUpdates();
    // when
    beat(live, node, running(2));
    // then
    List<UpdatedContainerInfo> news = live.pullContainerUpdates();
    assertThat(news).hasSize(1);
    ContainerStatus lost = news.get(0).getCompletedContainers().get(0);
    assertThat(lost.getContainerId()).isEqualTo(container(1));
    assertThat(lost.getExitStatus()).isEqualTo(ContainerExitStatus.ABORTED);
    assertThat(lost.getDiagnostics()).contains("not reported");
    assertThat(live.containers.launchedCount()).isEqualTo(1);
  }

  @Test
  void shouldNotEndOpportunisticContainersThatAreReported() {
    // given
    beat(live, node, FOUR[1], FOUR[3]);
    live.pullContainerUpdates();
    // when
    beat(live, node, FOUR[3]);
    // then
    assertThat(live.pullContainerUpdates().get(0).getCompletedContainers())
        .extracting(ContainerStatus::getContainerId)
        .containsExactly(container(2));
  }

  @Test
  @DisplayName("98 a completion is news once; when the AM knows of it the NM may forget it")
  @Tag("case-98")
  void shouldReportACompletionOnce() {
    // given
    beat(live, node, complete(1));
    // when
    beat(live, node, complete(1));
    // then
    assertThat(live.scheduler.queueLength()).isEqualTo(1);
    // when
    live.handle(
        new RMNodeFinishedContainersPulledByAMEvent(live.getNodeID(), List.of(container(1))));
    NodeHeartbeatResponse answer = beat(live, node);
    // then
    assertThat(answer.getContainersToBeRemovedFromNM()).containsExactly(container(1));
    assertThat(live.containers.completedCount()).isZero();
  }

  @Test
  @DisplayName("100 a draining node too lets its NodeManager forget containers")
  @Tag("case-100")
  void shouldLetADrainingNodeForgetContainers() {
    // given
    node.drains();
    live.show(node.publication());
    // when
    live.handle(
        new RMNodeFinishedContainersPulledByAMEvent(live.getNodeID(), List.of(container(1))));
    // then
    assertThat(beat(live, node).getContainersToBeRemovedFromNM()).containsExactly(container(1));
  }

  @Test
  @DisplayName("101 containers that run or have ended are not taken back as never started")
  @Tag("case-101")
  void shouldUnregisterContainersFromTheExpirer() {
    // when
    beat(live, node, running(1), complete(2));
    // then
    assertThat(rm.unregisteredFromExpirer).containsExactlyInAnyOrder(container(1), container(2));
  }

  @Test
  void shouldCarrySignalsAndUpdatesOnce() {
    // given
    Container changed =
        Container.newInstance(
            container(1),
            live.getNodeID(),
            "nm1:8042",
            Resource.newInstance(512, 1),
            Priority.newInstance(1),
            null);
    live.handle(
        new RMNodeUpdateContainerEvent(
            live.getNodeID(), Map.of(changed, ContainerUpdateType.DECREASE_RESOURCE)));
    live.handle(
        new RMNodeSignalContainerEvent(
            live.getNodeID(),
            SignalContainerRequest.newInstance(
                container(1), SignalContainerCommand.OUTPUT_THREAD_DUMP)));
    // when
    NodeHeartbeatResponse answer = beat(live, node);
    // then
    assertThat(answer.getContainersToUpdate()).containsExactly(changed);
    assertThat(answer.getContainersToDecrease()).containsExactly(changed);
    assertThat(answer.getContainersToSignalList()).hasSize(1);
    NodeHeartbeatResponse next = beat(live, node);
    assertThat(next.getContainersToUpdate()).isEmpty();
    assertThat(next.getContainersToSignalList()).isEmpty();
  }

  /** RMNodeImpl has no transition for either in DECOMMISSIONING, and loses them. */
  @Test
  void shouldCarrySignalsToADrainingNodeToo() {
    // given
    node.drains();
    live.show(node.publication());
    live.handle(
        new RMNodeSignalContainerEvent(
            live.getNodeID(),
            SignalContainerRequest.newInstance(
                container(1), SignalContainerCommand.OUTPUT_THREAD_DUMP)));
    // when, then
    assertThat(beat(live, node).getContainersToSignalList()).hasSize(1);
  }

  @Test
  void shouldReportChangedPorts() {
    // given
    beat(live, node, running(1));
    live.pullContainerUpdates();
    beat(live, node, running(1));
    assertThat(live.pullContainerUpdates()).isEmpty();
    // when
    ContainerStatus exposed = running(1);
    exposed.setExposedPorts("{}");
    beat(live, node, exposed);
    // then
    assertThat(live.pullContainerUpdates().get(0).getUpdateContainers()).hasSize(1);
  }

  @Test
  void shouldHandOverIncreasedContainersOnce() {
    // given
    Container increased =
        Container.newInstance(
            container(1),
            live.getNodeID(),
            "nm1:8042",
            Resource.newInstance(512, 1),
            Priority.newInstance(1),
            null);
    var report = nodeStatus(node, 0, true, List.of(running(1)));
    report.setIncreasedContainers(List.of(increased));
    // when
    live.digest(Reports.heard(report));
    // then
    assertThat(live.pullNewlyIncreasedContainers()).containsExactly(increased);
    assertThat(live.pullNewlyIncreasedContainers()).isEmpty();
  }
}
