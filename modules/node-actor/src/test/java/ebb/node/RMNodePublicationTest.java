package ebb.node;

import static ebb.node.NodeUnderTest.MOMENT;
import static ebb.node.NodeUnderTest.REPUBLISH;
import static ebb.node.Samples.ONE_CONTAINER;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeState;
import ebb.node.NodeCommand.Acknowledge;
import ebb.node.NodeCommand.Attach;
import ebb.node.NodeCommand.Obey;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeReply.Obeyed;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The leader's view follows each node, whatever message is lost. */
final class RMNodePublicationTest {
  private static final ActorTestKit TEST_KIT = NodeUnderTest.startSystem();

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldPublishToALeaderThatAttaches() {
    var node = new NodeUnderTest(TEST_KIT);

    node.attach(1);

    var published = node.directory.receiveMessage();
    assertThat(published.revision()).isZero();
    assertThat(published.node().nodeId()).isEqualTo(node.id);
    assertThat(published.node().state()).isEqualTo(NodeState.NEW);
  }

  @Test
  void shouldRepeatAPublicationUntilItIsAcknowledged() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);

    // when, then
    node.advance(REPUBLISH);
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
    node.get();
    node.advance(REPUBLISH);
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);

    // when
    node.tell(new Acknowledge(1, 1));
    node.get();
    node.advance(REPUBLISH.multipliedBy(3));

    // then
    node.directory.expectNoMessage(MOMENT);
  }

  @Test
  void shouldTakeAFactOfTheLeaderForAnAcknowledgement() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    // when
    node.tell(new ReportHealth(new FactStamp(1, 1, 1, Optional.empty()), true, ""));
    node.get();
    node.advance(REPUBLISH.multipliedBy(2));
    // then
    node.directory.expectNoMessage(MOMENT);
  }

  @Test
  void shouldAnswerAnOrderByItsPublicationAlone() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    TestProbe<NodeReply> replies = TEST_KIT.createTestProbe();
    // when
    node.tell(new Obey(node.order(graceful(ONE_MINUTE), 1), replies.ref()));
    // then
    assertThat(node.directory.receiveMessage().node().listVersion()).isEqualTo(1);
    replies.expectNoMessage(MOMENT);
    // when it comes again
    node.tell(new Obey(node.order(graceful(ONE_MINUTE), 1), replies.ref()));
    // then
    replies.expectMessage(new Obeyed(node.id, 1));
  }

  /** Else a node with news every second would never repeat what was lost. */
  @Test
  void shouldNotPutTheRepetitionOffWhenItPublishesMeanwhile() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.advance(REPUBLISH.dividedBy(2));
    node.attach(1);
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
    node.directory.expectNoMessage(MOMENT);

    // when
    node.advance(REPUBLISH.dividedBy(2));

    // then
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
  }

  @Test
  void shouldRepeatANewRevisionAlthoughTheLastOneIsAcknowledged() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.obey(Samples.NORMAL, 1);
    node.awaitState(NodeState.DECOMMISSIONED);

    // when
    node.tell(new Acknowledge(1, 1));
    node.get();
    node.advance(REPUBLISH);

    // then
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeAnAcknowledgementFromAnotherTerm() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.attach(2);
    node.directory.receiveMessage();

    // when
    node.tell(new Acknowledge(1, 1));
    node.get();
    node.advance(REPUBLISH);

    // then
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
  }

  @Test
  void shouldPublishToTheNewestLeaderOnly() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    TestProbe<NodePublication> second = TEST_KIT.createTestProbe();
    node.tell(new Attach(2, second.ref(), Optional.empty()));
    second.receiveMessage();

    // when the first leader wakes late
    node.attach(1);
    node.obey(Samples.NORMAL, 1);

    // then
    assertThat(second.receiveMessage().revision()).isEqualTo(2);
    node.directory.expectNoMessage(MOMENT);
  }

  @Test
  void shouldPublishProgressThatIsNoEvent() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.drain(graceful(ONE_MINUTE), 1);
    node.tell(new Acknowledge(1, 2));

    // when
    node.report(node.stamp(1, 1), 1, 1, ONE_CONTAINER);

    // then
    var published = node.directory.receiveMessage();
    assertThat(published.revision()).isEqualTo(2);
    assertThat(published.progress().orElseThrow().workload()).contains(ONE_CONTAINER);
    node.get();
    node.advance(REPUBLISH);
    node.directory.expectNoMessage(MOMENT);
  }

  @Test
  void shouldKeepAnAcknowledgementWhenTheSameLeaderAttachesAgain() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.tell(new Acknowledge(1, 1));

    // when
    node.attach(1);

    // then it answers once, and does not repeat
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
    node.advance(REPUBLISH);
    node.directory.expectNoMessage(MOMENT);
  }

  /** Ten thousand draining nodes are kept awake, and heartbeats wait for all that they say. */
  @Test
  void shouldSayNothingToADirectoryThatHasItsNewestRevisionAndOnlyKeepsItAwake() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.tell(new Acknowledge(1, 1));
    // when
    keepAwake(node, 1);
    // then
    node.directory.expectNoMessage(MOMENT);
    // but when the directory has another one
    keepAwake(node, 0);
    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
  }

  @Test
  void shouldAnswerADirectoryThatKeepsItAwakeButHasNotAcknowledged() {
    var node = NodeUnderTest.running(TEST_KIT);

    keepAwake(node, 1);

    assertThat(node.directory.receiveMessage().revision()).isEqualTo(1);
  }

  @Test
  void shouldAnswerANewLeaderThatKeepsItAwakeWhateverTheLastOneHasAcknowledged() {
    // given
    var node = NodeUnderTest.running(TEST_KIT);
    node.tell(new Acknowledge(1, 1));
    TestProbe<NodePublication> second = TEST_KIT.createTestProbe();
    // when
    node.tell(new Attach(2, second.ref(), Optional.of(1L)));
    // then
    assertThat(second.receiveMessage().revision()).isEqualTo(1);
  }

  private static void keepAwake(NodeUnderTest node, long known) {
    node.tell(new Attach(1, node.directory.ref(), Optional.of(known)));
  }
}
