package ebb.node;

import static ebb.node.NodeUnderTest.MOMENT;
import static ebb.node.Samples.ALICE;
import static ebb.node.Samples.NORMAL;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.node.NodeCommand.Reconcile;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The leader's view follows each node, whatever message is lost. */
final class RMNodePublicationTest {
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();

  private final TestProbe<NodeStateUpdate> second = TEST_KIT.createTestProbe();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldPublishToALeaderThatReconciles() {
    var node = new NodeUnderTest(TEST_KIT);

    node.reconcile(1);

    var published = node.leader.receiveMessage();
    assertThat(published.revision()).isZero();
    assertThat(published.update()).isEqualTo(T0.toEpochMilli());
    assertThat(published.node().nodeId()).isEqualTo(node.id);
    assertThat(published.node().state()).isEqualTo(NodeState.NEW);
  }

  @Test
  void shouldPublishAChangeOnce() {
    // given
    var node = NodeUnderTest.reconciled(TEST_KIT);
    // when
    node.register(1, 1);
    // then
    assertThat(node.leader.receiveMessage().revision()).isEqualTo(1);
    node.advance(Duration.ofHours(1));
    node.leader.expectNoMessage(MOMENT);
  }

  @Test
  void shouldAnswerAnOrderByOnePublicationOfWhatBecameOfIt() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    var order = Optional.of(node.order(graceful(ONE_MINUTE), 1));

    // when
    reconcile(node, order, node.get().update());

    // then
    assertThat(node.leader.receiveMessage().node().listVersion()).isEqualTo(1);
    node.leader.expectNoMessage(MOMENT);

    // when it comes again, from a leader that knows what became of it
    reconcile(node, order, node.get().update());

