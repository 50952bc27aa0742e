package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.SampleCommands.decommissioning;
import static ebb.domain.SampleCommands.draining;
import static ebb.domain.SampleCommands.order;
import static ebb.domain.SampleCommands.orderArriving;
import static ebb.domain.SampleNode.LOST;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision.NoChange;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import org.junit.jupiter.api.Test;

/**
 * Orders of refreshes are repeated, delayed and overtaken; the list version keeps them in order.
 */
class NodeOrderTest {
  private static final NodeAction DRAIN = draining(ONE_MINUTE);
  private static final NodeAction RECOMMISSION = new NodeAction.Recommission();

  @Test
  void shouldApplyTheSameOrderOnlyOnce() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(order(3, DRAIN, T0));
    Drain drain = node.drain();
    // when
    Decision again = node.tell(order(3, DRAIN, T0));
    // then
    assertThat(again).isInstanceOf(NoChange.class);
    assertThat(node.drain()).isEqualTo(drain);
  }

  @Test
  void shouldIgnoreADelayedDrainThatArrivesAfterANewerRecommission() {
    // given refresh 4 drains, refresh 5 recommissions, and 5 is faster
    JournaledNode node = RUNNING.create();
    node.tell(order(5, RECOMMISSION, T0.plusSeconds(10)));
    // when
    Decision late = node.tell(orderArriving(4, DRAIN, T0, T0.plusSeconds(20)));
    // then
    assertThat(late).isEqualTo(new NoChange("refresh 5 is not older than 4"));
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldIgnoreADelayedRecommissionThatArrivesAfterANewerDrain() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(order(5, DRAIN, T0));
    Drain drain = node.drain();
    // when
    node.tell(order(4, RECOMMISSION, T0));
    // then
    assertThat(node.drain()).isEqualTo(drain);
  }

  @Test
  void shouldIgnoreADelayedTimeoutThatArrivesAfterANewerOne() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(order(3, DRAIN, T0));
    node.tell(order(5, draining(TWO_MINUTES), T0));
    // when
    node.tell(order(4, draining(DrainTimeout.ofSeconds(0)), T0));
    // then
    assertThat(node.drain().timeout()).isEqualTo(TWO_MINUTES);
  }

  @Test
  void shouldIgnoreADelayedForceThatWasMeantForAnEarlierDrain() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(order(1, DRAIN, T0));
    node.tell(order(3, RECOMMISSION, T0));
    node.tell(order(4, DRAIN, T0));
    // when
    node.tell(order(2, decommissioning(DecommissionCause.FORCED), T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldNoteTheVersionOfARefreshThatHasNothingToDoHere() {
    // given
    JournaledNode node = LOST.create();
    // when
    Decision decision = node.tell(order(7, DRAIN, T0));
    // then
    assertThat(decision)
        .isEqualTo(Decision.persist(new ListVersionAdvanced(node.live().nodeId(), at(T0, 7))));
    assertThat(node.live().listVersion()).isEqualTo(7);
  }

  @Test
  void shouldIgnoreOrdersThatAreOlderThanTheListsThatAdmittedTheNode() {
    // given a node that came back under the lists of refresh 5
    JournaledNode node = LOST.create();
    node.tell(registerUnder(5, SIZE, true));
    // when the drain of refresh 4 arrives at last
    node.tell(order(4, DRAIN, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldNotMissAnOrderBecauseTheNodeRegisteredAgainWhileItWasOnItsWay() {
    // given refresh 5 excludes the node; before its order arrives the NodeManager registers again
    JournaledNode node = RUNNING.create();
    node.tell(registerUnder(5, OTHER_SIZE, false));
    // when
    node.tell(order(5, DRAIN, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldNotMissAnOrderBecauseTheHealthChangedWhileItWasOnItsWay() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(live -> live.reportHealth(false, "disk full", at(T0, 5)));
    // when
    node.tell(order(5, DRAIN, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldNotMissAnOrderBecauseAnAdministratorResizedTheNodeWhileItWasOnItsWay() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(live -> live.resize(OTHER_SIZE, at(T0, 5)));
    // when
    node.tell(order(5, DRAIN, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  private static Command registerUnder(long listVersion, Resource size, boolean allowed) {
    return node -> node.register(size, true, allowed, at(T0, listVersion));
  }

  @Test
  void shouldSendAVerdictBackThatIsOlderThanARefreshWhichTheNodeKnows() {
    // given refresh 6 excluded the node while its NodeManager was away, and found nothing to do
    JournaledNode node = LOST.create();
    node.tell(order(6, DRAIN, T0));
    // when the NodeManager comes with the consent of refresh 5
    Decision decision = node.tell(lost -> lost.register(SIZE, true, true, at(T0, 5)));
    // then the lists have to be asked again
    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Reject.class,
            reject -> assertThat(reject.code()).isEqualTo(RejectionCode.STALE));
    assertThat(node.state()).isEqualTo(NodeState.LOST);
  }
}
