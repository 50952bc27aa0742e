package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DecommissionCause;
import ebb.domain.Initiator;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Origin;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders reach every node that can hear, and the journal is told in batches. */
class FanOutTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final NodeId B = new NodeId("b", 1);
  private static final NodeId C = new NodeId("c", 1);
  private static final NodeId D = new NodeId("d", 1);

  private final Config config =
      ConfigFactory.parseString(
              """
              ebb.nodes-list-manager.window = 2
              ebb.nodes-list-manager.confirm-batch = 2
              """)
          .withFallback(ManualTime.config())
          .withFallback(ConfigFactory.load());
  private final ActorTestKit kit = ActorTestKit.create(config);
  private final ManualTime time = ManualTime.get(kit.system());
  private final FakeNodes nodes = new FakeNodes();
  private final TestProbe<NodesListCommand> manager = kit.createTestProbe();
  private final TestProbe<NodesListReply> caller = kit.createTestProbe();
  private final TestProbe<DirectoryCommand> directory = kit.createTestProbe();
  private final ActorRef<FanOut.Message> fanOut =
      kit.spawn(
          FanOut.create(
              nodes, manager.getRef(), kit.spawn(directory()), NodesListSettings.of(config)));

  /** Whether the directory shows at once what a node answers. */
  private volatile boolean seesAll = true;

  private volatile ActorRef<DirectoryMessage.Shows> byDirectory;

  private Behavior<DirectoryCommand> directory() {
    return Behaviors.receiveMessage(
        message -> {
          if (seesAll && message instanceof DirectoryMessage.Answered answered) {
            byDirectory.tell(new DirectoryMessage.Shows(answered.node(), answered.listVersion()));
          } else {
            directory.getRef().tell(message);
          }
          return Behaviors.same();
        });
  }

  @BeforeEach
  void follow() {
    byDirectory = directory.expectMessageClass(DirectoryMessage.TellObeyed.class).fanOut();
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldConfirmInBatchesOrAfterAWhile() {
    // given
    nodes.makeDeaf(D);
    // when
    fanOut.tell(send(2, A, B, C, D));
    // then
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 2), new ConfirmedOrder(B, 2));
    time.expectNoMessageFor(Duration.ofMillis(190), manager);
    time.timePasses(Duration.ofMillis(10));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(C, 2));
  }

  @Test
  void shouldConfirmTheLastOfARefreshAtOnce() {
    fanOut.tell(send(2, A, B, C));

    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 2), new ConfirmedOrder(B, 2));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(C, 2));
  }

  /** Of those that come while the journal is slow, many would find no room. */
  @Test
  void shouldWriteOneBatchAtATime() {
    // given
    fanOut.tell(send(2, A, B));
    var first = manager.expectMessageClass(ManagerMessage.Confirmed.class);
    assertThat(first.orders()).hasSize(2);
    // when
    fanOut.tell(send(3, A, B, C));
    fanOut.tell(send(4, D));
    for (int i = 0; i < 3; i++) {
      caller.expectMessageClass(NodesListReply.Refreshed.class);
    }
    time.expectNoMessageFor(Duration.ofSeconds(1), manager);
    first.written().tell(Done.getInstance());
    // then
    assertThat(confirmed())
        .containsExactly(
            new ConfirmedOrder(A, 3),
            new ConfirmedOrder(B, 3),
            new ConfirmedOrder(C, 3),
            new ConfirmedOrder(D, 4));
  }

  @Test
  void shouldConfirmAgainWhatWasLostOnItsWay() {
    // given
    fanOut.tell(send(2, A));
    manager.expectMessageClass(ManagerMessage.Confirmed.class);
    caller.expectMessageClass(NodesListReply.Refreshed.class);
    // when
    time.timePasses(Duration.ofMinutes(2));
    // then
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 2));
  }

  @Test
  void shouldOrderNothingBeforeThoseWhoFollowHaveHeardOfThePlan() {
    // given
    fanOut.tell(announce(2, A));
    var planned = directory.expectMessageClass(DirectoryMessage.Planned.class);
    assertThat(planned.orders()).extracting(NodeOrder::nodeId).containsExactly(A);
    time.expectNoMessageFor(Duration.ofMillis(900), manager, caller);
    // when
    planned.heard().tell(Done.getInstance());
    // then
    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending()).isEmpty();
  }

  @Test
  void shouldNotWaitForThoseWhoDoNotHear() {
    // given
    fanOut.tell(announce(2, A));
    directory.expectMessageClass(DirectoryMessage.Planned.class);
    // when
    time.timePasses(Duration.ofSeconds(1));
    // then
    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending()).isEmpty();
  }

  @Test
  void shouldAnswerForAPlanThatNobodyHasHeardOfWhenItIsStopped() {
    fanOut.tell(announce(2, A));
    directory.expectMessageClass(DirectoryMessage.Planned.class);

    kit.stop(fanOut);

    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending())
        .containsExactly(A);
  }

  @Test
  void shouldAnswerWhenAllNodesHaveObeyed() {
    fanOut.tell(send(2, A, B, C));

    var answer = caller.expectMessageClass(NodesListReply.Refreshed.class);

    assertThat(answer.pending()).isEmpty();
    assertThat(answer.decisions()).hasSize(3);
  }

  /** It publishes to the directory what it has obeyed, and says nothing here. */
  @Test
  void shouldBelieveTheDirectory() {
    // given
    nodes.makeDeaf(A);
    fanOut.tell(send(2, A));
    // when
    byDirectory.tell(new DirectoryMessage.Shows(A, 2));
    // then
    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending()).isEmpty();
    time.timePasses(Duration.ofMillis(200));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 2));
  }

  /** Who plans next asks the directory, which would show the node as it was. */
  @Test
  void shouldNotBelieveANodeWhoseStateTheDirectoryDoesNotShow() {
    // given
    seesAll = false;
    fanOut.tell(send(2, A));
    // when
    var answered = directory.expectMessageClass(DirectoryMessage.Answered.class);
    // then
    assertThat(answered).isEqualTo(new DirectoryMessage.Answered(A, 2));
    time.expectNoMessageFor(Duration.ofSeconds(1), manager, caller);
    // when
    byDirectory.tell(new DirectoryMessage.Shows(A, 2));
    // then
    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending()).isEmpty();
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 2));
  }

  @Test
  void shouldAnswerAfterThreeSecondsWithTheNodesThatAreStillPending() {
    nodes.makeDeaf(A);
    fanOut.tell(send(2, A, B, C));
    confirmed();

    time.expectNoMessageFor(Duration.ofMillis(2900), caller);
    time.timePasses(Duration.ofMillis(100));

    var answer = caller.expectMessageClass(NodesListReply.Refreshed.class);
    assertThat(answer.pending()).containsExactly(A);
  }

  @Test
  void shouldReachANodeBehindSilentOnesAndTheSilentOnesLater() {
    nodes.makeDeaf(A, B);
    fanOut.tell(send(2, A, B, C));

    time.timePasses(Duration.ofSeconds(5));
    time.timePasses(Duration.ofSeconds(1));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(C, 2));
    nodes.letHear(A, B);
    time.timePasses(Duration.ofSeconds(5));
    time.timePasses(Duration.ofSeconds(5));

    assertThat(confirmed())
        .containsExactlyInAnyOrder(new ConfirmedOrder(A, 2), new ConfirmedOrder(B, 2));
  }

  @Test
  void shouldCountANewerOrderForTheOlderAnswerToo() {
    nodes.makeDeaf(A);
    fanOut.tell(send(2, A));
    fanOut.tell(send(2, B));
    // That of B: the order to A is lost by then.
    caller.expectMessageClass(NodesListReply.Refreshed.class);
    nodes.letHear(A);
    fanOut.tell(FanOut.Send.of(List.of(order(A, 3))));

    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending()).isEmpty();
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(B, 2));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 3));
  }

  /** Of two plans that were announced shortly one after the other. */
  @Test
  void shouldKeepTheNewerOrderWhenAnOlderOneComesLate() {
    // given
    nodes.makeDeaf(A);
    fanOut.tell(FanOut.Send.of(List.of(order(A, 3))));
    // when
    fanOut.tell(FanOut.Send.of(List.of(order(A, 2))));
    fanOut.tell(send(3, B));
    caller.expectMessageClass(NodesListReply.Refreshed.class);
    nodes.letHear(A);
    time.timePasses(Duration.ofSeconds(5));
    time.timePasses(Duration.ofSeconds(5));
    // then
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(B, 3));
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(A, 3));
  }

  @Test
  void shouldAnswerWhatIsDurableWhenItIsStopped() {
    nodes.makeDeaf(A);
    fanOut.tell(send(2, A, B, C));
    // Otherwise it may be stopped before it has heard of anything.
    assertThat(confirmed()).containsExactly(new ConfirmedOrder(B, 2), new ConfirmedOrder(C, 2));

    kit.stop(fanOut);

    assertThat(caller.expectMessageClass(NodesListReply.Refreshed.class).pending())
        .containsExactly(A);
  }

  /** Confirms that are written now. */
  private List<ConfirmedOrder> confirmed() {
    var batch = manager.expectMessageClass(ManagerMessage.Confirmed.class);
    batch.written().tell(Done.getInstance());
    return batch.orders();
  }

  private FanOut.Announce announce(long version, NodeId... ids) {
    FanOut.Send send = send(version, ids);
    return new FanOut.Announce(send.orders(), send.answer().orElseThrow());
  }

  private FanOut.Send send(long version, NodeId... ids) {
    List<NodeDecision> decisions =
        List.of(ids).stream()
            .map(
                id ->
                    new NodeDecision(
                        id,
                        order(id, version).action(),
                        Verdict.EXCLUDED_BY_HOST,
                        NodeState.RUNNING))
            .toList();
    var reply =
        new NodesListReply.Refreshed(
            "op", RefreshType.NORMAL, version, false, decisions, new TreeSet<>());
    return new FanOut.Send(
        List.of(ids).stream().map(id -> order(id, version)).toList(),
        Optional.of(new PendingAnswer(reply, caller.getRef())));
  }

  private static NodeOrder order(NodeId id, long version) {
    return new NodeOrder(
        id,
        new NodeAction.Decommission(DecommissionCause.NORMAL),
        version,
        Instant.EPOCH,
        Initiator.system("alice", Origin.HTTP));
  }
}