    // then
    node.leader.expectNoMessage(MOMENT);
  }

  /** What was lost is not repeated until the leader shows that it lacks it. */
  @Test
  void shouldAnswerALeaderThatLacksTheNewestUpdate() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    NodeStateUpdate newest = node.get();

    // when, then
    reconcile(node, Optional.empty(), newest.update() - 1);
    node.leader.expectMessage(newest);
    node.reconcile(1);
    node.leader.expectMessage(newest);
  }

  /** Ten thousand draining nodes are kept awake, and heartbeats wait for all that they say. */
  @Test
  void shouldSayNothingToALeaderThatHasItsNewestUpdate() {
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    reconcile(node, Optional.empty(), node.get().update());

    node.leader.expectNoMessage(MOMENT);
  }

  @Test
  void shouldAnswerTheFirstReconcileOfALeaderWhateverThatKnows() {
    var node = NodeUnderTest.running(TEST_KIT);
    NodeStateUpdate newest = node.get();

    node.tell(
        new Reconcile(new Leader(2, second.ref()), Optional.empty(), Optional.of(newest.update())));

    second.expectMessage(newest);

    // and also when it leads again in a later term
    node.tell(
        new Reconcile(new Leader(3, second.ref()), Optional.empty(), Optional.of(newest.update())));
    second.expectMessage(newest);
  }

  @Test
  void shouldAnswerTheFirstReconcileOfItsLifeWhateverTheLeaderKnows() {
    // given a clock that stands still, so that both lives begin with the same update
    var node = NodeUnderTest.reconciled(TEST_KIT);
    long known = node.get().update();
    node.startAgain();

    // when
    reconcile(node, Optional.empty(), known);

    // then
    assertThat(node.leader.receiveMessage().update()).isEqualTo(known);
    reconcile(node, Optional.empty(), known);
    node.leader.expectNoMessage(MOMENT);
  }

  @Test
  void shouldPublishToTheNewestLeaderOnly() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.tell(new Reconcile(new Leader(2, second.ref()), Optional.empty(), Optional.empty()));
    second.receiveMessage();

    // when the first leader wakes late, with an order
    node.reconcile(1);
    node.applyOrder(NORMAL, 1);
    node.tell(new NodeCommand.ReportExpiry(node.stamp(1, 2)));
    node.tell(new NodeCommand.Unregister(ofSecond(2, 1)));

    // then
    var published = second.receiveMessage();
    assertThat(published.node().state()).isEqualTo(NodeState.SHUTDOWN);
    assertThat(published.node().listVersion()).isZero();
    node.leader.expectNoMessage(MOMENT);
  }

  /** Its leader would take it for what it was until it reconciles the next time. */
  @Test
  void shouldPublishToTheLeaderWhoseFactWakesIt() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.startAgain();
    // when
    node.tell(new NodeCommand.ReportExpiry(ofSecond(2, 0)));
    // then
    assertThat(second.receiveMessage().node().state()).isEqualTo(NodeState.LOST);
    second.expectNoMessage(MOMENT);
  }

  @Test
  void shouldPublishToTheLeaderWhoseSizeWakesIt() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.startAgain();
    Resource bigger = Resource.of(16384, 16);
    // when
    node.tell(
        new NodeCommand.Resize(new Leader(2, second.ref()), bigger, ALICE, node.replies.ref()));
    // then
    assertThat(second.receiveMessage().node().capacity()).contains(bigger);
    // and an earlier leader's is not heard
    node.tell(
        new NodeCommand.Resize(new Leader(1, node.leader.ref()), SIZE, ALICE, node.replies.ref()));
    assertThat(node.get().node().capacity()).contains(bigger);
    node.leader.expectNoMessage(MOMENT);
  }

  @Test
  void shouldPublishToTheLeaderWhoseRegistrationWakesIt() {
    // given a NodeManager that registers again, which is no event
    var node = NodeUnderTest.running(TEST_KIT);
    node.startAgain();
    // when
    node.tell(
        new NodeCommand.Register(
            ofSecond(2, 1), SIZE, true, true, 0, Instant.MAX, node.replies.ref()));
    // then
    assertThat(second.receiveMessage().revision()).isEqualTo(1);
    second.expectNoMessage(MOMENT);
  }

  @Test
  void shouldPublishProgressThatIsNoEvent() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    long before = node.get().update();

    // when
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);

    // then
    var published = node.leader.receiveMessage();
    assertThat(published.revision()).isEqualTo(2);
    assertThat(published.update()).isGreaterThan(before);
    assertThat(published.progress().orElseThrow().workload()).contains(ONE_CONTAINER);
  }

  /** Its sender does not see that the node has taken notice: the publication was lost. */
  @Test
  void shouldPublishAgainWhenAReportSaysTheSameAgain() {
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    NodeStateUpdate newest = node.get();

    node.report(node.stamp(1, 1), 1, 2, ONE_CONTAINER);

    node.leader.expectMessage(newest);
    node.leader.expectNoMessage(MOMENT);
  }

  /** A fact of a new life is news by its sender alone: nothing else tells that to the leader. */
  @Test
  void shouldPublishThatAFactOfANewLifeMadeTheWorkloadUnknown() {
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    node.tell(new NodeCommand.ReportHealth(node.stamp(1, 2), true, ""));

    assertThat(node.leader.receiveMessage().progress().orElseThrow().workload()).isEmpty();
  }

  @Test
  void shouldCountUpdatesByTheClockAndByOneWhileThatStandsStill() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    assertThat(node.get().update()).isEqualTo(T0.toEpochMilli() + 1);
    // when, then
    node.clock.add(Duration.ofSeconds(3));
    node.applyOrder(NORMAL, 1);
    assertThat(node.get().update()).isEqualTo(T0.plusSeconds(3).toEpochMilli());
    // when, then
    node.clock.add(Duration.ofSeconds(1));
    node.startAgain();
    assertThat(node.get().update()).isEqualTo(T0.plusSeconds(4).toEpochMilli());
  }

  private ReportStamp ofSecond(long term, long registration) {
    return new ReportStamp(new Leader(term, second.ref()), registration, Optional.empty());
  }

  private static void reconcile(NodeUnderTest node, Optional<NodeOrder> order, long known) {
    node.tell(new Reconcile(new Leader(1, node.leader.ref()), order, Optional.of(known)));
  }
}
