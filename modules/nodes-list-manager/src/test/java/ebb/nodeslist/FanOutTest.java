package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.NewsFilter;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A durable plan reaches those who follow the nodes, then every node that can hear. */
class FanOutTest {
  @RegisterExtension
  private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2, H3);

  private TestProbe<NodesListReply> drain(String... hosts) {
    test.lists.exclude(hosts);
    return test.refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(600)));
  }

  private void awaitPlans(int number) {
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(RefreshAccepted.class)).hasSize(number));
  }

  private static void isDraining(NodeTableCommand.News news, NodeId node) {
    var publication = ((NodeTableCommand.Changed) news).publication();
    assertThat(publication.node().nodeId()).isEqualTo(node);
    assertThat(publication.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldTellNodesNothingBeforeSubscribersHaveHeardOfThePlan() {
    // given
    TestProbe<NodeTableCommand.News> subscriber = test.subscriber();
    TestProbe<NodesListReply> caller = drain("h1");
    // when
    var planned = subscriber.expectMessageClass(NodeTableCommand.Planned.class);
    // then
    assertThat(planned.draining())
        .extracting(each -> each.node().nodeId() + " " + each.node().state())
        .containsExactly("h1:1234 DECOMMISSIONING");
    test.passes(Duration.ofMillis(900));
    test.listsInForce();
    assertThat(test.nodes.orders()).isEmpty();
    // when
    planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(planned.listVersion()));
    // then
    assertThat(caller.expectMessageClass(Refreshed.class).pending()).isEmpty();
    isDraining(subscriber.receiveMessage(), H1);
  }

  @Test
  void shouldShowWhatANodeHasYetToApply() {
    test.nodes.makeSlow(H1);
    drain("h1", "h2");

    Awaitility.await()
        .untilAsserted(
            () -> {
              assertThat(test.seen(H2).isDraining()).isTrue();
              assertThat(test.seen(H2).pending()).isEmpty();
              assertThat(test.seen(H1).isDraining()).isFalse();
              assertThat(test.seen(H1).pending()).contains(2L);
            });

    test.nodes.catchUp(H1);
    test.awaitView(H1);
    assertThat(test.seen(H1).pending()).isEmpty();
  }

  @Test
  void shouldNotWaitForSubscribersThatDoNotHear() {
    TestProbe<NodeTableCommand.News> subscriber = test.subscriber();
    TestProbe<NodesListReply> caller = drain("h1");
    subscriber.expectMessageClass(NodeTableCommand.Planned.class);

    test.passes(Duration.ofSeconds(1));

    assertThat(caller.expectMessageClass(Refreshed.class).pending()).isEmpty();
  }

  /**
   * Whatever it publishes before it applies it: the scheduler has to place nothing there any more.
   */
  @Test
  void shouldShowAPlannedDrainAsBegunWhateverTheNodePublishesBeforeItApplies() {
    // given
    TestProbe<NodeTableCommand.News> subscriber = test.subscriber();
    test.nodes.makeSlow(H1);
    drain("h1");
    var planned = subscriber.expectMessageClass(NodeTableCommand.Planned.class);
    planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(planned.listVersion()));
    Awaitility.await().until(() -> test.nodes.orders().size() == 1);
    // when it says again that it runs
    test.tell(ManagerMessage.Tick.MEMBERSHIP_CHANGED);
    isDraining(subscriber.receiveMessage(), H1);
    // then those who subscribe now see the same
    TestProbe<NodeTableCommand.News> late = test.kit.createTestProbe();
    test.tell(new NodeTableCommand.Subscribe(late.getRef()));
    List<NodeTableCommand.News> shown =
        List.of(late.receiveMessage(), late.receiveMessage(), late.receiveMessage());
    assertThat(shown)
        .extracting(news -> ((NodeTableCommand.Changed) news).publication().node().state())
        .containsExactlyInAnyOrder(NodeState.DECOMMISSIONING, NodeState.RUNNING, NodeState.RUNNING);
    // and who asks sees what the node is
    assertThat(test.seen(H1).publication().node().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldAnswerWhenAllNodesHaveApplied() {
    var answer = drain("h1", "h2", "h3").expectMessageClass(Refreshed.class);

    assertThat(answer.pending()).isEmpty();
    assertThat(answer.decisions()).hasSize(3);
    assertThat(test.nodes.orders()).hasSize(3);
  }

  @Test
  void shouldAnswerAfterTwoSecondsWithTheNodesThatAreStillPending() {
    test.nodes.makeDeaf(H1);
    TestProbe<NodesListReply> caller = drain("h1", "h2", "h3");
    awaitPlans(2);
    test.listsInForce();

    test.time.expectNoMessageFor(Duration.ofMillis(1900), caller);
    test.passes(Duration.ofMillis(100));

    assertThat(caller.expectMessageClass(Refreshed.class).pending()).containsExactly(H1);
  }

  @Test
  void shouldAnswerAtOnceIfMoreThanAThousandNodesAreToChange() {
    IntStream.range(0, 1_000)
        .mapToObj(i -> test.asksToJoin(new NodeId("n" + i, 1)))
        .toList()
        .forEach(TestProbe::receiveMessage);
    test.nodes.makeDeaf(H1);
    test.lists.include("h1");
    TestProbe<NodesListReply> caller = test.refresh(RefreshType.GRACEFUL, Optional.empty());

    assertThat(caller.expectMessageClass(Refreshed.class).pending()).hasSizeGreaterThan(1_000);
  }

  @Test
  void shouldReachANodeBehindSilentOnesAndTheSilentOnesLater() {
    // given room for two
    test.nodes.makeDeaf(H1, H2);
    drain("h1", "h2", "h3");
    awaitPlans(2);
    test.listsInForce();
    // when
    test.passes(Duration.ofSeconds(6));
    // then
    Awaitility.await().until(() -> test.nodes.node(H3).drain().isPresent());
    // when they hear again
    test.nodes.letHear(H1, H2);
    test.passes(Duration.ofSeconds(6));
    // then
    Awaitility.await()
        .untilAsserted(
            () -> {
              test.passes(Duration.ofSeconds(1));
              assertThat(test.nodes.node(H1).drain()).isPresent();
              assertThat(test.nodes.node(H2).drain()).isPresent();
            });
  }

  @Test
  void shouldCountANewerOrderForTheOlderAnswerToo() {
    // given
    test.nodes.makeSlow(H1);
    TestProbe<NodesListReply> first = drain("h1");
    awaitPlans(2);
    TestProbe<NodesListReply> second = drain();
    awaitPlans(3);
    // when
    Awaitility.await().until(() -> test.nodes.orders().size() == 2);
    test.nodes.catchUp(H1);
    // then
    assertThat(first.expectMessageClass(Refreshed.class).listVersion()).isEqualTo(2);
    assertThat(second.expectMessageClass(Refreshed.class).pending()).isEmpty();
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldAnswerWhatIsDurableWhenTheLeaderEnds() {
    test.nodes.makeDeaf(H1);
    TestProbe<NodesListReply> caller = drain("h1", "h2");
    awaitPlans(2);
    test.listsInForce();

    test.crash();

    assertThat(caller.expectMessageClass(Refreshed.class).pending()).contains(H1);
  }

  @Test
  void shouldAnswerInBoundedTimeThoughTheJournalIsSilent() {
    CountDownLatch disk = new CountDownLatch(1);
    test.journal.withPolicy(new SlowWrites(disk));
    TestProbe<NodesListReply> caller = drain("h1");
    TestProbe<NodesListReply> asker = test.kit.createTestProbe();
    test.tell(new NodesListCommand.GetLists(asker.getRef()));
    asker.expectMessageClass(NodesListReply.ListsInForce.class);

    test.passes(Duration.ofSeconds(46));

    assertThat(caller.expectMessageClass(NodesListReply.Rejected.class).reason())
        .contains("No answer came in time");
    disk.countDown();
  }

  /** It may have moved since, and say the rest to nobody. */
  @Test
  void shouldGoOnAskingANodeOfWhichOthersHaveTold() {
    // given
    test.nodes.makeDeaf(H1);
    test.tell(ManagerMessage.Tick.MEMBERSHIP_CHANGED);
    test.listsInForce();
    int before = test.nodes.asked(H1);
    // when
    test.tell(
        new NodeTableCommand.Admitted(
            new NodeStateUpdate(7, 7, NodeLifecycle.unregistered(H1), Optional.empty())));
    // then
    assertThat(test.seen(H1).publication().revision()).isEqualTo(7);
    Awaitility.await()
        .untilAsserted(
            () -> {
              test.passes(Duration.ofSeconds(1));
              assertThat(test.nodes.asked(H1)).isGreaterThan(before);
            });
  }

  /** It makes itself known when it registers, unless that is lost on the way. */
  @Test
  void shouldNotAskANodeThatRegisters() {
    NodeId h4 = new NodeId("h4", 1234);

    test.admission(h4);
    test.admission(h4);

    assertThat(test.nodes.asked(h4)).isZero();
  }

  /** Its NodeManager may have gone elsewhere meanwhile. */
  @Test
  void shouldAskANodeThatTheJournalTookThoughTheWriteFailed() {
    NodeId h4 = new NodeId("h4", 1234);
    String id = NodesListJournal.PERSISTENCE_ID.id();
    // when
    test.journal.failNextPersisted(id);
    test.asksToJoin(h4).expectMessageClass(NodesListReply.Rejected.class);
    test.journal.persistForRecovery(
        id,
        List.of(
            new NodeSeen(
                h4,
                new NodeAddress("h4", "10.0.0.4"),
                ManagerUnderTest.ALICE.stamp(test.clock.instant(), "instance1", 1))));
    test.passes(Duration.ofSeconds(1));
    // then
    Awaitility.await().untilAsserted(() -> assertThat(test.nodes.asked(h4)).isPositive());
  }

  /** Nobody knows that before the journal is read again. */
  @Test
  void shouldTellSubscribersFirstOfAPlanThatTheJournalTookThoughTheWriteFailed() {
    // given
    TestProbe<NodeTableCommand.News> subscriber = test.subscriber();
    TestProbe<NodeTableCommand.News> follower = test.kit.createTestProbe();
    test.tell(
        new NodeTableCommand.Subscribe(
            test.kit.spawn(
                NewsFilter.passing(
                    news -> news instanceof NodeTableCommand.HostsInForce, follower.getRef()))));
    follower.receiveMessage();
    var drain = new NodeAction.GracefulDecommission(DrainTimeout.INFINITE, TimeoutSource.REQUEST);
    var taken =
        new RefreshAccepted(
            "op-taken",
            2,
            RefreshType.GRACEFUL,
            Optional.empty(),
            FakeLists.CONFIGURED,
            test.listsInForce().hash(),
            List.of(new NodeDecision(H1, drain, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ManagerUnderTest.ALICE.stamp(test.clock.instant(), "instance1", 2));
    String id = NodesListJournal.PERSISTENCE_ID.id();
    // when
    test.journal.failNextPersisted(id);
    TestProbe<NodesListReply> caller = drain("h1");
    caller.expectMessageClass(NodesListReply.Rejected.class);
    test.journal.persistForRecovery(id, List.of(taken));
    test.passes(Duration.ofSeconds(1));
    // then
    var planned = subscriber.expectMessageClass(NodeTableCommand.Planned.class);
    assertThat(planned.listVersion()).isEqualTo(2);
    assertThat(test.nodes.orders()).isEmpty();
    assertThat(follower.expectMessageClass(NodeTableCommand.HostsInForce.class).listVersion())
        .isEqualTo(2);
    planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(2));
    isDraining(subscriber.receiveMessage(), H1);
  }

  @Test
  void shouldSettleANodeOnceThoughItsFirstRecordFailed() {
    // given an order that is carried out, and not recorded as such
    drain("h1").expectMessageClass(Refreshed.class);
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    assertThat(test.settled()).isEmpty();
    // when
    test.loseJournal();
    // then
    Awaitility.await()
        .untilAsserted(
            () -> {
              test.passes(Duration.ofSeconds(1));
              assertThat(test.settled()).containsExactly(H1);
            });
  }

  @Test
  void shouldSendASubscriberTheNodesAndThenTheLists() {
    TestProbe<NodeTableCommand.News> probe = test.kit.createTestProbe();

    test.tell(new NodeTableCommand.Subscribe(probe.getRef()));

    for (int i = 0; i < 3; i++) {
      probe.expectMessageClass(NodeTableCommand.Changed.class);
    }
    probe.expectMessageClass(NodeTableCommand.HostsInForce.class);
  }

  @Test
  void shouldAskAllNodesAgainWhenMembershipChanges() {
    int before = test.nodes.asked(H1);

    test.tell(ManagerMessage.Tick.MEMBERSHIP_CHANGED);

    Awaitility.await().untilAsserted(() -> assertThat(test.nodes.asked(H1)).isEqualTo(before + 1));
  }
}
