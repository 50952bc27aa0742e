package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Resource;
import ebb.hadoop.FakeResourceManager;
import ebb.node.NodeCommand.ReportWorkload;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Between a durable plan and the publications of the nodes that apply it. */
class RMNodeViewPlanTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @BeforeEach
  void register() {
    live.register(registration(node, 1, true, List.of(), List.of()));
    rm.held.put(live, List.of());
    rm.events.clear();
  }

  @Test
  void shouldDrainAsSoonAsThePlanIsDurable() {
    // when
    live.show(node.planned());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(live.getDecommissioningTimeout()).isEqualTo(3600);
    assertThat(rm.announcements()).containsExactly("NODE_DECOMMISSIONING");
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isEqualTo(1);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_RESOURCE_UPDATE", "NODE_UPDATE");
    assertThat(rm.sizesAtScheduler().get(0).getMemorySize()).isZero();
  }

  @Test
  void shouldHaveNothingMoreToDoWhenTheNodePublishesThatDrain() {
    // given
    live.show(node.planned());
    rm.events.clear();
    // when
    live.show(node.drains().publication());
    // then
    assertThat(live.published()).isEqualTo(node.node());
    assertThat(rm.events).isEmpty();
  }

  /** It was let in before the plan, and is served after it. */
  @Test
  void shouldStayAheadOfARegistrationThatRepeatsWhatTheNodeWas() {
    // given
    live.show(node.planned());
    // when
    live.register(registration(node, 2, true, List.of(), List.of()));
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    // when
    live.show(node.drains().publication());
    // then
    assertThat(live.published()).isEqualTo(node.node());
  }

  /** RMNode has written the registration, but not yet the drain; the leader says so of both. */
  @Test
  void shouldWaitAnewForTheSchedulerWhenARegistrationCameBetweenPlanAndDrain() {
    // given
    live.show(node.planned());
    live.pullContainerUpdates();
    live.pullContainerUpdates();
    // when
    live.register(
        registration(node.isResized(Resource.of(8192, 8)), 2, true, List.of(), List.of()));
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    live.show(node.planned());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    // and an allocation of the time between is not missed
    live.show(node.drains().publication());
    beat(live, node);
    assertThat(rm.facts(ReportWorkload.class)).isEmpty();
    live.pullContainerUpdates();
    beat(live, node);
    live.pullContainerUpdates();
    beat(live, node);
    assertThat(rm.facts(ReportWorkload.class))
        .extracting(ReportWorkload::knownRevision)
        .containsExactly(node.publication().revision());
  }

  @Test
  void shouldFollowTheLeaderWhenADifferentOrderCameFirst() {
    // given
    live.show(node.planned());
    // when
    live.show(node.takesNote().publication());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.sizesAtScheduler()).last().isEqualTo(live.getTotalCapability());
    // when it was lost instead
    live.show(node.isLost().publication());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.LOST);
  }

  /** RMNode takes no notice of what is said of a drain before it has published it. */
  @Test
  void shouldSayWhatTheDrainWaitsForOnceTheNodeHasPublishedIt() {
    // given
    live.show(node.planned());
    live.pullContainerUpdates();
    live.pullContainerUpdates();
    beat(live, node);
    assertThat(rm.facts(ReportWorkload.class)).isEmpty();
    // when
    live.show(node.drains().publication());
    // then
    assertThat(rm.facts(ReportWorkload.class))
        .extracting(ReportWorkload::knownRevision)
        .containsExactly(2L);
  }
}
