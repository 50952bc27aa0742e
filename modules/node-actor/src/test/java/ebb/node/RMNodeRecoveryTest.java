package ebb.node;

import static ebb.node.NodeUnderTest.MOMENT;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.PoisonPill;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainAccount;
import ebb.domain.DrainStatus;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeState;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.Register;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a node is after a crash: its journal, and nothing else that it would believe. */
final class RMNodeRecoveryTest {
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(15);
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldWaitForAReportAfterARestart() {
    // given a node that was known to wait for an application only
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);

    // when
    node.startAgain();

    // then
    var current = node.get();
    assertThat(current.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(current.progress())
        .contains(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty()));

    // and then a report of a leader that has met it counts
    node.reconcile(2);
    node.report(node.stamp(2, 1), 1, 1, Workload.NOTHING);
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldBelieveNoReportBeforeALeaderHasMetIt() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.startAgain();

    // when
    node.report(node.stamp(1, 1), 1, 7, Workload.NOTHING);

    // then it goes on to wait for one that counts
    node.reconcile(1);
    node.report(node.stamp(1, 1), 1, 8, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    assertThat(node.get().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldEndByADeadlineThatPassedWhileItWasDown() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.stop();
    node.clock.add(Duration.ofHours(1));

    // when
    node.startAgain();
    node.reconcile(1);

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
    assertThat(node.events(NodeDecommissioned.class))
        .extracting(NodeDecommissioned::cause)
        .containsExactly(DecommissionCause.TIMEOUT);
  }

  @Test
  void shouldKeepTheDeadlineAcrossARestart() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.advance(Duration.ofSeconds(40));

    // when
    node.startAgain();
    node.reconcile(1);
    node.awaitPublication(published -> published.progress().isPresent());
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    node.advance(Duration.ofSeconds(20));

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldKeepItsRevisionAcrossARestart() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    long revision = node.get().revision();

    // when
    node.startAgain();

    // then
    assertThat(node.get().revision()).isEqualTo(revision).isEqualTo(node.events().size());
  }

  @Test
  void shouldAnswerARegistrationOnlyOnceItIsDurable() {
    // given
    var node = NodeUnderTest.reconciled(TEST_KIT);
    node.journal.failNextPersisted(RMNode.persistenceId(node.id).id());

    // when
    node.tell(new Register(node.stamp(1, 1), SIZE, true, true, 0, Instant.MAX, node.replies.ref()));

    // then
    node.replies.expectNoMessage(MOMENT);
    assertThat(node.events()).isEmpty();
  }

  @Test
  void shouldStartAgainAfterAFailedWriteAndAnswer() {
    // given a draining node whose next write fails
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.journal.failNextPersisted(RMNode.persistenceId(node.id).id());
    node.tell(new NodeCommand.Unregister(node.stamp(1, 1)));
    node.leader.expectNoMessage(MOMENT);

    // when
    node.tell(new Register(node.stamp(1, 1), SIZE, true, true, 0, Instant.MAX, node.replies.ref()));
    node.advance(LONGEST_BACKOFF);

    // then it is as its journal says, still watched, and still publishes
    var admitted = node.replies.expectMessageClass(NodeReply.Current.class);
    assertThat(admitted.publication().node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    node.advance(ONE_MINUTE.limit().orElseThrow());
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  /** It does not believe what it heard before, so whoever sees that reports it again. */
  @Test
  void shouldEndADrainWhoseEndCouldNotBeWritten() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.journal.failNextPersisted(RMNode.persistenceId(node.id).id());
    node.report(node.stamp(1, 1), 1, 2, Workload.NOTHING);
    node.leader.expectNoMessage(MOMENT);

    // when
    node.advance(LONGEST_BACKOFF);

    // then
    var unknown = new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty());
    assertThat(node.leader.receiveMessage().progress()).contains(unknown);
    node.report(node.stamp(1, 1), 1, 3, Workload.NOTHING);
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  /** The process has seen all of the drain, however often the database was away. */
  @Test
  void shouldKeepTheAccountOfADrainThroughAFailedWrite() {
    // given
    var node = NodeUnderTest.waitingForAContainer(TEST_KIT);
    node.advance(Duration.ofSeconds(10));
    node.journal.failNextPersisted(RMNode.persistenceId(node.id).id());
    node.report(node.stamp(1, 1), 1, 2, Workload.NOTHING);
    node.leader.expectNoMessage(MOMENT);

    // when
    node.advance(LONGEST_BACKOFF);
    node.leader.receiveMessage();
    node.report(node.stamp(1, 1), 1, 3, Workload.NOTHING);
    node.awaitState(NodeState.DECOMMISSIONED);

    // then
    long waited = Duration.ofSeconds(10).plus(LONGEST_BACKOFF).toMillis();
    var held = new TreeMap<>(Map.of("application_1_0001", 10_000L));
    assertThat(node.events(NodeDecommissioned.class).get(0).account())
        .contains(new DrainAccount(waited, 0, 0, 0, held));
  }

  @Test
  void shouldStartAgainAfterARefusedWrite() {
    // given
    var node = NodeUnderTest.reconciled(TEST_KIT);
    node.journal.rejectNextPersisted(RMNode.persistenceId(node.id).id());
    node.tell(new Register(node.stamp(1, 1), SIZE, true, true, 0, Instant.MAX, node.replies.ref()));
    node.replies.expectNoMessage(MOMENT);

    // when
    node.tell(new Register(node.stamp(1, 1), SIZE, true, true, 0, Instant.MAX, node.replies.ref()));
    node.advance(LONGEST_BACKOFF);

    // then
    node.replies.expectMessageClass(NodeReply.Current.class);
  }

  /** Otherwise the leader hears of it when it asks next, which may be much later. */
  @Test
  void shouldTellTheLeaderOfTheDeadlineAfterItHasStartedAgainByItself() {
    // given a watcher that dies
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.watcher(1).tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
    node.leader.expectNoMessage(MOMENT);
    node.advance(LONGEST_BACKOFF);
    node.get();

    // when
    node.advance(ONE_MINUTE.limit().orElseThrow());

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldNotLoseTheDeadlineWithTheWatcher() {
    // given a watcher that dies
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.watcher(1).tell(PoisonPill.getInstance(), akka.actor.ActorRef.noSender());
    node.leader.expectNoMessage(MOMENT);

    // when the node has started again
    node.advance(LONGEST_BACKOFF);
    node.reconcile(1);
    node.awaitPublication(published -> published.progress().isPresent());
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);
    node.awaitWorkload(ONE_CONTAINER);
    node.advance(ONE_MINUTE.limit().orElseThrow());

    // then
    node.awaitState(NodeState.DECOMMISSIONED);
  }
}
