package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.decommission;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.endAsUntracked;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.register;
import static ebb.domain.SampleCommands.reportHealthy;
import static ebb.domain.SampleCommands.reportSick;
import static ebb.domain.SampleCommands.resize;
import static ebb.domain.SampleNode.AWAITING;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.DRAINING_NEW;
import static ebb.domain.SampleNode.DRAINING_SICK;
import static ebb.domain.provenance.Stamps.T0;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A drain that is called off, and a decommissioned node that may come back. */
class NodeRecommissionTest {

  // ---- called off ----

  @Test
  @DisplayName("case 70: should run again when the drain is called off")
  @Tag("case-70")
  void shouldRunAgainWhenTheDrainIsCalledOff() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(recommission());

    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
    assertThat(node.live().drain()).isEmpty();
  }

  @Test
  @DisplayName("case 270: should come back unhealthy when the node manager is sick")
  @Tag("case-270")
  void shouldComeBackUnhealthyWhenTheNodeManagerIsSick() {
    JournaledNode node = DRAINING_SICK.create();

    node.tell(recommission());

    assertThat(node.state()).isEqualTo(NodeState.UNHEALTHY);
  }

  @Test
  void shouldComeBackInTheHealthThatItReportedDuringTheDrain() {
    // given
    JournaledNode sickened = DECOMMISSIONING.create();
    JournaledNode recovered = DRAINING_SICK.create();
    // when
    sickened.tell(reportSick());
    sickened.tell(recommission());
    recovered.tell(reportHealthy());
    recovered.tell(recommission());
    // then
    assertThat(sickened.state()).isEqualTo(NodeState.UNHEALTHY);
    assertThat(recovered.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  @DisplayName("case 262: should have its full size after the drain")
  @Tag("case-262")
  void shouldHaveItsFullSizeAfterTheDrain() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(recommission());

    assertThat(node.live().capacity()).contains(SIZE);
  }

  @Test
  void shouldKeepASizeThatAnAdministratorGaveItDuringTheDrain() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(resize(OTHER_SIZE));
    // when
    node.tell(recommission());
    // then
    assertThat(node.live().capacity()).contains(OTHER_SIZE);
  }

  @Test
  void shouldBeNewAgainWhenTheDrainOfANodeThatNeverRegisteredIsCalledOff() {
    JournaledNode node = DRAINING_NEW.create();

    node.tell(recommission());

    assertThat(node.state()).isEqualTo(NodeState.NEW);
  }

  // ---- recommissioned after the end ----

  @Test
  void shouldShowDecommissionedUntilTheRecommissionedNodeRegisters() {
    // given
    JournaledNode node = AWAITING.create();
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(node.live().awaitsRegistration()).isTrue();
    // when
    node.tell(register());
    // then
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
    assertThat(node.live().awaitsRegistration()).isFalse();
  }

  @Test
  void shouldWithdrawTheRecommissionWhenTheNodeIsExcludedAgain() {
    // given
    JournaledNode drained = AWAITING.create();
    JournaledNode ended = AWAITING.create();
    JournaledNode untracked = AWAITING.create();
    // when
    drained.tell(drain(ONE_MINUTE, T0));
    ended.tell(decommission(DecommissionCause.NORMAL));
    untracked.tell(endAsUntracked());
    // then
    assertThat(drained.live().awaitsRegistration()).isFalse();
    assertThat(ended.live().awaitsRegistration()).isFalse();
    assertThat(untracked.live().awaitsRegistration()).isFalse();
  }

  @Test
  void shouldKeepTheRecommissionWhenForceFindsTheDrainEndedAlready() {
    // given a force that was planned while the node still drained
    JournaledNode node = AWAITING.create();
    // when
    node.tell(decommission(DecommissionCause.FORCED));
    // then
    assertThat(node.live().awaitsRegistration()).isTrue();
  }
}
