package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.SampleCommands.deadlineTick;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.draining;
import static ebb.domain.SampleCommands.orderArriving;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.register;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.NEW;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.SampleNode.UNHEALTHY;
import static ebb.domain.provenance.Stamps.ADMIN;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision.NoChange;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.provenance.Provenance;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a drain begins, and what another timeout changes. */
class NodeDrainTest {

  // ---- beginning ----

  @Test
  @DisplayName("case 66: should drain a running node")
  @Tag("case-66")
  void shouldDrainARunningNode() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(drain(ONE_MINUTE, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.drain())
        .isEqualTo(new Drain(1, T0, ONE_MINUTE, TimeoutSource.REQUEST, at(T0, 1)));
  }

  @Test
  @DisplayName("case 68: should drain an unhealthy node")
  @Tag("case-68")
  void shouldDrainAnUnhealthyNode() {
    JournaledNode node = UNHEALTHY.create();

    node.tell(drain(ONE_MINUTE, T0));

    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.live().healthy()).isFalse();
  }

  @Test
  @DisplayName("case 277: should drain a new node at once instead of letting it escape")
  @Tag("case-277")
  void shouldDrainANewNodeAtOnceInsteadOfLettingItEscape() {
    // given an order that reaches the node before its NodeManager
    JournaledNode node = NEW.create();
    node.tell(drain(ONE_MINUTE, T0));
    // when
    node.tell(register());
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.drain().startedAt()).isEqualTo(T0);
    assertThat(node.live().capacity()).contains(SIZE);
  }

  @Test
  void shouldStartWhenTheRefreshWasJournaledAlthoughTheOrderTookItsTime() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(orderArriving(1, draining(ONE_MINUTE), T0, T0.plusSeconds(45)));
    // then
    assertThat(node.drain().startedAt()).isEqualTo(T0);
    assertThat(node.drain().deadline()).contains(T0.plusSeconds(60));
  }

  @Test
  void shouldRecordTheSizeBeforeTheDrain() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    Decision decision = node.tell(drain(ONE_MINUTE, T0));
    // then
    assertThat(decision)
        .isEqualTo(
            Decision.persist(
                new DecommissioningStarted(
                    node.live().nodeId(),
                    1,
                    T0,
                    ONE_MINUTE,
                    TimeoutSource.REQUEST,
                    Optional.of(SIZE),
                    at(T0, 1))));
  }

  @Test
  void shouldCountTheDrainsOfANode() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(recommission());
    // when
    node.tell(drain(ONE_MINUTE, T0.plusSeconds(5)));
    // then
    assertThat(node.drain().epoch()).isEqualTo(2);
  }

  @Test
  void shouldMeasureASecondDrainFromItsOwnStart() {
    // given a drain that was called off a second before its end; no heartbeat in between
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(recommission());
    // when
    node.tell(drain(ONE_MINUTE, T0.plusSeconds(59)));
    // then
    assertThat(node.drain().deadline()).contains(T0.plusSeconds(119));
  }

  @Test
  void shouldSayInEachEventWhoAskedAndWhy() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(drain(ONE_MINUTE, T0));
    // then
    Provenance by = node.drain().askedBy();
    assertThat(by).isEqualTo(ADMIN.stamp(T0, "rm1", 1));
    assertThat(by.reason()).contains("rack move");
    assertThat(by.operationId()).contains("op-1");
  }

  // ---- another timeout ----

  @Test
  @DisplayName("case 267: should measure a changed timeout from the start of the drain")
  @Tag("case-267")
  void shouldMeasureAChangedTimeoutFromTheStartOfTheDrain() {
    // given a drain of one minute
    JournaledNode node = DECOMMISSIONING.create();
    // when half a minute later the operator asks for two minutes
    node.tell(drain(TWO_MINUTES, T0.plusSeconds(30)));
    // then
    assertThat(node.drain().startedAt()).isEqualTo(T0);
    assertThat(node.drain().epoch()).isEqualTo(1);
    assertThat(node.drain().deadline()).contains(T0.plusSeconds(120));
  }

  @Test
  @DisplayName("case 267: should be over at once when the timeout shrinks below what has passed")
  @Tag("case-267")
  void shouldBeOverAtOnceWhenTheTimeoutShrinksBelowWhatHasPassed() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    // when
    node.tell(drain(DrainTimeout.ofSeconds(1), T0.plusSeconds(30)));
    node.tell(deadlineTick(1, T0.plusSeconds(30)));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldRecordAChangedTimeoutWithItsSourceAndLeaveTheFirstAskerInPlace() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    Provenance asker = node.drain().askedBy();
    NodeAction fromFile =
        new NodeAction.GracefulDecommission(TWO_MINUTES, TimeoutSource.HOST_ENTRY);
    // when
    Decision decision = node.tell(SampleCommands.order(2, fromFile, T0.plusSeconds(30)));
    // then
    assertThat(decision)
        .isEqualTo(
            Decision.persist(
                new DecommissioningTimeoutChanged(
                    node.live().nodeId(),
                    1,
                    TWO_MINUTES,
                    TimeoutSource.HOST_ENTRY,
                    at(T0.plusSeconds(30), 2))));
    assertThat(node.drain().timeoutSource()).isEqualTo(TimeoutSource.HOST_ENTRY);
    assertThat(node.drain().askedBy()).isEqualTo(asker);
  }

  @Test
  void shouldNeverEndByTheClockOnceTheTimeoutIsInfinite() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    // when
    node.tell(drain(DrainTimeout.INFINITE, T0.plusSeconds(30)));
    Decision decision = node.tell(deadlineTick(1, T0.plusSeconds(1_000_000)));
    // then
    assertThat(decision).isInstanceOf(NoChange.class);
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
  }
}
