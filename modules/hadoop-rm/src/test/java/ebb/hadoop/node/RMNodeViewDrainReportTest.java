package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.complete;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.held;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.work.BusyContainer;
import ebb.domain.work.Workload;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.ReportStamp;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a draining node's work is reported, and what counts as work. */
class RMNodeViewDrainReportTest extends DrainReportFixture {
  @Test
  void shouldReportNothingWhileTheNodeDoesNotDrain() {
    // when
    beat(live, node, running(1));
    beat(live, node);
    // then
    assertThat(rm.facts).isEmpty();
  }

  @Test
  void shouldReportNothingBeforeTheSchedulerHasSeenTheDrain() {
    // given
    drains();
    // when the update that may have begun before the drain goes on, and heartbeats come
    beat(live, node);
    live.pullContainerUpdates();
    beat(live, node);
    // then
    assertThat(rm.facts).isEmpty();
    // when the next one begins
    live.pullContainerUpdates();
    beat(live, node);
    // then
    assertThat(rm.facts)
        .containsExactly(
            new ReportWorkload(
                new ReportStamp(FakeResourceManager.LEADER, 1, Optional.empty()),
                1,
                2,
                1,
                Workload.NOTHING));
  }

  @Test
  void shouldGetTheDrainSeenWhenTheNodeIsSilentButNotTakeItForIdle() {
    // given
    drains();
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_UPDATE");
    live.pullContainerUpdates();
    // when
    live.tick();
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_UPDATE", "NODE_UPDATE");
    live.pullContainerUpdates();
    live.tick();
    assertThat(reported()).isEmpty();
    // when it speaks
    beat(live, node);
    // then
    assertThat(reported()).containsExactly(Workload.NOTHING);
  }

  @Test
  void shouldReportAtTheTickWhenTheHeartbeatCameBeforeTheUpdateOfTheScheduler() {
    // given
    drains();
    live.pullContainerUpdates();
    beat(live, node);
    live.pullContainerUpdates();
    assertThat(reported()).isEmpty();
    // when
    live.tick();
    // then
    assertThat(reported()).containsExactly(Workload.NOTHING);
  }

  @Test
  void shouldCountContainersThatTheSchedulerHasPlacedButNobodyReportsYet() {
    // given
    rm.held.put(live, List.of(container(1), container(2)));
    drains();
    becomesVisible();
    // when
    beat(live, node, running(2), running(3));
    // then
    assertThat(reported()).containsExactly(work(3));
    // then the application that they belong to, as YARN's watcher would, one heartbeat later
    beat(live, node, running(2), running(3));
    assertThat(reported()).endsWith(work(3, application(1)));
  }

  /** An operator asks for those first whose end ends an attempt. */
  @Test
  void shouldNameAFewContainersApplicationMastersFirst() {
    // given
    rm.held.put(live, IntStream.rangeClosed(1, 7).mapToObj(Reports::container).toList());
    rm.masters.add(container(6));
    drains();
    becomesVisible();
    // when
    beat(live, node, running(1));
    // then
    assertThat(reported().get(0).containers()).isEqualTo(7);
    assertThat(reported().get(0).named())
        .containsExactly(
            new BusyContainer(container(6).toString(), true),
            new BusyContainer(container(1).toString(), false),
            new BusyContainer(container(2).toString(), false),
            new BusyContainer(container(3).toString(), false),
            new BusyContainer(container(4).toString(), false));
  }

  @Test
  void shouldNotCountContainersThatHaveEndedButWhichTheSchedulerStillHolds() {
    // given
    beat(live, node, running(1));
    rm.held.put(live, List.of(container(1)));
    drains();
    becomesVisible();
    // when
    beat(live, node, complete(1));
    // then
    assertThat(reported()).containsExactly(work(0, application(1)));
  }

  @Test
  @DisplayName("76 a heartbeat changes no state, whatever it keeps alive")
  @Tag("case-76")
  void shouldLeaveTheStateToRMNodeWhenOnlyLogsAreStillCollected() {
    // given
    drains();
    becomesVisible();
    var report = Reports.nodeStatus(node, 0, true, List.of());
    report.setKeepAliveApplications(List.of(application(1)));
    // when
    live.digest(Reports.heard(report));
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isEqualTo(1);
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isZero();
    assertThat(reported()).containsExactly(Workload.NOTHING);
  }

