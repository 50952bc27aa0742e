package ebb.hadoop.node;

import static ebb.hadoop.FakeResourceManager.sizeOf;
import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.complete;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import ebb.hadoop.scheduler.AdminResourceOption;
import ebb.node.NodeCommand.ReportWorkload;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a container of a draining node has ended, no other is placed. */
class RMNodeViewDrainRoomTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @BeforeEach
  void runsTwoContainers() {
    rm.knows(application(1));
    live.register(registration(node, 1, true, List.of(), List.of()));
    rm.held.put(live, List.of(container(1), container(2)));
    beat(live, node, running(1), running(2));
    live.pullContainerUpdates();
  }

  private void drains() {
    node.drains();
    live.show(node.publication());
    live.pullContainerUpdates();
    rm.events.clear();
  }

  @Test
  void shouldTakeTheRoomFromTheSchedulerBeforeItHearsOfTheEnd() {
    // given
    drains();
    // when
    beat(live, node, complete(1), running(2));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_RESOURCE_UPDATE", "NODE_UPDATE");
    assertThat(rm.sizesAtScheduler()).containsExactly(sizeOf(1));
    assertThat(rm.resourceUpdates().get(0).getResourceOption().getOverCommitTimeout()).isNegative();
    assertThat(completed()).containsExactly(container(1));
    // when the scheduler has released it, then there is nothing more to say
    rm.held.put(live, List.of(container(2)));
    beat(live, node, complete(1), running(2));
    assertThat(rm.sizesAtScheduler()).hasSize(1);
  }

  @Test
  void shouldKeepAnEndFromAnUpdateThatWasSentBefore() {
    // given an update that the scheduler has not begun
    drains();
    beat(live, node, running(1), running(2));
    // when
    beat(live, node, complete(1), running(2));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_UPDATE", "NODE_RESOURCE_UPDATE");
    assertThat(live.pullContainerUpdates()).isEmpty();
    // when the node beats again
    beat(live, node, complete(1), running(2));
    // then
    assertThat(completed()).containsExactly(container(1));
    assertThat(rm.sizesAtScheduler()).containsExactly(sizeOf(1));
  }

  @Test
  void shouldTakeTheRoomOfWhatAnApplicationGaveBack() {
    // given
    drains();
    // when the scheduler has released a container by itself
    rm.held.put(live, List.of(container(2)));
    beat(live, node, running(1), running(2));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_RESOURCE_UPDATE", "NODE_UPDATE");
    assertThat(rm.sizesAtScheduler()).containsExactly(sizeOf(1));
  }

  /** With less than it holds the scheduler would end containers of such a node. */
  @Test
  void shouldLeaveTheSchedulerNoLessThanItHoldsOnANodeWithATimeLimit() {
    // given an administrator who makes the node smaller, and ends what is too much after a minute
    live.handle(
        new RMNodeResourceUpdateEvent(
            live.getNodeID(), new AdminResourceOption(sizeOf(2), 60_000, Reports.ADMINISTRATOR)));
    node.isResized(ebb.domain.Resource.of(2048, 2));
    live.show(node.publication());
    drains();
    // when
    beat(live, node, complete(1), running(2));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_UPDATE");
  }

  @Test
  void shouldTakeTheRoomOfWhatEndedJustBeforeTheDrain() {
    // given an end that the scheduler has not heard of, because it has not begun the last update
    beat(live, node, running(1), running(2));
    beat(live, node, complete(1), running(2));
    rm.events.clear();
    // when
    node.drains();
    live.show(node.publication());
    // then
    assertThat(rm.sizesAtScheduler()).containsExactly(sizeOf(1));
  }

  @Test
  void shouldTakeTheRoomAgainThatTheSchedulerWishedForBeforeItHeardOfTheEnd() {
    // given
    drains();
    beat(live, node, complete(1), running(2));
    // when
    live.handle(
        new RMNodeResourceUpdateEvent(live.getNodeID(), ResourceOption.newInstance(sizeOf(2), 0)));
    // then
    assertThat(rm.sizesAtScheduler()).endsWith(sizeOf(1));
  }

  /** A NodeManager may not beat again; and with the drain the news would end. */
  @Test
  void shouldBringWhatIsKeptBackWithTheNextTickAndOnlyThenCallTheNodeIdle() {
    // given a drain that is visible, and an update that the scheduler has not begun
    drains();
    live.pullContainerUpdates();
    beat(live, node, running(1), running(2));
    rm.held.put(live, List.of());
    rm.facts.clear();
    // when
    beat(live, node, complete(1), complete(2));
    // then
    assertThat(rm.facts(ReportWorkload.class)).isEmpty();
    // when the scheduler has begun it
    assertThat(live.pullContainerUpdates()).isEmpty();
    live.tick();
    // then
    assertThat(completed()).containsExactly(container(1), container(2));
    assertThat(rm.facts(ReportWorkload.class))
        .extracting(report -> report.workload().containers())
        .containsExactly(0);
  }

  @Test
  void shouldGiveTheRoomAwayWhereTheNodeDoesNotDrain() {
    // given
    rm.events.clear();
    // when
    beat(live, node, complete(1), running(2));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_UPDATE");
  }

  private List<org.apache.hadoop.yarn.api.records.ContainerId> completed() {
    return live.pullContainerUpdates().stream()
        .flatMap(each -> each.getCompletedContainers().stream())
        .map(ContainerStatus::getContainerId)
        .toList();
  }
}
