package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An operator refreshes: what is acknowledged is durable, and it is carried out whatever crashes.
 */
class NodesListManagerRefreshTest {
  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2);

  @Test
  void shouldAcknowledgeWhatIsDurable() {
    // given
    test.lists.exclude("h1");
    test.clock.add(Duration.ofMinutes(5));
    Instant asked = test.clock.instant();
    // when
    NodesListReply.Refreshed answer = test.graceful(60);
    // then
    RefreshAccepted accepted = lastRefresh();
    assertThat(answer.operationId()).isEqualTo(accepted.operationId()).isNotEmpty();
    assertThat(answer.listVersion()).isEqualTo(accepted.listVersion()).isEqualTo(2);
    assertThat(answer.decisions()).isEqualTo(accepted.decisions());
    assertThat(answer.decisions())
        .containsExactly(
            new NodeDecision(
                H1,
                new NodeAction.GracefulDecommission(
                    DrainTimeout.ofSeconds(60), TimeoutSource.REQUEST),
                HostAdmission.EXCLUDED_BY_HOST,
                NodeState.RUNNING));
    assertThat(answer.pending()).isEmpty();
    assertThat(accepted.by().actor()).isEqualTo("alice");
    assertThat(accepted.by().reason()).contains("new disks");
    assertThat(accepted.by().at()).isEqualTo(asked);
    assertThat(test.nodes.node(H1).drain().orElseThrow().startedAt()).isEqualTo(asked);
  }

  @Test
  @DisplayName("K259: a host that never registered gets no entry")
  void shouldDecideOnNodesOfTheRegisterOnly() {
    test.lists.exclude("h1", "h9");

    TestProbe<NodesListReply> probe = test.refresh(RefreshType.NORMAL, Optional.empty());

    var answer = probe.expectMessageClass(NodesListReply.Refreshed.class);
    assertThat(answer.decisions()).extracting(NodeDecision::nodeId).containsExactly(H1);
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  @DisplayName("K253, better on purpose: a refused file changes nothing, also across a restart")
  void shouldKeepTheListsWhenAFileIsRefused() {
    // given
    test.lists.exclude("h1");
    test.graceful(60);
    var before = test.listsInForce();
    int events = test.events(RefreshAccepted.class).size();
    // when
    test.lists.breakWith("exclude, line 1: not text in UTF-8");
    // then
    for (RefreshType type : List.of(RefreshType.GRACEFUL, RefreshType.NORMAL)) {
      test.refresh(type, Optional.empty())
          .expectMessage(
              new NodesListReply.Rejected(
                  RefreshRejection.LIST_UNREADABLE, "exclude, line 1: not text in UTF-8"));
    }
    assertThat(test.listsInForce()).isEqualTo(before);
    test.restarted();
    assertThat(test.listsInForce()).isEqualTo(before);
    assertThat(test.events(RefreshAccepted.class)).hasSize(events);
  }

  @Test
  @Tag("case-15")
  @Tag("case-16")
  void shouldPutListsInForceByARefreshOnly() {
    // given
    test.lists.exclude("host1", "host2");
    test.lists.include("host3", "host4");
    test.graceful(60);
    // when the files change, and are looked at
    test.lists.include();
    test.lists.exclude("host1", "host2", "host3", "host4");
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(new NodesListCommand.DescribeLists(probe.getRef()));
    var seen = probe.expectMessageClass(NodesListReply.ListsSeen.class);
    // then
    assertThat(seen.inForce().lists().excludes()).hasSize(2);
    assertThat(seen.inForce().lists().includes()).hasSize(2);
    assertThat(seen.files().lists().orElseThrow().excludes()).hasSize(4);
    assertThat(seen.files().lists().orElseThrow().includes()).isEmpty();
    // when
    test.graceful(60);
    // then
    assertThat(test.listsInForce().lists().excludes()).hasSize(4);
    assertThat(test.listsInForce().lists().includes()).isEmpty();
  }

  @Test
  void shouldWriteTheContentsOfListsOnlyWhenTheyChange() {
    test.lists.exclude("h1");
    test.graceful(60);
    test.graceful(90);

    assertThat(test.events(NodesListEvent.ListsRead.class)).hasSize(2); // with the first start's
    assertThat(test.events(RefreshAccepted.class)).hasSize(3);
    assertThat(test.nodes.node(H1).drain().orElseThrow().timeout())
        .isEqualTo(DrainTimeout.ofSeconds(90));
  }

  @Test
  void shouldAnswerADryRunWithThePlanAndWriteNothing() {
    // given
    test.lists.exclude("h1");
    List<NodesListEvent> before = test.events();
    // when
    var plan =
        test.refresh(RefreshType.GRACEFUL, Optional.empty(), true)
            .expectMessageClass(NodesListReply.Refreshed.class);
    // then
    assertThat(plan.dryRun()).isTrue();
    assertThat(plan.operationId()).isEmpty();
    assertThat(plan.listVersion()).isEqualTo(2);
    assertThat(plan.decisions()).extracting(NodeDecision::nodeId).containsExactly(H1);
    assertThat(test.events()).isEqualTo(before);
    assertThat(test.nodes.orders()).isEmpty();
    assertThat(test.listsInForce().lists().excludes()).isEmpty();
  }

  @Test
  void shouldRefuseAPlanThatIsToBeConfirmedAndWriteNothing() {
    // given
    test.lists.exclude("h1");
    List<NodesListEvent> before = test.events();
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    var careful =
        new NodesListCommand.RefreshNodes(
            new RefreshRequest(RefreshType.GRACEFUL, Optional.empty()),
            Initiator.system("alice", Origin.HTTP),
            false,
            true,
            probe.getRef());
    // when
    test.tell(careful);
    // then
    var refused = probe.expectMessageClass(NodesListReply.Rejected.class);
    assertThat(refused.code()).isEqualTo(RefreshRejection.CONFIRMATION_REQUIRED);
    assertThat(refused.reason()).contains("% of the memory");
    assertThat(test.events()).isEqualTo(before);
    assertThat(test.nodes.orders()).isEmpty();
    // and the next refresh is served
    assertThat(test.graceful(60).decisions()).hasSize(1);
  }

  /** Then the lists are none, or old ones, though nobody has changed them. */
  @ParameterizedTest(name = "the yarn-site.xml of the folder names {0}")
  @ValueSource(strings = {"no list", "h2"})
  void shouldLoseNoListWhoseNameIsNotWhereItWas(String stale) {
    String[] hosts = stale.equals("no list") ? new String[0] : new String[] {stale};
    // given a drain
    test.lists.exclude("h1");
    test.graceful(60);
    // when the provider's yarn-site.xml is away, in this term or in the next one
    test.lists.substitute(hosts);
    for (int term = 1; term <= 2; term++) {
      // then
      for (RefreshType type : List.of(RefreshType.GRACEFUL, RefreshType.NORMAL)) {
        assertThat(
                test.refresh(type, Optional.empty())
                    .expectMessageClass(NodesListReply.Rejected.class)
                    .code())
            .isEqualTo(RefreshRejection.CONFIGURATION_UNREADABLE);
      }
      assertThat(described().files().problem().orElse(""))
          .contains("The configuration provider has no yarn-site.xml");
      assertThat(described().files().lists()).isEmpty();
      assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONING);
      test.restarted();
    }
    // when it is back
    test.lists.exclude();
    // then
    test.graceful(60);
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.RUNNING);
  }

  /** A provider that has never had a yarn-site.xml. */
  @Test
  void shouldTakeTheListsOfTheFolderThatAreInForceAlready() {
    // given
    test.lists.substitute();
    for (int term = 1; term <= 2; term++) {
      assertThat(described().files().problem()).isEmpty();
      // when
      test.lists.substitute("h" + term);
      // then
      test.graceful(60);
      assertThat(test.listsInForce().lists().excludes()).containsOnlyKeys("h" + term);
      test.restarted();
    }
  }

  /** It says what helps, and that helps. */
  @Test
  void shouldTakeTheListsOfTheFolderOnceTheyHoldWhatIsInForce() {
    // given
    test.lists.exclude("h1");
    test.graceful(60);
    test.lists.substitute("h1", "h2");
    assertThat(
            test.refresh(RefreshType.GRACEFUL, Optional.empty())
                .expectMessageClass(NodesListReply.Rejected.class)
                .reason())
        .contains("put yarn-site.xml where the provider reads it")
        .contains("put back what is in force ('ebb lists' shows it)");
    // when
    test.lists.substitute("h1");
    assertThat(described().files().problem()).isEmpty();
    test.graceful(60);
    // then they count
    test.lists.substitute("h1", "h2");
    test.graceful(60);
    assertThat(test.listsInForce().lists().excludes()).containsOnlyKeys("h1", "h2");
  }

  private NodesListReply.ListsSeen described() {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(new NodesListCommand.DescribeLists(probe.getRef()));
    return probe.expectMessageClass(NodesListReply.ListsSeen.class);
  }

  @Test
  void shouldNotReadFilesToForce() {
    // given a drain, and files that cannot be read any more
    test.lists.exclude("h1");
    test.graceful(600);
    test.awaitView(H1);
    test.lists.breakWith("exclude: no such file");
    // when
    var answer =
        test.refresh(RefreshType.FORCEFUL, Optional.empty())
            .expectMessageClass(NodesListReply.Refreshed.class);
    // then
    assertThat(answer.decisions()).extracting(NodeDecision::nodeId).containsExactly(H1);
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(lastRefresh().configured()).isEqualTo(FakeLists.CONFIGURED);
  }

  @Test
  void shouldTakeRefreshesOneAfterTheOtherAndReadForEach() {
    test.lists.exclude("h1");
    int before = test.lists.reads();

    TestProbe<NodesListReply> first = test.refresh(RefreshType.GRACEFUL, Optional.empty());
    TestProbe<NodesListReply> second = test.refresh(RefreshType.GRACEFUL, Optional.empty());

    var one = first.expectMessageClass(NodesListReply.Refreshed.class);
    var two = second.expectMessageClass(NodesListReply.Refreshed.class);
    assertThat(one.listVersion()).isEqualTo(2);
    assertThat(two.listVersion()).isEqualTo(3);
    assertThat(one.decisions()).hasSize(1);
    assertThat(two.decisions()).isEmpty();
    assertThat(test.lists.reads()).isEqualTo(before + 2);
  }

  @Test
  void shouldCallOffTheDrainOfANodeThatMovedAndPublishesToNobody() {
    // given
    test.nodes.move(H1);
    test.lists.exclude("h1");
    assertThat(test.graceful(600).pending()).isEmpty();
    // when
    test.lists.exclude();
    // then
    assertThat(test.graceful(600).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.Recommission());
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void shouldSayThatTheJournalIsUnavailableAndRecover() {
    // given
    test.lists.exclude("h1");
    test.failNextWrite();
    // when
    TestProbe<NodesListReply> probe = test.refresh(RefreshType.GRACEFUL, Optional.empty());
    TestProbe<NodesListReply> waiting = test.refresh(RefreshType.GRACEFUL, Optional.empty());
    // then
    assertUnavailable(probe);
    test.passes(Duration.ofSeconds(1)); // the delay of the restart
    assertThat(test.nodes.orders()).isEmpty();
    assertThat(waiting.receiveMessage()).isNotNull(); // refused, or carried out after the restart
    assertThat(test.refresh(RefreshType.NORMAL, Optional.empty()).receiveMessage())
        .isInstanceOf(NodesListReply.Refreshed.class);
  }

  /** Akka would leave it in the stash. */
  @Test
  void shouldCarryOutARefreshThatWaitedForARecoveryAtWhichASnapshotWasDue() {
    // given
    String id = NodesListJournal.PERSISTENCE_ID.id();
    test.journal.failNextPersisted(id);
    test.lists.exclude("h1");
    assertUnavailable(test.refresh(RefreshType.GRACEFUL, Optional.empty()));
    List<NodesListEvent> more = new ArrayList<>();
    for (int i = 0; i < test.settings.snapshotEvery(); i++) {
      more.add(
          new NodesListEvent.NodeSeen(
              new NodeId("more" + i, 1),
              new NodeAddress("more" + i, "ip"),
              ManagerUnderTest.ALICE.stamp(test.clock.instant(), "instance1", 1)));
    }
    test.journal.persistForRecovery(id, List.copyOf(more));
    TestProbe<NodesListReply> waiting = test.refresh(RefreshType.FORCEFUL, Optional.empty());
    // when
    test.passes(Duration.ofSeconds(1));
    // then
    waiting.expectMessageClass(NodesListReply.Refreshed.class);
  }

  @Test
  void shouldSayThatTheJournalIsUnavailableWhenItRefusesAWrite() {
    test.lists.exclude("h1");
    test.journal.rejectNextPersisted(NodesListJournal.PERSISTENCE_ID.id());

    TestProbe<NodesListReply> probe = test.refresh(RefreshType.GRACEFUL, Optional.empty());

    assertUnavailable(probe);
    test.passes(Duration.ofSeconds(1));
    assertThat(test.graceful(60).decisions()).hasSize(1);
  }

  private static void assertUnavailable(TestProbe<NodesListReply> probe) {
    var rejected = probe.expectMessageClass(NodesListReply.Rejected.class);
    assertThat(rejected.code()).isEqualTo(RefreshRejection.JOURNAL_UNAVAILABLE);
  }

  private RefreshAccepted lastRefresh() {
    List<RefreshAccepted> all = test.events(RefreshAccepted.class);
    return all.get(all.size() - 1);
  }
}
