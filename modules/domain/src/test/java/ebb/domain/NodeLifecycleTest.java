package ebb.domain;

import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.register;
import static ebb.domain.SampleCommands.registerExcluded;
import static ebb.domain.SampleCommands.registerSick;
import static ebb.domain.SampleCommands.reportHealthy;
import static ebb.domain.SampleCommands.reportSick;
import static ebb.domain.SampleCommands.resize;
import static ebb.domain.SampleNode.DECOMMISSIONED;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.NEW;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.SampleNode.UNHEALTHY;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.Decision.NoChange;
import ebb.domain.Decision.Reject;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeRegistered;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Registration, health and size. Drains are in NodeDrainTest, refreshes in NodeOrderTest. */
class NodeLifecycleTest {

  // ---- registration ----

  @Test
  void shouldRememberItsFullSizeWhenItRegisters() {
    // given
    JournaledNode node = NEW.create();
    // when
    node.tell(register(OTHER_SIZE, true, true));
    // then
    assertThat(node.live().capacity()).contains(OTHER_SIZE);
  }

  @Test
  @DisplayName("case 60: should be unhealthy from the start when it registers sick")
  @Tag("case-60")
  void shouldBeUnhealthyFromTheStartWhenItRegistersSick() {
    JournaledNode node = NEW.create();

    node.tell(registerSick());

    assertThat(node.state()).isEqualTo(NodeState.UNHEALTHY);
  }

  @Test
  @DisplayName("case 121: should refuse a host that the lists do not allow")
  @Tag("case-121")
  void shouldRefuseAHostThatTheListsDoNotAllow() {
    // given
    JournaledNode node = NEW.create();
    // when
    Decision decision = node.tell(registerExcluded());
    // then
    assertThat(decision)
        .isEqualTo(new Reject(RejectionCode.HOST_DISALLOWED, "host1:1234 is NEW and not allowed"));
    assertThat(node.journal()).isEmpty();
  }

