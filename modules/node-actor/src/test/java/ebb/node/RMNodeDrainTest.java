package ebb.node;

import static ebb.node.NodeUnderTest.POLL;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.RECOMMISSION;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.LastDrain;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeState;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.Register;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.NodeCommand.Unregister;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A draining node ends by its own reports or its deadline, and by nothing that is out of date. */
final class RMNodeDrainTest {
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldRecordWhichNodeManagerCameAndWhichOneLeft() {
    // given
    var node = new NodeUnderTest(TEST_KIT);
    var first = new Peer("10.0.0.6", "nm/host1@EXAMPLE.ORG", AuthMethod.KERBEROS);
    var second = new Peer("10.0.0.7", "nm/host2@EXAMPLE.ORG", AuthMethod.KERBEROS);
    // when
    node.tell(
        new Register(
            node.stamp(1, 1, first), Samples.SIZE, true, true, 0, Instant.MAX, node.replies.ref()));
    node.replies.receiveMessage();
    node.tell(new ReportHealth(node.stamp(1, 1, first), false, "disk full"));
    node.tell(new Unregister(node.stamp(1, 1, second)));
    node.get();
    // then
    assertThat(node.events(NodeEvent.class))
        .extracting(event -> event.by().peer())
        .containsExactly(Optional.of(first), Optional.of(first), Optional.of(second));
  }

  /** The node ends it by itself, and the NodeManager that said so may be anybody. */
  @Test
  void shouldRecordWhoseReportEndedADrain() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    var stranger = new Peer("10.0.0.7", "mallory", AuthMethod.SIMPLE);

