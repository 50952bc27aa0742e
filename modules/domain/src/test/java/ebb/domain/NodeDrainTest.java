package ebb.domain;

import static ebb.domain.Commands.ONE_MINUTE;
import static ebb.domain.Commands.OTHER_SIZE;
import static ebb.domain.Commands.SIZE;
import static ebb.domain.Commands.TWO_MINUTES;
import static ebb.domain.Commands.deadlineTick;
import static ebb.domain.Commands.decommission;
import static ebb.domain.Commands.drain;
import static ebb.domain.Commands.draining;
import static ebb.domain.Commands.endAsUntracked;
import static ebb.domain.Commands.expire;
import static ebb.domain.Commands.orderArriving;
import static ebb.domain.Commands.reboot;
import static ebb.domain.Commands.recommission;
import static ebb.domain.Commands.register;
import static ebb.domain.Commands.reportDrained;
import static ebb.domain.Commands.reportHealthy;
import static ebb.domain.Commands.reportSick;
import static ebb.domain.Commands.resize;
import static ebb.domain.Commands.sayGoodbye;
import static ebb.domain.SampleNode.AWAITING;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.DRAINING_NEW;
import static ebb.domain.SampleNode.DRAINING_SICK;
import static ebb.domain.SampleNode.NEW;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.SampleNode.UNHEALTHY;
import static ebb.domain.Stamps.ADMIN;
import static ebb.domain.Stamps.T0;
import static ebb.domain.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision.NoChange;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A drain from its beginning to each of its ends. */
class NodeDrainTest {

  // ---- beginning ----

  @Test
  @DisplayName("case 66: should drain a running node")
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
  void shouldDrainAnUnhealthyNode() {
    JournaledNode node = UNHEALTHY.create();

    node.tell(drain(ONE_MINUTE, T0));

    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.live().healthy()).isFalse();
  }

  @Test
  @DisplayName("case 277: should drain a new node at once instead of letting it escape")
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

  // ---- another timeout ----

  @Test
  @DisplayName("case 267: should measure a changed timeout from the start of the drain")
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
    Decision decision = node.tell(Commands.order(2, fromFile, T0.plusSeconds(30)));
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

  // ---- the ends ----

  @Test
  void shouldEndAsReadyWhenNothingIsLeftToWaitFor() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(reportDrained(1));

    assertThat(node.journal()).endsWith(ended(1, DecommissionCause.READY, at(T0)));
  }

  @Test
  void shouldEndAtItsDeadlineAndNotAMomentEarlier() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    // when a timer fires early
    Decision early = node.tell(deadlineTick(1, T0.plusSeconds(60).minusNanos(1)));
    // then
    assertThat(early).isEqualTo(new NoChange("the deadline is not reached"));
    // when
    node.tell(deadlineTick(1, T0.plusSeconds(60)));
    // then
    assertThat(node.journal())
        .endsWith(ended(1, DecommissionCause.TIMEOUT, at(T0.plusSeconds(60))));
  }

  @Test
  @DisplayName("case 268: should end at once with timeout zero")
  void shouldEndAtOnceWithTimeoutZero() {
    // given
    JournaledNode node = RUNNING.create();
    node.tell(drain(DrainTimeout.ofSeconds(0), T0));
    // when
    node.tell(deadlineTick(1, T0));
    // then
    assertThat(node.state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldEndWithTheCauseThatTheOrderGives() {
    JournaledNode forced = DECOMMISSIONING.create();
    JournaledNode normal = DECOMMISSIONING.create();

    forced.tell(decommission(DecommissionCause.FORCED));
    normal.tell(decommission(DecommissionCause.NORMAL));

    assertThat(forced.journal()).endsWith(ended(1, DecommissionCause.FORCED, at(T0, 2)));
    assertThat(normal.journal()).endsWith(ended(1, DecommissionCause.NORMAL, at(T0, 2)));
  }

  @Test
  @DisplayName("case 276: should end as shutdown when no list names the node any more")
  void shouldEndAsShutdownWhenNoListNamesTheNodeAnyMore() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(endAsUntracked());

    assertThat(node.state()).isEqualTo(NodeState.SHUTDOWN);
    assertThat(node.live().drain()).isEmpty();
  }

  @Test
  void shouldEndWhenTheNodeIsLostRebootsOrSaysGoodbye() {
    JournaledNode lost = DECOMMISSIONING.create();
    JournaledNode rebooted = DECOMMISSIONING.create();
    JournaledNode gone = DECOMMISSIONING.create();

    lost.tell(expire());
    rebooted.tell(reboot());
    gone.tell(sayGoodbye());

    assertThat(lost.state()).isEqualTo(NodeState.LOST);
    assertThat(rebooted.state()).isEqualTo(NodeState.REBOOTED);
    assertThat(gone.state()).isEqualTo(NodeState.SHUTDOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"RUNNING", "UNHEALTHY", "NEW"})
  void shouldDecommissionWithoutADrainUnderEpochZero(SampleNode sample) {
    JournaledNode node = sample.create();

    node.tell(decommission(DecommissionCause.NORMAL));

    assertThat(node.journal()).endsWith(ended(0, DecommissionCause.NORMAL, at(T0, 1)));
  }

  @Test
  void shouldIgnoreTicksAndReportsOfAnEarlierDrain() {
    // given a second drain, far from its deadline
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(recommission());
    node.tell(drain(DrainTimeout.ofSeconds(0), T0));
    Drain second = node.drain();
    // when the timer and the watcher of the first drain speak up late
    Decision tick = node.tell(deadlineTick(1, T0.plusSeconds(3600)));
    Decision report = node.tell(reportDrained(1));
    // then
    assertThat(tick).isEqualTo(new NoChange("tick of an ended drain"));
    assertThat(report).isEqualTo(new NoChange("report on an ended drain"));
    assertThat(node.drain()).isEqualTo(second);
  }

  @Test
  void shouldIgnoreATickAfterTheDrainHasEnded() {
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(recommission());

    Decision decision = node.tell(deadlineTick(1, T0.plusSeconds(3600)));

    assertThat(decision).isInstanceOf(NoChange.class);
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  private static NodeEvent ended(long epoch, DecommissionCause cause, Provenance by) {
    return new NodeDecommissioned(new NodeId("host1", 1234), epoch, cause, by);
  }

  // ---- called off ----

  @Test
  @DisplayName("case 70: should run again when the drain is called off")
  void shouldRunAgainWhenTheDrainIsCalledOff() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(recommission());

    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
    assertThat(node.live().drain()).isEmpty();
  }

  @Test
  @DisplayName("case 270: should come back unhealthy when the node manager is sick")
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
}