  @Test
  @DisplayName("case 143: should admit a draining node again although it is excluded")
  @Tag("case-143")
  void shouldAdmitADrainingNodeAgainAlthoughItIsExcluded() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    Drain before = node.drain();
    // when
    Decision decision = node.tell(registerExcluded());
    // then
    assertThat(decision).isInstanceOf(NoChange.class);
    assertThat(node.drain()).isEqualTo(before);
  }

  @Test
  void shouldAdmitARunningNodeAgainAlthoughAFileExcludesItByNow() {
    JournaledNode node = RUNNING.create();

    Decision decision = node.tell(registerExcluded());

    assertThat(decision).isInstanceOf(NoChange.class);
  }

  @Test
  void shouldWriteNothingWhenARegistrationChangesNothing() {
    // given
    JournaledNode node = RUNNING.create();
    int before = node.journal().size();
    // when
    node.tell(register());
    // then
    assertThat(node.journal()).hasSize(before);
  }

  @Test
  @DisplayName("case 138: should take the new size of a node that registers again")
  @Tag("case-138")
  void shouldTakeTheNewSizeOfANodeThatRegistersAgain() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(register(OTHER_SIZE, true, true));
    // then
    assertThat(node.live().capacity()).contains(OTHER_SIZE);
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldRecordSizeAndHealthTogetherWhenBothChangeWithARegistration() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    Decision decision = node.tell(register(OTHER_SIZE, false, true));
    // then
    NodeId id = node.live().nodeId();
    assertThat(decision)
        .isEqualTo(
            new Decision.Persist(
                List.of(
                    new NodeCapacityChanged(id, OTHER_SIZE, at(T0)),
                    new NodeHealthChanged(id, false, "", at(T0)))));
  }

  @Test
  void shouldServeAgainWithTheSizeOfItsNewRegistrationAfterADecommission() {
    // given
    JournaledNode node = DECOMMISSIONED.create();
    // when
    node.tell(register(OTHER_SIZE, true, true));
    // then
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
    assertThat(node.live().capacity()).contains(OTHER_SIZE);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "REBOOTED", "SHUTDOWN", "DECOMMISSIONED"})
  void shouldComeBackSickWhenItRegistersSick(SampleNode sample) {
    JournaledNode node = sample.create();

    node.tell(registerSick());

    assertThat(node.state()).isEqualTo(NodeState.UNHEALTHY);
  }

  // ---- health ----

  @Test
  @DisplayName("case 130: should follow what the node manager says of itself")
  @Tag("case-130")
  void shouldFollowWhatTheNodeManagerSaysOfItself() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(reportSick());
    // then
    assertThat(node.state()).isEqualTo(NodeState.UNHEALTHY);
    // when
    node.tell(reportHealthy());
    // then
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldKeepTheWordsOfTheNodeManagerInTheJournal() {
    // given
    JournaledNode node = RUNNING.create();
    // when
    node.tell(reportSick());
    // then
    assertThat(node.journal())
        .endsWith(new NodeHealthChanged(node.live().nodeId(), false, "disk full", at(T0)));
  }

  @Test
  void shouldStayADrainingNodeWhateverItsHealth() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    Drain before = node.drain();
    // when
    node.tell(reportSick());
    // then
    assertThat(node.live().healthy()).isFalse();
    assertThat(node.drain()).isEqualTo(before);
  }

  // ---- size ----

  @Test
  @DisplayName("case 73: should take the size that an administrator gives it")
  @Tag("case-73")
  void shouldTakeTheSizeThatAnAdministratorGivesIt() {
    JournaledNode node = RUNNING.create();

    node.tell(resize(OTHER_SIZE));

    assertThat(node.live().capacity()).contains(OTHER_SIZE);
    assertThat(node.state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldTellSizesApartByTheirOtherResourceTypes() {
    // given
    JournaledNode node = RUNNING.create();
    Resource withGpu = new Resource(SIZE.memoryMb(), SIZE.vcores(), Map.of("yarn.io/gpu", 2L));
    // when
    node.tell(resize(withGpu));
    // then
    assertThat(node.live().capacity()).contains(withGpu);
  }

  @ParameterizedTest
  @EnumSource(names = {"DECOMMISSIONED", "AWAITING", "LOST", "REBOOTED", "SHUTDOWN"})
  void shouldRefuseToResizeANodeThatIsNotInService(SampleNode sample) {
    JournaledNode node = sample.create();

    Decision decision = node.tell(resize(OTHER_SIZE));

    assertThat(decision)
        .isEqualTo(
            new Reject(RejectionCode.NODE_INACTIVE, "host1:1234 is " + sample.state().name()));
  }

  // ---- the invariant ----

  @Test
  void shouldNotExistWithADrainThatItsStateDoesNotAllow() {
    Drain drain = DECOMMISSIONING.create().drain();

    assertThatThrownBy(() -> withDrain(RUNNING.create().live(), Optional.of(drain)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("host1:1234 cannot be RUNNING");
  }

  @Test
  void shouldNotExistAsDecommissioningWithoutADrain() {
    assertThatThrownBy(() -> withDrain(DECOMMISSIONING.create().live(), Optional.empty()))
        .isInstanceOf(IllegalStateException.class);
  }

  private static NodeLifecycle withDrain(NodeLifecycle node, Optional<Drain> drain) {
    return new NodeLifecycle(
        node.nodeId(),
        node.state(),
        node.capacity(),
        node.healthy(),
        node.lastEpoch(),
        drain,
        node.awaitsRegistration(),
        node.listVersion());
  }

  @Test
  void shouldNotExistInAHealthThatContradictsItsState() {
    assertThatThrownBy(() -> withHealth(RUNNING, false)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> withHealth(UNHEALTHY, true)).isInstanceOf(IllegalStateException.class);
  }

  private static NodeLifecycle withHealth(SampleNode sample, boolean healthy) {
    NodeLifecycle node = sample.create().live();
    return new NodeLifecycle(
        node.nodeId(), node.state(), node.capacity(), healthy, 0, Optional.empty(), false, 0);
  }

  @Test
  void shouldNotRunWithoutASize() {
    NodeId id = new NodeId("host1", 1234);

    assertThatThrownBy(
            () ->
                new NodeLifecycle(
                    id, NodeState.RUNNING, Optional.empty(), true, 0, Optional.empty(), false, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNotAwaitARegistrationWhileItRuns() {
    NodeId id = new NodeId("host1", 1234);

    assertThatThrownBy(
            () ->
                new NodeLifecycle(
                    id, NodeState.RUNNING, Optional.of(SIZE), true, 0, Optional.empty(), true, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRecordItsFirstRegistrationAsOneEvent() {
    JournaledNode node = NEW.create();

    node.tell(register());

    assertThat(node.journal())
        .containsExactly(new NodeRegistered(node.live().nodeId(), SIZE, true, at(T0)));
  }

  /** YARN's ResourceTrackerService looks at the lists alone; here a decommission counts too. */
  @ParameterizedTest(name = "{0}: excluded {1}, allowed {2}")
  @CsvSource({
    "NEW, false, false",
    "RUNNING, false, false",
    "UNHEALTHY, false, false",
    "DECOMMISSIONING, false, false",
    "DECOMMISSIONED, true, true",
    "AWAITING, false, false",
    "LOST, true, false",
    "REBOOTED, true, false",
    "SHUTDOWN, true, false"
  })
  void shouldSendHomeOnlyWhoIsOutOfServiceForGood(
      SampleNode node, boolean excluded, boolean allowed) {
    NodeLifecycle live = node.create().live();

    assertThat(live.mustShutDown(true)).isEqualTo(excluded);
    assertThat(live.mustShutDown(false)).isEqualTo(allowed);
  }
}
