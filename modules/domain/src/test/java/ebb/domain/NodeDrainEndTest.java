package ebb.domain;

import static ebb.domain.SampleCommands.deadlineTick;
import static ebb.domain.SampleCommands.decommission;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.endAsUntracked;
import static ebb.domain.SampleCommands.expire;
import static ebb.domain.SampleCommands.order;
import static ebb.domain.SampleCommands.reboot;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.reportDrained;
import static ebb.domain.SampleCommands.sayGoodbye;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision.NoChange;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.provenance.Provenance;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every drain ends once, and what belongs to an ended drain is ignored. */
class NodeDrainEndTest {

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
  @Tag("case-268")
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
  void shouldEndWhenTheNodeIsLostOrSaysGoodbye() {
    JournaledNode lost = DECOMMISSIONING.create();
    JournaledNode gone = DECOMMISSIONING.create();

    lost.tell(expire());
    gone.tell(sayGoodbye());

    assertThat(lost.state()).isEqualTo(NodeState.LOST);
    assertThat(gone.state()).isEqualTo(NodeState.SHUTDOWN);
  }

  @Test
  void shouldGoOnWhenHeartbeatsAreOutOfStep() {
    JournaledNode node = DECOMMISSIONING.create();
    Drain before = node.drain();

    Decision decision = node.tell(reboot());

    assertThat(decision).isInstanceOf(NoChange.class);
    assertThat(node.drain()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"RUNNING", "UNHEALTHY", "NEW"})
  void shouldDecommissionWithoutADrainUnderEpochZero(SampleNode sample) {
    JournaledNode node = sample.create();

    node.tell(decommission(DecommissionCause.NORMAL));

    assertThat(node.journal()).endsWith(ended(0, DecommissionCause.NORMAL, at(T0, 1)));
  }

  /** The refresh that forces is newer than the one that was to begin the drain. */
  @ParameterizedTest
  @EnumSource(names = {"RUNNING", "UNHEALTHY", "NEW"})
  void shouldEndBeforeItsDrainBeginsIfTheForceOvertakesIt(SampleNode sample) {
    JournaledNode overtaken = sample.create();
    JournaledNode informed = sample.create();
    informed.tell(order(6, new NodeAction.Recommission(), T0));

    overtaken.tell(order(7, forceOvertaking(6), T0));
    informed.tell(order(7, forceOvertaking(6), T0));

    assertThat(overtaken.journal()).endsWith(ended(0, DecommissionCause.FORCED, at(T0, 7)));
    assertThat(informed.state()).isEqualTo(sample.state());
  }

  private static NodeAction forceOvertaking(long refresh) {
    return new NodeAction.Decommission(DecommissionCause.FORCED, Optional.of(refresh));
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
    assertThat(report).isEqualTo(new NoChange("report on an ended drain, or on one that is held"));
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
}
