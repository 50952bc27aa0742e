package ebb.node;

import static ebb.node.NodeUnderTest.MOMENT;
import static ebb.node.NodeUnderTest.POLL;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeState;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** When the deadline of a drain ends it, and how late. */
final class RMNodeDeadlineTest {
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldBeDecommissionedByTimeoutAtItsDeadline() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofMillis(59_990));
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);

    // when
    node.advance(Duration.ofMillis(10));

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class))
        .extracting(NodeDecommissioned::cause)
        .containsExactly(DecommissionCause.TIMEOUT);
  }

  /** A clock that is set forward takes no timer along. */
  @Test
  void shouldFindAtThePollThatItsDeadlineHasPassed() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.clock.add(Duration.ofMinutes(2));
    node.leader.expectNoMessage(MOMENT);

    // when
    node.advance(POLL);

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldEndOnTimeWhenAReportIsTheFirstToComeAfterTheDeadline() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.clock.add(Duration.ofMinutes(2));

    // when
    node.report(node.stamp(1, 1), 1, 2, ONE_CONTAINER);

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class))
        .extracting(NodeDecommissioned::cause)
        .containsExactly(DecommissionCause.TIMEOUT);
  }

  @Test
  void shouldMeasureAChangedTimeoutFromTheStartOfTheDrain() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofSeconds(30));

    // when
    node.applyOrder(graceful(DrainTimeout.ofSeconds(90)), 2);
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);

    // then the old deadline means nothing, the new one is 90 seconds from the start
    assertThat(node.get().node().drain().orElseThrow().deadline()).contains(T0.plusSeconds(90));
    node.advance(Duration.ofMillis(59_990));
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    node.advance(Duration.ofMillis(10));
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldEndAtOnceWithATimeoutOfZero() {
    var node = NodeUnderTest.running(TEST_KIT);

    node.applyOrder(graceful(DrainTimeout.ofSeconds(0)), 1);

    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldNeverEndByTimeWithAnInfiniteTimeout() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(DrainTimeout.INFINITE), 1);

    // when
    node.clock.add(Duration.ofDays(1000));
    node.advance(POLL);

    // then
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
  }
}
