package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registers;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.HeartbeatAnswer;
import ebb.hadoop.heartbeat.Reports;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a NodeManager's registration does to the leader's view of its node. */
class RMNodeViewRegistrationTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @Test
  void shouldIgnoreARegistrationThatIsNotNewer() {
    // given
    registers(live, node);
    // when, then
    assertThat(live.register(registration(node, 1, true, List.of(), List.of()))).isFalse();
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED");
  }

  @Test
  void shouldRecoverAContainerOnceThatARegistrationNamesTwice() {
    rm.knows(Reports.application(1));
    live.register(
        registration(
            node, 1, true, List.of(Reports.held(1), Reports.held(1), Reports.held(2)), List.of()));

    var added = (NodeAddedSchedulerEvent) rm.events.get(0);
    assertThat(added.getContainerReports())
        .extracting(NMContainerStatus::getContainerId)
        .containsExactly(Reports.container(1), Reports.container(2));
  }

  @Test
  void shouldHaveContainersOfUnknownApplicationsEndedWithoutTheScheduler() {
    // given
    rm.knows(Reports.application(1));
    NMContainerStatus unknown =
        Reports.held(
            Reports.container(Reports.application(2), 1),
            ContainerState.RUNNING,
            1024,
            1,
            ExecutionType.GUARANTEED);
    // when
    live.register(registration(node, 1, true, List.of(Reports.held(1), unknown), List.of()));
    // then
    assertThat(((NodeAddedSchedulerEvent) rm.events.get(0)).getContainerReports())
        .extracting(NMContainerStatus::getContainerId)
        .containsExactly(Reports.container(1));
    assertThat(beat(live, node, running(1)).getContainersToCleanup())
        .containsExactly(unknown.getContainerId());
  }

  @Test
  void shouldEnterAgainAfterALossWithoutTheContainersThatWereGivenUp() {
    // given
    rm.knows(Reports.application(1));
    registers(live, node);
    node.isLost();
    live.show(node.publication());
    node.registers(true);
    // when
    live.register(registration(node, 2, true, List.of(Reports.held(1)), List.of()));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED", "NODE_ADDED");
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isZero();
    assertThat(rm.context.getInactiveRMNodes()).isEmpty();
    NodeAddedSchedulerEvent entered = (NodeAddedSchedulerEvent) rm.events.get(rm.events.size() - 2);
    assertThat(entered.getContainerReports()).isNull();
    // then the first heartbeat makes them news, which the scheduler answers with a clean-up
    beat(live, node, running(1));
    assertThat(live.pullContainerUpdates().get(0).getNewlyLaunchedContainers()).hasSize(1);
  }

  @Test
  @DisplayName("82 a NodeManager that registers again without applications starts from nothing")
  @Tag("case-82")
  void shouldReplaceTheNodeOfARestartedNodeManager() {
    // given
    registers(live, node);
    beat(live, node, running(1));
    // when
    live.register(registration(node, 2, true, List.of(), List.of()));
    // then
    assertThat(rm.schedulerEvents())
        .containsExactly("NODE_ADDED", "NODE_UPDATE", "NODE_REMOVED", "NODE_ADDED");
    assertThat(rm.announcements()).containsExactly("NODE_USABLE");
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
    assertThat(live.scheduler.queueLength()).isZero();
    assertThat(live.getLastNodeHeartBeatResponse().getResponseId()).isZero();
  }

  @Test
  @DisplayName("79 a draining NodeManager that registers again with applications stays")
  @Tag("case-79")
  void shouldKeepTheNodeOfANodeManagerThatComesBackWithItsWork() {
    // given
    rm.knows(Reports.application(1));
    registers(live, node);
    node.drains();
    live.show(node.publication());
    rm.events.clear();
    // when
    live.register(
        registration(node, 2, true, List.of(Reports.held(1)), List.of(Reports.application(1))));
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isEqualTo(1);
    assertThat(rm.schedulerEvents()).doesNotContain("NODE_REMOVED", "NODE_ADDED");
    assertThat(live.getRunningApps()).containsExactly(Reports.application(1));
    assertThat(rm.announcements()).isEmpty();
  }

  @Test
  void shouldAdmitADrainingNodeAfterAFailoverWithItsContainersAndNoRoom() {
    // given a node that drained under the former leader
    rm.knows(Reports.application(1));
    PublishedNode draining = new PublishedNode("nm2").registers(true).drains();
    RMNodeView view = rm.live(draining);
    // when
    view.register(registration(draining, 1, true, List.of(Reports.held(1)), List.of()));
    // then
    assertThat(rm.schedulerEvents())
        .containsExactly("NODE_ADDED", "NODE_RESOURCE_UPDATE", "NODE_UPDATE");
    assertThat(((NodeAddedSchedulerEvent) rm.events.get(0)).getContainerReports()).hasSize(1);
    assertThat(rm.sizesAtScheduler().get(0).getMemorySize()).isEqualTo(1024);
    assertThat(rm.announcements()).containsExactly("NODE_DECOMMISSIONING");
  }

  @Test
  void shouldNotTakeARegistrationIntoServiceThatWasOvertakenByADecommission() {
    // given
    var admitted = registration(node, 1, true, List.of(), List.of());
    node.isDecommissioned();
    live.show(node.publication());
    // when
    live.register(admitted);
    // then
    assertThat(live.isRegistered()).isFalse();
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(rm.schedulerEvents()).isEmpty();
  }

  @Test
  void shouldRefuseAHeartbeatThatIsOutOfStepOrNotRegistered() {
    // given
    var answer = new HeartbeatAnswer();
    var request =
        org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest.newInstance(
            Reports.nodeStatus(node, 3, true, List.of()), null, null, java.util.Set.of());
    assertThat(live.heartbeat(Reports.heard(request), answer)).isFalse();
    registers(live, node);
    // when, then
    assertThat(live.heartbeat(Reports.heard(request), answer)).isFalse();
    NodeHeartbeatResponse kept = beat(live, node);
    assertThat(live.getLastNodeHeartBeatResponse()).isSameAs(kept);
  }
}