    // when
    node.report(node.stamp(1, 1, stranger), 1, 2, Workload.NOTHING);

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class).get(0).by().peer()).contains(stranger);
  }

  @Test
  void shouldBeDecommissionedAsReadyOnceNothingIsLeft() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    // when
    node.report(node.stamp(1, 1), 1, 2, Workload.NOTHING);

    // then
    var published = node.leader.receiveMessage();
    assertThat(published.node().state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(published.progress()).isEmpty();
    var end = node.events(NodeDecommissioned.class).get(0);
    assertThat(end.cause()).isEqualTo(DecommissionCause.READY);
    assertThat(end.epoch()).isEqualTo(1);
    assertThat(end.by().origin()).isEqualTo(Origin.TIMER);
    assertThat(end.by().actor()).isEqualTo("alice");
    assertThat(end.by().reason()).contains("new disks");
    assertThat(end.by().operationId()).contains("op-7");
  }

  @Test
  void shouldGoOnWithNothingLeftWhileAnOperatorHoldsIt() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(DrainTimeout.HELD), 1);
    node.report(node.stamp(1, 1), 1, 2, Workload.NOTHING);
    node.awaitWorkload(Workload.NOTHING);
    // when a day goes by
    node.advance(POLL);
    node.advance(Duration.ofDays(1));
    node.advance(POLL);
    // then
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.events(DecommissioningProgressed.class))
        .extracting(DecommissioningProgressed::workload)
        .containsExactly(Optional.of(Workload.NOTHING));
    // and when the drain is released
    node.applyOrder(graceful(DrainTimeout.of(Duration.ofDays(9))), 2);
    node.advance(POLL);
    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    var end = node.events(NodeDecommissioned.class).get(0);
    assertThat(end.cause()).isEqualTo(DecommissionCause.READY);
    assertThat(end.account().orElseThrow().heldMillis())
        .isGreaterThanOrEqualTo(Duration.ofDays(1).toMillis());
  }

  /**
   * Nobody knows what the node waited for while its actor was away, or had yet to hear a report.
   */
  @Test
  void shouldAccountForEverySecondOfADrainAcrossACrash() {
    // given a drain that was watched for ten seconds, which no event has recorded
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofSeconds(3));
    node.report(node.stamp(1, 1), 1, 2, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    node.advance(Duration.ofSeconds(7));
    // when
    node.stop();
    node.clock.add(Duration.ofSeconds(10));
    node.startAgain();
    node.reconcile(1);
    node.awaitPublication(published -> published.progress().isPresent());
    node.advance(Duration.ofSeconds(5));
    node.report(node.stamp(1, 1), 1, 3, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    node.advance(Duration.ofSeconds(8));
    node.report(node.stamp(1, 1), 1, 4, Workload.NOTHING);
    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    var end = node.events(NodeDecommissioned.class).get(0);
    var held = new TreeMap<>(Map.of("application_1_0001", 8_000L));
    assertThat(end.account()).contains(new DrainAccount(8_000, 0, 5_000, 20_000, held));
    assertThat(node.get().node().lastDrain().orElseThrow().took()).contains(Duration.ofSeconds(33));
  }

  /** What the journal was told before the crash is observed. */
  @Test
  void shouldGoOnAfterACrashFromTheAccountInTheJournal() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.advance(POLL);
    node.awaitPublication(published -> published.node().progress().isPresent());
    // when
    node.stop();
    node.clock.add(Duration.ofSeconds(10));
    node.startAgain();
    node.reconcile(1);
    node.awaitPublication(published -> published.progress().isPresent());
    node.applyOrder(new NodeAction.Decommission(DecommissionCause.FORCED), 2);
    // then
    var held = new TreeMap<>(Map.of("application_1_0001", 20_000L));
    assertThat(node.events(DecommissioningProgressed.class))
        .extracting(DecommissioningProgressed::workload)
        .containsExactly(Optional.of(ONE_CONTAINER));
    assertThat(node.events(NodeDecommissioned.class).get(0).account())
        .contains(new DrainAccount(20_000, 0, 0, 10_000, held));
  }

  /** A NodeManager that registers again has yet to say what runs there. */
  @Test
  void shouldAccountForWhatANodeWaitedForInEachPhase() {
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.advance(Duration.ofSeconds(10));
    var output = new Workload(0, ONE_CONTAINER.applications());
    node.report(node.stamp(1, 1), 1, 2, output);
    node.awaitWorkload(output);
    node.advance(Duration.ofSeconds(4));
    node.register(1, 2);
    node.advance(Duration.ofSeconds(2));

    node.applyOrder(new NodeAction.Decommission(DecommissionCause.FORCED), 2);

    var held = new TreeMap<>(Map.of("application_1_0001", 14_000L));
    assertThat(node.events(NodeDecommissioned.class).get(0).account())
        .contains(new DrainAccount(10_000, 4_000, 2_000, 0, held));
  }

  @Test
  void shouldTellAfterACrashWhatItsLastDrainLeftBehind() {
    // given a drain that is ended by force while a container runs
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.applyOrder(new NodeAction.Decommission(DecommissionCause.FORCED), 2);
    LastDrain last = node.get().node().lastDrain().orElseThrow();
    assertThat(last.outcome()).isEqualTo(DrainOutcome.FORCED);
    assertThat(last.remaining()).contains(RemainingWork.of(ONE_CONTAINER));
    // when
    node.startAgain();
    // then
    assertThat(node.get().node().lastDrain()).contains(last);
  }

  static Stream<Arguments> staleReports() {
    return Stream.of(
        Arguments.of("an earlier registration", nothingLeft(2, 1, 2, 99, 5)),
        Arguments.of("an earlier leader", nothingLeft(1, 9, 2, 99, 5)),
        Arguments.of("no registration", nothingLeft(2, 0, 2, 99, 5)),
        Arguments.of("an earlier drain", nothingLeft(2, 2, 1, 99, 5)),
        Arguments.of("a report before the last one", nothingLeft(2, 2, 2, 99, 4)),
        Arguments.of("a sender that did not know of the drain", nothingLeft(2, 2, 2, 3, 5)));
  }

  private static Function<NodeUnderTest, ReportWorkload> nothingLeft(
      long term, long registration, long epoch, long knownRevision, long sequence) {
    return node ->
        new ReportWorkload(
            node.stamp(term, registration), epoch, knownRevision, sequence, Workload.NOTHING);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("staleReports")
  void shouldNotEndOnAReportOf(String staleness, Function<NodeUnderTest, ReportWorkload> report) {
    // given the second drain of a node, under the second leader, with its second registration
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.applyOrder(RECOMMISSION, 2);
    node.drain(graceful(ONE_MINUTE), 3);
    node.reconcile(2);
    node.register(2, 1);
    node.register(2, 2);
    node.report(node.stamp(2, 2), 2, 4, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);

    // when
    node.tell(report.apply(node));

    // then
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.events(NodeDecommissioned.class)).isEmpty();
  }

  @Test
  void shouldNotKnowTheWorkloadAfterANewRegistration() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    // when
    var reply = (NodeReply.Current) node.register(1, 2);

    // then
    var unknown = Optional.of(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty()));
    assertThat(reply.publication().progress()).isEqualTo(unknown);
    assertThat(node.leader.receiveMessage().progress()).isEqualTo(unknown);
  }

  @Test
  void shouldNotKnowTheWorkloadUnderANewLeader() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    // when
    node.reconcile(2);

    // then
    assertThat(node.leader.receiveMessage().progress().orElseThrow().workload()).isEmpty();
  }

  @Test
  void shouldKeepTheWorkloadWhenTheSameRegistrationIsRepeated() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    // when
    var reply = (NodeReply.Current) node.register(1, 1);

    // then
    assertThat(reply.publication().progress().orElseThrow().workload()).contains(ONE_CONTAINER);
  }

  @Test
  void shouldNotEndAtAPollWhileTheWorkloadIsUnknown() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.register(1, 2);

    // when
    node.tell(new Poll(1));

    // then
    var current = node.get();
    assertThat(current.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(current.progress().orElseThrow().status()).isEqualTo(DrainStatus.WAIT_CONTAINER);
  }

  @Test
  void shouldDoNothingOnATickOfAnEarlierDrain() {
    // given a second drain whose own deadline is passed as well, so that only the epoch tells
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.applyOrder(RECOMMISSION, 2);
    node.drain(graceful(ONE_MINUTE), 3);
    node.clock.add(Duration.ofMinutes(2));

    // when
    node.tell(new Poll(1));
    node.tell(new Poll(1));

    // then
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(node.events(NodeDecommissioned.class)).isEmpty();
  }

  @Test
  void shouldBeginTheNextDrainWithAnUnknownWorkload() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.applyOrder(RECOMMISSION, 2);

    // when
    node.applyOrder(graceful(ONE_MINUTE), 3);

    // then
    var current = node.get();
    assertThat(current.node().drain().orElseThrow().epoch()).isEqualTo(2);
    assertThat(current.progress().orElseThrow().workload()).isEmpty();
  }

  @Test
  void shouldEndADrainExactlyOnce() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.clock.add(Duration.ofMinutes(1));

    // when every way to end it comes at once
    node.report(node.stamp(1, 1), 1, 1, Workload.NOTHING);
    node.tell(new Poll(1));
    node.tell(new Poll(1));
    node.tell(new NodeCommand.ReportExpiry(node.stamp(1, 1)));
    node.applyOrder(Samples.NORMAL, 2);
    node.advance(POLL);

    // then
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class)).hasSize(1);
  }

  @Test
  void shouldDrainANodeThatNeverRegistered() {
    // given
    var node = NodeUnderTest.reconciled(TEST_KIT);

    // when
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofMinutes(1));

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
  }
}
