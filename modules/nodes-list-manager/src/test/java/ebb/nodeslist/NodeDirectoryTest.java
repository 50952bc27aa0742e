package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.Initiator;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodeAddress;
import ebb.node.DrainProgress;
import ebb.node.NodeCommand.Acknowledge;
import ebb.node.NodePublication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The leader sees every node of the register, wherever it lives and whenever it moves. */
class NodeDirectoryTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final NodeId B = new NodeId("b", 1);
  private static final NodeId C = new NodeId("c", 1);

  private final Config config =
      ConfigFactory.parseString("ebb.nodes-list-manager.window = 2")
          .withFallback(ManualTime.config())
          .withFallback(ConfigFactory.load());
  private final ActorTestKit kit = ActorTestKit.create(config);
  private final ManualTime time = ManualTime.get(kit.system());
  private final FakeNodes nodes = new FakeNodes();
  private final Map<NodeId, Sighting> sightings = new ConcurrentHashMap<>();
  private final HandClock clock = new HandClock();
  private final ActorRef<DirectoryCommand> directory =
      kit.spawn(
          NodeDirectory.create(
              7,
              nodes,
              NodesListSettings.of(config),
              clock,
              node -> sightings.getOrDefault(node, Sighting.NONE)));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldAnswerFromMemory() {
    nodes.register(A);
    directory.tell(watching(A, B, C));

    Awaitility.await().until(() -> view().size() == 3);

    assertThat(view()).extracting(p -> p.node().nodeId()).containsExactly(A, B, C);
    assertThat(view().get(0).node()).isEqualTo(nodes.node(A));
    TestProbe<DirectoryCommand.Node> probe = kit.createTestProbe();
    directory.tell(new DirectoryCommand.FindNode(new NodeId("x", 1), probe.getRef()));
    assertThat(probe.receiveMessage().node()).isEmpty();
  }

  @Test
  void shouldTellWhatTheLeadersInstanceHasSeenOfANodeAtThatMoment() {
    // given
    watch(A, B);
    directory.tell(new DirectoryCommand.Published(publication(A, 1)));
    directory.tell(new DirectoryCommand.Published(publication(B, 1)));
    TestProbe<DirectoryCommand.Nodes> probe = kit.createTestProbe();
    directory.tell(new DirectoryCommand.ListNodes(probe.getRef()));
    assertThat(probe.receiveMessage().nodes())
        .containsExactly(
            new SeenNode(publication(A, 1), Sighting.NONE, IP),
            new SeenNode(publication(B, 1), Sighting.NONE, IP));
    // when it hears of one of them
    Sighting heard =
        new Sighting(
            Optional.of(clock.instant()), Optional.of(Resource.of(1024, 1)), Optional.empty());
    sightings.put(B, heard);
    // then
    TestProbe<DirectoryCommand.Node> one = kit.createTestProbe();
    directory.tell(new DirectoryCommand.FindNode(B, one.getRef()));
    assertThat(one.receiveMessage().node()).contains(new SeenNode(publication(B, 1), heard, IP));
    directory.tell(new DirectoryCommand.ListNodes(probe.getRef()));
    assertThat(probe.receiveMessage().nodes())
        .extracting(SeenNode::sighting)
        .containsExactly(Sighting.NONE, heard);
  }

  @Test
  void shouldShowTheAddressFromWhichANodeRegisteredLast() {
    watch(B);
    directory.tell(new DirectoryCommand.Published(publication(B, 1)));

    directory.tell(new DirectoryMessage.Watch(Map.of(B, new NodeAddress(B.host(), "10.0.0.9"))));

    TestProbe<DirectoryCommand.Node> probe = kit.createTestProbe();
    directory.tell(new DirectoryCommand.FindNode(B, probe.getRef()));
    assertThat(probe.receiveMessage().node().flatMap(SeenNode::ip)).contains("10.0.0.9");
  }

  @Test
  void shouldTellSubscribersWhatIsKnownAndThenWhatIsNew() {
    watch(A);
    directory.tell(new DirectoryCommand.Published(publication(A, 3)));
    TestProbe<DirectoryCommand.News> subscriber = kit.createTestProbe();
    directory.tell(new DirectoryCommand.Subscribe(subscriber.getRef()));

    subscriber.expectMessage(changed(A, 3));
    directory.tell(new DirectoryCommand.Published(publication(A, 4)));
    subscriber.expectMessage(changed(A, 4));
  }

  @Test
  void shouldIgnoreAnOlderPublicationButPassARepeatedOneOn() {
    watch(A, B);
    TestProbe<DirectoryCommand.News> subscriber = kit.createTestProbe();
    directory.tell(new DirectoryCommand.Subscribe(subscriber.getRef()));
    directory.tell(new DirectoryCommand.Published(publication(A, 4)));
    directory.tell(new DirectoryCommand.Published(publication(A, 3)));
    directory.tell(new DirectoryCommand.Published(publication(A, 4)));
    directory.tell(new DirectoryCommand.Published(publication(B, 1)));

    subscriber.expectMessage(changed(A, 4));
    subscriber.expectMessage(changed(A, 4));
    subscriber.expectMessage(changed(B, 1));
    assertThat(view()).containsExactly(publication(A, 4), publication(B, 1));
  }

  /** Nobody acts on what a drain waits for, and a fleet that drains says it ten thousand times. */
  @Test
  void shouldShowADrainsProgressWithoutTellingSubscribers() {
    // given
    watch(A);
    NodePublication started = publication(A, 4);
    directory.tell(new DirectoryCommand.Published(started));
    TestProbe<DirectoryCommand.News> subscriber = kit.createTestProbe();
    directory.tell(new DirectoryCommand.Subscribe(subscriber.getRef()));
    subscriber.expectMessage(new DirectoryCommand.Changed(started));
    // when
    var waits = new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty());
    NodePublication waiting =
        new NodePublication(started.revision(), started.node(), Optional.of(waits));
    directory.tell(new DirectoryCommand.Published(waiting));
    // then
    assertThat(view()).containsExactly(waiting);
    // but what is repeated was not acknowledged, and what is new is told
    directory.tell(new DirectoryCommand.Published(waiting));
    directory.tell(new DirectoryCommand.Published(publication(A, 5)));
    subscriber.expectMessage(new DirectoryCommand.Changed(waiting));
    subscriber.expectMessage(changed(A, 5));
  }

  @Test
  void shouldTellTheFanOutWhatNodesHaveObeyed() {
    // given
    watch(A);
    TestProbe<DirectoryMessage.Shows> fanOut = kit.createTestProbe();
    directory.tell(new DirectoryMessage.TellObeyed(fanOut.getRef()));
    NodePublication known = publication(A, 4);
    // when
    directory.tell(new DirectoryCommand.Published(known));
    directory.tell(new DirectoryCommand.Published(publication(A, 5)));
    directory.tell(new DirectoryCommand.Published(obeyed(A, 6, 2)));
    // then
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 0));
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 2));
  }

  /** It moved to another instance, where it knows nobody to publish to. */
  @Test
  void shouldAttachToANodeThatAnswersMoreThanItHasShownAndTellTheFanOutOnceItShowsIt() {
    // given
    watch(A, B);
    TestProbe<DirectoryMessage.Shows> fanOut = kit.createTestProbe();
    directory.tell(new DirectoryMessage.TellObeyed(fanOut.getRef()));
    directory.tell(new DirectoryCommand.Published(obeyed(A, 4, 1)));
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 1));
    view();
    int before = nodes.attaches(A);
    // when
    directory.tell(new DirectoryMessage.Answered(A, 2));
    // then
    view();
    assertThat(nodes.attaches(A)).isEqualTo(before + 1);
    fanOut.expectNoMessage(Duration.ZERO);
    directory.tell(new DirectoryCommand.Published(obeyed(A, 5, 2)));
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 2));
  }

  @Test
  void shouldTellTheFanOutAtOnceWhatItShowsAlreadyAndWhatNobodyPlansWith() {
    // given
    watch(A);
    TestProbe<DirectoryMessage.Shows> fanOut = kit.createTestProbe();
    directory.tell(new DirectoryMessage.TellObeyed(fanOut.getRef()));
    directory.tell(new DirectoryCommand.Published(obeyed(A, 4, 3)));
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 3));
    // when
    directory.tell(new DirectoryMessage.Answered(A, 3));
    directory.tell(new DirectoryMessage.Answered(C, 2)); // forgotten
    // then
    fanOut.expectMessage(new DirectoryMessage.Shows(A, 3));
    fanOut.expectMessage(new DirectoryMessage.Shows(C, 2));
  }

  @Test
  void shouldForgetANodeAndWhatItStillSays() {
    // given
    watch(A, B);
    directory.tell(new DirectoryCommand.Published(publication(A, 4)));
    directory.tell(new DirectoryCommand.Published(publication(B, 1)));
    TestProbe<DirectoryCommand.News> subscriber = kit.createTestProbe();
    directory.tell(new DirectoryCommand.Subscribe(subscriber.getRef()));
    subscriber.expectMessage(changed(A, 4));
    subscriber.expectMessage(changed(B, 1));
    // when
    directory.tell(new DirectoryMessage.Forget(Set.of(A)));
    directory.tell(new DirectoryCommand.Published(publication(A, 5)));
    directory.tell(new DirectoryCommand.Published(publication(B, 2)));
    // then
    subscriber.expectMessage(new DirectoryCommand.Forgotten(Set.of(A)));
    subscriber.expectMessage(changed(B, 2));
    assertThat(view()).containsExactly(publication(B, 2));
    assertThat(nodes.acknowledged(A))
        .as("lest it repeats itself for ever")
        .contains(new Acknowledge(7, 5));
    assertThat(nodes.acknowledged(B)).isEmpty();
    // when it is seen anew
    watch(A);
    directory.tell(new DirectoryCommand.Published(publication(A, 5)));
    // then
    subscriber.expectMessage(changed(A, 5));
  }

  @Test
  void shouldTellSinceWhenNodesAreOutOfService() {
    // given
    watch(A, B);
    directory.tell(new DirectoryCommand.Published(publication(A, 0)));
    assertThat(view()).hasSize(1);
    Instant since = clock.instant();
    // when the same is said again later
    clock.advance(Duration.ofSeconds(9));
    directory.tell(new DirectoryCommand.Published(publication(A, 0)));
    // then
    TestProbe<DirectoryMessage.Idle> probe = kit.createTestProbe();
    directory.tell(new DirectoryMessage.ListIdle(probe.getRef()));
    assertThat(probe.receiveMessage().nodes())
        .isEqualTo(Map.of(A, new IdleNode(NodeState.NEW, since, false)));
  }

  @Test
  void shouldKeepAtNodesThatDoNotAnswerWithoutHoldingUpTheOthers() {
    nodes.makeDeaf(A, B);
    directory.tell(watching(A));
    directory.tell(watching(B));
    directory.tell(watching(C));

    Awaitility.await().until(() -> passes(5).size() == 1);
    nodes.letHear(A, B);

    Awaitility.await().until(() -> passes(5).size() == 3);
  }

  @Test
  void shouldAttachToEachNodeAnewWithinAMinute() {
    directory.tell(watching(A, B, C));
    Awaitility.await().until(() -> view().size() == 3);
    int before = nodes.attaches(B);

    for (int i = 0; i < 60; i++) {
      time.timePasses(Duration.ofSeconds(1));
      view();
    }

    assertThat(nodes.attaches(B)).isGreaterThan(before);
  }

  @Test
  void shouldAttachToAllNodesWhenMembershipChanges() {
    directory.tell(watching(A, B, C));
    Awaitility.await().until(() -> view().size() == 3);

    directory.tell(DirectoryMessage.Signal.MEMBERSHIP_CHANGED);

    for (NodeId node : List.of(A, B, C)) {
      Awaitility.await().until(() -> nodes.attaches(node) == 2);
    }
  }

  @Test
  void shouldKeepDrainingNodesAwakeOneAfterTheOtherWithinTenSeconds() {
    // given
    directory.tell(watching(A, B, C));
    Awaitility.await().until(() -> view().size() == 3);
    // when
    directory.tell(new DirectoryMessage.KeepAwake(Set.of(A, B)));
    view();
    // then not at once
    assertThat(nodes.wakes(A)).isEmpty();
    assertThat(nodes.wakes(B)).isEmpty();
    tenSecondsPass();
    assertThat(nodes.wakes(A)).isNotEmpty();
    assertThat(nodes.wakes(B)).isNotEmpty();
    assertThat(nodes.wakes(C)).isEmpty();
  }

  /** It has what the node would say, and nothing else of what is on its way waits for it. */
  @Test
  void shouldTellANodeThatItKeepsAwakeWhatItHasAndWaitForNoAnswer() {
    // given
    watch(A);
    directory.tell(new DirectoryCommand.Published(publication(A, 4)));
    assertThat(view()).hasSize(1);
    int before = nodes.attaches(A);
    directory.tell(new DirectoryMessage.KeepAwake(Set.of(A)));
    // when
    tenSecondsPass();
    // then
    assertThat(nodes.wakes(A)).isNotEmpty().containsOnly(4L);
    assertThat(nodes.attaches(A)).isEqualTo(before + nodes.wakes(A).size());
  }

  @Test
  void shouldKeepANodeAwakeFromThePlanOnThatLetsItDrain() {
    // given
    directory.tell(watching(A, B));
    Awaitility.await().until(() -> view().size() == 2);
    TestProbe<Done> heard = kit.createTestProbe();
    // when
    directory.tell(
        new DirectoryMessage.Planned(
            List.of(
                order(
                    A,
                    new NodeAction.GracefulDecommission(
                        DrainTimeout.INFINITE, TimeoutSource.REQUEST)),
                order(B, new NodeAction.Recommission())),
            heard.getRef()));
    // then
    tenSecondsPass();
    assertThat(nodes.wakes(A)).isNotEmpty();
    assertThat(nodes.wakes(B)).isEmpty();
  }

  private static NodeOrder order(NodeId node, NodeAction action) {
    return new NodeOrder(node, action, 1, Instant.EPOCH, Initiator.system("test", Origin.HTTP));
  }

  @Test
  void shouldNotKeepANodeAwakeThatDrainsNoMore() {
    // given
    directory.tell(watching(A, B));
    Awaitility.await().until(() -> view().size() == 2);
    directory.tell(new DirectoryMessage.KeepAwake(Set.of(A, B)));
    // when
    directory.tell(new DirectoryMessage.KeepAwake(Set.of(B)));
    // then
    tenSecondsPass();
    assertThat(nodes.wakes(A)).isEmpty();
    assertThat(nodes.wakes(B)).isNotEmpty();
  }

  private void tenSecondsPass() {
    for (int i = 0; i < 10; i++) {
      passes(1);
    }
  }

  /** The nodes themselves say nothing. */
  private void watch(NodeId... ids) {
    nodes.makeDeaf(ids);
    directory.tell(watching(ids));
  }

  private static DirectoryCommand.News changed(NodeId node, long revision) {
    return new DirectoryCommand.Changed(publication(node, revision));
  }

  private List<NodePublication> passes(long seconds) {
    time.timePasses(Duration.ofSeconds(seconds));
    return view();
  }

  private List<NodePublication> view() {
    TestProbe<DirectoryCommand.Nodes> probe = kit.createTestProbe();
    directory.tell(new DirectoryCommand.ListNodes(probe.getRef()));
    return probe.receiveMessage().nodes().stream().map(SeenNode::publication).toList();
  }

  /** By an order that wants nothing of it. */
  private static NodePublication obeyed(NodeId id, long revision, long listVersion) {
    NodeLifecycle node = NodeLifecycle.unregistered(id);
    Provenance by = Initiator.system("alice", Origin.HTTP).stamp(Instant.EPOCH, "rm1", listVersion);
    return new NodePublication(
        revision, node.apply(new NodeEvent.ListVersionAdvanced(id, by)), Optional.empty());
  }

  private static NodePublication publication(NodeId node, long revision) {
    return new NodePublication(revision, NodeLifecycle.unregistered(node), Optional.empty());
  }

  private static final Optional<String> IP = Optional.of("10.0.0.1");

  private static DirectoryMessage.Watch watching(NodeId... nodes) {
    return new DirectoryMessage.Watch(
        Stream.of(nodes)
            .collect(
                Collectors.toMap(
                    node -> node, node -> new NodeAddress(node.host(), IP.orElseThrow()))));
  }
}
