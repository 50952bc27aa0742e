package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Resource;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.Reports;
import ebb.hadoop.scheduler.AdminResourceOption;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An administrator's size was acknowledged to the administrator: it reaches RMNode, whatever gets
 * lost on the way.
 */
class RMNodeViewSizeTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @BeforeEach
  void register() {
    live.register(registration(node, 1, true, List.of(), List.of()));
  }

  private void administratorWants(int memoryMb, int vcores) {
    live.handle(
        new RMNodeResourceUpdateEvent(
            live.getNodeID(),
            new AdminResourceOption(
                org.apache.hadoop.yarn.api.records.Resource.newInstance(memoryMb, vcores),
                -1,
                Reports.ADMINISTRATOR)));
  }

  private void seconds(int count) {
    for (int second = 0; second < count; second++) {
      rm.pass(1_000);
      live.tick();
    }
  }

  @Test
  void shouldRepeatASizeUntilTheNodeAnswers() {
    // when nobody answers
    administratorWants(2048, 2);
    seconds(10);
    // then
    assertThat(rm.resizes).hasSize(3).containsOnly(Resource.of(2048, 2));
    // when
    rm.answersToResizes.get(2).accept(Optional.empty());
    seconds(20);
    // then
    assertThat(rm.resizes).hasSize(3);
  }

  @Test
  void shouldGiveUpASizeThatTheNodeRefuses() {
    // given
    administratorWants(2048, 2);
    // when
    rm.answersToResizes.get(0).accept(Optional.of("nm1 is LOST"));
    seconds(20);
    // then
    assertThat(rm.resizes).hasSize(1);
    assertThat(live.getTotalCapability().getMemorySize()).isEqualTo(4096);
  }

  @Test
  void shouldNotTakeAnAnswerToAnOlderSizeForOneToTheNewest() {
    // given
    administratorWants(2048, 2);
    administratorWants(1024, 1);
    administratorWants(2048, 2);
    // when
    rm.answersToResizes.get(0).accept(Optional.empty());
    rm.answersToResizes.get(1).accept(Optional.empty());
    seconds(5);
    // then
    assertThat(rm.resizes)
        .containsExactly(
            Resource.of(2048, 2), Resource.of(1024, 1), Resource.of(2048, 2), Resource.of(2048, 2));
  }

  @Test
  void shouldForgetASizeWhenTheNodeLeavesService() {
    // given
    administratorWants(2048, 2);
    // when
    node.isLost();
    live.show(node.publication());
    seconds(20);
    // then
    assertThat(rm.resizes).hasSize(1);
  }

  @Test
  void shouldRepeatASizeForANodeManagerThatRegistersMeanwhile() {
    // given
    administratorWants(2048, 2);
    // when
    live.register(registration(node, 2, true, List.of(), List.of()));
    seconds(5);
    // then
    assertThat(rm.resizes).hasSize(2);
  }

  @Test
  @Tag("case-71")
  void shouldNeverTellTheNodeManagerOfTheShrinkingSoThatNothingIsToBeRestored() {
    // given
    node.drains();
    live.show(node.publication());
    live.handle(
        new RMNodeResourceUpdateEvent(
            live.getNodeID(),
            ResourceOption.newInstance(
                org.apache.hadoop.yarn.api.records.Resource.newInstance(0, 0), 0)));
    assertThat(beat(live, node).getResource()).isNull();
    // when
    node.isRecommissioned();
    live.show(node.publication());
    // then
    assertThat(live.isUpdatedCapability()).isFalse();
    assertThat(live.getTotalCapability())
        .isEqualTo(org.apache.hadoop.yarn.api.records.Resource.newInstance(4096, 4));
    assertThat(beat(live, node).getResource()).isNull();
  }
}
