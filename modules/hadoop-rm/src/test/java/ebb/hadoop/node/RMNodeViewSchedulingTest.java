package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registers;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.Resource;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import ebb.hadoop.scheduler.AdminResourceOption;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the scheduler, the applications and the counters see of a node that follows its RMNode. */
class RMNodeViewSchedulingTest {
  private static final org.apache.hadoop.yarn.api.records.Resource FULL =
      org.apache.hadoop.yarn.api.records.Resource.newInstance(4096, 4);
  private static final org.apache.hadoop.yarn.api.records.Resource HALF =
      org.apache.hadoop.yarn.api.records.Resource.newInstance(2048, 2);

  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @Test
  void shouldListANodeOfTheJournalWithoutSchedulingOnIt() {
    // given a node that the journal calls RUNNING, when nothing has registered yet, then
    assertThat(rm.context.getRMNodes()).containsValue(live);
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(live.isRegistered()).isFalse();
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
    assertThat(rm.events).isEmpty();
  }

  @Test
  void shouldEnterTheSchedulerOnceRegistered() {
    // when
    registers(live, node);
    // then
    assertThat(live.isRegistered()).isTrue();
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED");
    assertThat(rm.announcements()).containsExactly("NODE_USABLE");
    assertThat(live.getRackName()).isEqualTo("/rack7");
    assertThat(live.getHttpAddress()).isEqualTo("nm1:8042");
  }

  @Test
  @DisplayName("66 a drain moves the node from active to decommissioning, and tells applications")
  @Tag("case-66")
  void shouldShowADrain() {
    // given
    registers(live, node);
    rm.held.put(live, List.of(Reports.container(1)));
    // when
    node.drains();
    live.show(node.publication());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(live.getDecommissioningTimeout()).isEqualTo(3600);
    assertThat(rm.announcements()).containsExactly("NODE_USABLE", "NODE_DECOMMISSIONING");
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isZero();
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isEqualTo(1);
    // then the scheduler has nothing to give away, but the node is as large as it was
    assertThat(rm.schedulerEvents())
        .containsExactly("NODE_ADDED", "NODE_RESOURCE_UPDATE", "NODE_UPDATE");
    assertThat(rm.sizesAtScheduler().get(0).getMemorySize()).isEqualTo(1024);
    assertThat(live.getTotalCapability()).isEqualTo(FULL);
  }

  /** All nodes and the scheduler itself queue up for the lock behind that question. */
  @Test
  void shouldAskTheSchedulerForItsNodeOnce() {
    // given a draining node, whose update the scheduler has begun
    registers(live, node);
    rm.held.put(live, List.of(Reports.container(1)));
    node.drains();
    live.show(node.publication());
    live.pullContainerUpdates();
    beat(live, node, running(1));
    long asked = rm.lookups.get();
    // when
    beat(live, node, running(1));
    beat(live, node, running(1));
    // then
    assertThat(rm.lookups).hasValue(asked);
  }

  @Test
  void shouldAskTheSchedulerAnewForANodeThatHasLeftAndComeBack() {
    // given
    registers(live, node);
    rm.held.put(live, List.of(Reports.container(1)));
    beat(live, node);
    live.pullContainerUpdates();
    assertThat(live.currentCapacity()).isPresent();
    node.isLost();
    live.show(node.publication());
    node.registers(true);
    long asked = rm.lookups.get();
    assertThat(live.register(registration(node, 2, true, List.of(), List.of()))).isTrue();
    // when the scheduler may still have the node of before, then
    assertThat(live.currentCapacity()).isPresent();
    assertThat(live.currentCapacity()).isPresent();
    assertThat(rm.lookups).hasValue(asked + 2);
    // when it has begun what was sent behind the node's return
    beat(live, node);
    live.pullContainerUpdates();
    live.currentCapacity();
    long once = rm.lookups.get();
    live.currentCapacity();
    // then
    assertThat(rm.lookups).hasValue(once);
  }