  @Test
  void shouldReportTheEndOfTheLastApplicationAtOnceOfAnIdleNode() {
    // given
    beat(live, node, running(1));
    drains();
    becomesVisible();
    beat(live, node, complete(1));
    assertThat(reported()).containsExactly(work(0, application(1)));
    // when
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    // then
    assertThat(reported()).containsExactly(work(0, application(1)), Workload.NOTHING);
  }

  @Test
  void shouldWaitForTheNextHeartbeatWhenTheLastOneNamedAContainer() {
    // given
    drains();
    becomesVisible();
    beat(live, node, running(1));
    beat(live, node, running(1));
    assertThat(reported()).endsWith(work(1, application(1)));
    // when
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    // then
    assertThat(reported()).endsWith(work(1, application(1)));
    // when
    live.pullContainerUpdates();
    beat(live, node);
    // then
    assertThat(reported()).endsWith(Workload.NOTHING);
  }

  @Test
  void shouldWaitForTheNextHeartbeatWhenTheSchedulerHasPlacedSomething() {
    // given
    beat(live, node, running(1));
    drains();
    becomesVisible();
    beat(live, node, complete(1));
    rm.held.put(live, List.of(container(2)));
    // when
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    // then
    assertThat(reported()).containsExactly(work(0, application(1)));
  }

  @Test
  void shouldWaitForAHeartbeatOfThisDrainBeforeTheEndOfAnApplicationCounts() {
    // given
    beat(live, node, running(1));
    beat(live, node, complete(1));
    drains();
    becomesVisible();
    // when
    live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application(1)));
    // then
    assertThat(reported()).isEmpty();
  }

  @Test
  void shouldStartAnewWithEachDrain() {
    // given
    drains();
    becomesVisible();
    beat(live, node);
    node.isRecommissioned();
    live.show(node.publication());
    // when
    drains();
    beat(live, node);
    // then the second drain has not been seen yet
    assertThat(reported()).hasSize(1);
    becomesVisible();
    beat(live, node);
    assertThat(rm.facts(ReportWorkload.class))
        .extracting(ReportWorkload::epoch)
        .containsExactly(1L, 2L);
  }

  @Test
  void shouldStartAnewAlsoWhenTheRecommissionInBetweenWasMissed() {
    // given
    drains();
    becomesVisible();
    // when
    node.isRecommissioned().drains();
    live.show(node.publication());
    beat(live, node);
    // then
    assertThat(reported()).isEmpty();
  }

  @Test
  void shouldStartAnewWithEachRegistration() {
    // given
    drains();
    becomesVisible();
    beat(live, node);
    // when
    live.register(registration(node, 2, true, List.of(held(1)), List.of(application(1))));
    // then
    assertThat(reported()).hasSize(1);
    becomesVisible();
    beat(live, node, running(1));
    // then
    assertThat(rm.facts(ReportWorkload.class).get(1))
        .isEqualTo(
            new ReportWorkload(
                new ReportStamp(FakeResourceManager.LEADER, 2, Optional.empty()),
                1,
                2,
                1,
                work(1, application(1))));
  }

  @Test
  void shouldNotReportForANodeManagerThatHasNotComeBackYet() {
    // given a node that drained under the former leader
    PublishedNode draining = new PublishedNode("nm2").registers(true).drains();
    RMNodeView view = rm.live(draining);
    // when
    view.tick();
    rm.pass(10_000);
    view.tick();
    // then
    assertThat(rm.facts).isEmpty();
  }

  @Test
  void shouldReportWithTheFirstHeartbeatWhenTheSchedulerDoesNotHaveTheNode() {
    // given a sick node, whose containers are gone
    node.reports(false);
    live.show(node.publication());
    drains();
    assertThat(reported()).isEmpty();
    beat(live, node, false, List.of());
    // then
    assertThat(reported()).containsExactly(Workload.NOTHING);
  }

  @Test
  void shouldSeeContainersEndOnADrainingNodeThatIsSick() {
    // given
    beat(live, node, running(1));
    rm.held.put(live, List.of(container(1)));
    drains();
    becomesVisible();
    // when
    beat(live, node, false, List.of(complete(1)));
    // then the node keeps its place, and the application hears of the end
    assertThat(rm.schedulerEvents()).doesNotContain("NODE_REMOVED");
    assertThat(reported()).endsWith(work(0, application(1)));
    assertThat(live.pullContainerUpdates().get(0).getCompletedContainers()).hasSize(1);
  }

  @Test
  void shouldReportNoWorkOnceTheNodeManagerIsLeaving() {
    // given
    drains();
    becomesVisible();
    live.reportReboot(Optional.empty());
    // when
    live.tick();
    // then
    assertThat(reported()).isEmpty();
  }
}
