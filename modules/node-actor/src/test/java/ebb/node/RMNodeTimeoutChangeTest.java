package ebb.node;

import static ebb.node.NodeUnderTest.MOMENT;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** An operator moves the deadline of one drain. */
final class RMNodeTimeoutChangeTest {
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();
  private static final DrainTimeout TWO_MINUTES = DrainTimeout.of(Duration.ofMinutes(2));
  private static final Initiator ANNA =
      new Initiator(
          "anna", Origin.HTTP, Optional.empty(), Optional.of("long job"), Optional.of("op-8"));

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldAnswerOnceTheNewTimeoutIsDurable() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    // when
    NodeStateUpdate after = changeTimeout(node, TWO_MINUTES);
    // then
    var drain = after.node().drain().orElseThrow();
    assertThat(drain.timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
    var event = node.events(DecommissioningTimeoutChanged.class).get(0);
    assertThat(event.by().actor()).isEqualTo("anna");
    assertThat(event.by().reason()).contains("long job");
  }

  @Test
  void shouldEndTheDrainAtTheNewDeadlineAlsoAfterACrash() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    changeTimeout(node, TWO_MINUTES);
    node.startAgain();
    node.reconcile(1);
    // when the first deadline passes
    node.advance(Duration.ofMinutes(1).plus(MOMENT));
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    // and the second
    node.advance(Duration.ofMinutes(1));
    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class))
        .singleElement()
        .satisfies(end -> assertThat(end.cause()).isEqualTo(DecommissionCause.TIMEOUT));
  }

  @Test
  void shouldEndTheDrainAtOnceWhenItsTimeIsOverAlready() {
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofSeconds(20));

    changeTimeout(node, DrainTimeout.ofSeconds(10));
    node.advance(MOMENT);

    node.awaitState(NodeState.DECOMMISSIONED);
  }

  /** Whoever reads how the node left must not take it for the drain's own deadline. */
  @Test
  void shouldChargeTheEndToWhoeverGaveTheDeadline() {
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofSeconds(20));

    changeTimeout(node, DrainTimeout.ofSeconds(10));
    node.advance(MOMENT);

    var last = node.awaitState(NodeState.DECOMMISSIONED).node().lastDrain().orElseThrow();
    assertThat(last.outcome()).isEqualTo(DrainOutcome.TIMEOUT);
    assertThat(last.causedBy().actor()).isEqualTo("anna");
    assertThat(last.causedBy().reason()).contains("long job");
    assertThat(last.causedBy().operationId()).contains("op-8");
    assertThat(last.by().origin()).isEqualTo(Origin.TIMER);
  }

  @Test
  void shouldGoOnAsItIsWhenTheNodeDoesNotDrain() {
    var node = NodeUnderTest.running(TEST_KIT);

    NodeStateUpdate after = changeTimeout(node, TWO_MINUTES);

    assertThat(after.node().state()).isEqualTo(NodeState.RUNNING);
    assertThat(node.events(DecommissioningTimeoutChanged.class)).isEmpty();
  }

  /** As an operation of its own, refresh 2. */
  private static NodeStateUpdate changeTimeout(NodeUnderTest node, DrainTimeout timeout) {
    var order =
        new NodeOrder(
            node.id, new NodeAction.ChangeTimeout(timeout), 2, node.clock.instant(), ANNA);
    node.applyOrder(order);
    return node.get();
  }
}