  @Test
  void shouldShowNoTimeoutWhenItIsInfiniteAndGoOnShowingItWhenTheDrainIsOver() {
    // given
    registers(live, node);
    node.drains(DrainTimeout.INFINITE);
    live.show(node.publication());
    assertThat(live.getDecommissioningTimeout()).isNull();
    // when
    node.drains(DrainTimeout.ofSeconds(60));
    live.show(node.publication());
    assertThat(live.getDecommissioningTimeout()).isEqualTo(60);
    node.isRecommissioned();
    live.show(node.publication());
    // then, as in YARN's reports, until the NodeManager comes back from being out of service
    assertThat(live.getDecommissioningTimeout()).isEqualTo(60);
  }

  @Test
  void shouldPassTheSchedulersShrinkingBackToItWithoutKillingOrTellingAnybodyElse() {
    // given
    registers(live, node);
    node.drains();
    live.show(node.publication());
    // when
    live.handle(shrinkTo(512));
    // then
    ResourceOption told = rm.resourceUpdates().get(0).getResourceOption();
    assertThat(told.getResource().getMemorySize()).isEqualTo(512);
    assertThat(told.getOverCommitTimeout()).isNegative();
    assertThat(live.getTotalCapability()).isEqualTo(FULL);
    assertThat(rm.resizes).isEmpty();
    assertThat(beat(live, node).getResource()).isNull();
  }

  /** It would walk over all its queues for nothing. */
  @Test
  void shouldNotTellTheSchedulerASizeThatItHas() {
    // given a node of which every bit is allocated
    registers(live, node);
    node.drains();
    live.show(node.publication());
    rm.events.clear();
    // when
    live.handle(schedulerWants(FULL));
    // then
    assertThat(rm.schedulerEvents()).isEmpty();
    // when it shrinks, and again
    live.handle(shrinkTo(512));
    live.handle(shrinkTo(512));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_RESOURCE_UPDATE");
  }

  /** What the scheduler wants is its own count, which goes on counting. */
  @Test
  void shouldKeepTheSizeThatItToldApartFromTheSchedulersCount() {
    // given
    registers(live, node);
    node.drains();
    live.show(node.publication());
    var count = org.apache.hadoop.yarn.api.records.Resource.newInstance(512, 1);
    live.handle(schedulerWants(count));
    // when
    count.setMemorySize(0);
    // then
    assertThat(rm.sizesAtScheduler())
        .extracting(org.apache.hadoop.yarn.api.records.Resource::getMemorySize)
        .containsExactly(512L);
  }

  @Test
  void shouldNotTakeALateShrinkingForAnAdministratorsWish() {
    // given a drain that has just been called off
    registers(live, node);
    rm.held.put(live, List.of());
    node.drains();
    live.show(node.publication());
    node.isRecommissioned();
    live.show(node.publication());
    // when the scheduler's last wish for it arrives
    live.handle(shrinkTo(0));
    // then
    assertThat(rm.resizes).isEmpty();
    assertThat(rm.sizesAtScheduler()).endsWith(FULL);
    // when an administrator wants the same
    live.handle(
        new RMNodeResourceUpdateEvent(
            live.getNodeID(),
            AdminResourceOption.of(shrinkTo(0).getResourceOption(), Reports.ADMINISTRATOR)));
    // then
    assertThat(rm.resizes).containsExactly(Resource.of(0, 1));
  }

  private RMNodeResourceUpdateEvent shrinkTo(int memoryMb) {
    return schedulerWants(org.apache.hadoop.yarn.api.records.Resource.newInstance(memoryMb, 1));
  }

  private RMNodeResourceUpdateEvent schedulerWants(
      org.apache.hadoop.yarn.api.records.Resource size) {
    return new RMNodeResourceUpdateEvent(live.getNodeID(), ResourceOption.newInstance(size, 0));
  }

  @Test
  @DisplayName("70, 71 a recommission restores the size and tells applications")
  @Tag("case-70")
  void shouldRestoreTheSizeOnRecommission() {
    // given
    registers(live, node);
    rm.held.put(live, List.of());
    node.drains();
    live.show(node.publication());
    rm.events.clear();
    // when
    node.isRecommissioned();
    live.show(node.publication());
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_RESOURCE_UPDATE");
    assertThat(rm.sizesAtScheduler()).containsExactly(FULL);
    assertThat(rm.announcements()).containsExactly("NODE_USABLE");
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isZero();
  }

  @Test
  @DisplayName(
      "73 an administrator's size is RMNode's to decide, then the scheduler's and the NM's")
  @Tag("case-73")
  void shouldSpreadAnAdministratorsSizeOnceItIsPublished() {
    // given
    registers(live, node);
    // when
    live.handle(
        new RMNodeResourceUpdateEvent(
            live.getNodeID(), new AdminResourceOption(HALF, 5, Reports.ADMINISTRATOR)));
    // then
    assertThat(rm.resizes).containsExactly(Resource.of(2048, 2));
    assertThat(live.getTotalCapability()).isEqualTo(FULL);
    // when
    node.isResized(Resource.of(2048, 2));
    live.show(node.publication());
    // then
    assertThat(live.getTotalCapability()).isEqualTo(HALF);
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.announcements()).containsExactly("NODE_USABLE");
    ResourceOption told = rm.resourceUpdates().get(0).getResourceOption();
    assertThat(told.getResource()).isEqualTo(HALF);
    assertThat(told.getOverCommitTimeout()).isEqualTo(5);
    // then the NodeManager is told once
    assertThat(beat(live, node).getResource()).isEqualTo(HALF);
    assertThat(beat(live, node).getResource()).isNull();
  }

  @Test
  void shouldKeepAnAdministratorsSizeThroughADrain() {
    // given
    registers(live, node);
    node.drains();
    live.show(node.publication());
    // when
    node.isResized(Resource.of(8192, 8));
    live.show(node.publication());
    node.isRecommissioned();
    live.show(node.publication());
    // then
    assertThat(rm.sizesAtScheduler())
        .containsExactly(org.apache.hadoop.yarn.api.records.Resource.newInstance(8192, 8));
  }

  @Test
  @DisplayName("84 a lost node leaves the scheduler and moves to the inactive nodes")
  @Tag("case-84")
  void shouldLeaveTheSchedulerWhenInactive() {
    // given
    registers(live, node);
    // when
    node.isLost();
    live.show(node.publication());
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED");
    assertThat(rm.announcements()).containsExactly("NODE_USABLE", "NODE_UNUSABLE");
    assertThat(rm.context.getRMNodes()).isEmpty();
    assertThat(rm.context.getInactiveRMNodes()).containsValue(live);
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isEqualTo(1);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isZero();
    assertThat(live.isRegistered()).isFalse();
  }

  @Test
  @DisplayName("86, 87 a node that became unhealthy is not removed a second time")
  @Tag("case-86")
  @Tag("case-87")
  void shouldNotRemoveAnUnhealthyNodeTwice() {
    // given
    registers(live, node);
    node.reports(false);
    live.show(node.publication());
    assertThat(ClusterMetrics.getMetrics().getUnhealthyNMs()).isEqualTo(1);
    // when
    node.isLost();
    live.show(node.publication());
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED");
    // Applications look at the node once more, and see another state.
    assertThat(rm.announcements()).containsExactly("NODE_USABLE", "NODE_UNUSABLE", "NODE_UNUSABLE");
    assertThat(ClusterMetrics.getMetrics().getUnhealthyNMs()).isZero();
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isEqualTo(1);
  }

  @Test
  void shouldIgnoreAPublicationThatIsOlderThanTheKnownOne() {
    // given
    registers(live, node);
    var old = node.publication();
    node.drains();
    live.show(node.publication());
    rm.events.clear();
    // when
    live.show(old);
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(rm.events).isEmpty();
  }

  @Test
  void shouldDoNothingOnARepeatedPublication() {
    // given
    registers(live, node);
    node.drains();
    live.show(node.publication());
    rm.events.clear();
    // when
    live.show(node.publication());
    // then
    assertThat(rm.events).isEmpty();
  }

  @Test
  void shouldLeaveDecisionsOnDecommissionsToRefreshes() {
    // given
    registers(live, node);
    rm.events.clear();
    // when
    live.handle(new RMNodeEvent(live.getNodeID(), RMNodeEventType.DECOMMISSION));
    live.handle(new RMNodeEvent(live.getNodeID(), RMNodeEventType.RECOMMISSION));
    // then
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.events).isEmpty();
    assertThat(rm.facts).isEmpty();
  }
}
