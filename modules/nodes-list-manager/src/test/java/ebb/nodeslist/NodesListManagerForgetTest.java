package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NewsFilter;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The register does not grow for ever: a node that no list names is forgotten, and can come back.
 */
class NodesListManagerForgetTest {
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2);

  @Test
  void shouldForgetANodeOnceItHasBeenUntrackedForTheTimeout() {
    // given
    leaveOutH2();
    // when half of the timeout has passed, and then the other half
    ticks(2);
    assertThat(forgotten()).isEmpty();
    // and some more
    ticks(1);
    // then
    Awaitility.await().until(() -> forgotten().equals(List.of(H2)));
    assertThat(test.events(NodesForgotten.class).get(0).by().origin()).isEqualTo(Origin.TIMER);
    Awaitility.await().until(() -> test.view().equals(List.of(H1)));
    // and a restart does not bring it back
    test.restarted();
    Awaitility.await().until(() -> test.view().equals(List.of(H1)));
    // and who knocks is judged by the lists
    assertThat(test.admission(H2))
        .isEqualTo(new NodesListReply.Admission(H2, HostAdmission.NOT_INCLUDED, 2, false));
  }

  @Test
  void shouldSayThatANodeIsForgottenAndHearNoMoreOfIt() {
    // given
    leaveOutH2();
    TestProbe<NodeTableCommand.News> subscriber = test.kit.createTestProbe();
    test.tell(new NodeTableCommand.Subscribe(subscriber.getRef()));
    subscriber.receiveSeveralMessages(3);
    NodeStateUpdate last = test.seen(H2).publication();
    // when
    ticks(3);
    // then
    subscriber.fishForMessage(
        Duration.ofSeconds(10),
        news ->
            news.equals(new NodeTableCommand.Forgotten(Set.of(H2)))
                ? FishingOutcomes.complete()
                : FishingOutcomes.continueAndIgnore());
    // and what was on its way is not taken for a node
    test.tell(
        new NodeTableCommand.Admitted(
            new NodeStateUpdate(
                last.revision() + 1, last.update() + 1, last.node(), Optional.empty())));
    assertThat(test.view()).containsExactly(H1);
  }

  @Test
  void shouldSeeAForgottenNodeAnewOnceTheListsAllowIt() {
    // given
    leaveOutH2();
    ticks(3);
    Awaitility.await().until(() -> forgotten().equals(List.of(H2)));
    // when
    test.lists.include("h1", "h2");
    refresh(RefreshType.NORMAL);
    // then
    assertThat(test.admission(H2))
        .isEqualTo(new NodesListReply.Admission(H2, HostAdmission.ALLOWED, 3, false));
    test.nodes.register(H2);
    Awaitility.await().until(() -> test.view().equals(List.of(H1, H2)));
    assertThat(test.events(NodeSeen.class))
        .extracting(NodeSeen::nodeId)
        .containsExactly(H1, H2, H2);
  }

  @Test
  void shouldBeginAnewWhenANodeIsTrackedMeanwhile() {
    // given
    leaveOutH2();
    ticks(2);
    // when it is named again, though it does not come
    test.lists.include("h1", "h2");
    refresh(RefreshType.NORMAL);
    ticks(1);
    test.lists.include("h1");
    refresh(RefreshType.NORMAL);
    ticks(2);
    // then
    assertThat(forgotten()).isEmpty();
    ticks(1);
    Awaitility.await().until(() -> forgotten().equals(List.of(H2)));
  }

  @Test
  void shouldKeepAnExcludedNode() {
    test.lists.include("h1", "h2");
    test.lists.exclude("h2");
    refresh(RefreshType.NORMAL);
    test.awaitView(H2);

    ticks(5);

    assertThat(forgotten()).isEmpty();
  }

  /** The register has the node, its NodeManager has been let in, and the view is still old. */
  @Test
  void shouldKeepANodeThatKnocks() {
    // given a node that left by itself, in a cluster where it is untracked then
    test.untracked = new UntrackedPolicy(Duration.ofSeconds(20), true, Optional.empty());
    test.restarted();
    test.nodes.shutDown(H2);
    test.awaitView(H2);
    // when it is let in just before it would be forgotten
    passes(Duration.ofSeconds(20));
    assertThat(test.admission(H2).verdict()).isEqualTo(HostAdmission.ALLOWED);
    passes(Duration.ofSeconds(10));
    // then
    assertThat(forgotten()).isEmpty();
    // when it never comes
    passes(Duration.ofSeconds(10));
    passes(Duration.ofSeconds(10));
    passes(Duration.ofSeconds(10));
    // then
    Awaitility.await().until(() -> forgotten().equals(List.of(H2)));
  }

  @Test
  void shouldTellFollowersWhichHostsAreKnown() {
    TestProbe<NodeTableCommand.News> follower = test.kit.createTestProbe();
    var lists =
        new NodeTableCommand.Subscribe(
            test.kit.spawn(
                NewsFilter.passing(
                    news -> news instanceof NodeTableCommand.HostsInForce, follower.getRef())));
    test.tell(lists);
    var first = follower.expectMessageClass(NodeTableCommand.HostsInForce.class);
    assertThat(first.knownHosts()).isEqualTo(Set.of("h1", "h2"));
    assertThat(first.filesRead()).isFalse();
    // when
    test.lists.include("h1", "h9");
    test.lists.showUnregisteredAsLost();
    refresh(RefreshType.GRACEFUL);
    // then
    var second = follower.expectMessageClass(NodeTableCommand.HostsInForce.class);
    assertThat(second.filesRead()).isTrue();
    assertThat(second.unregisteredAreLost()).isTrue();
    assertThat(second.settings().lists().includes()).containsExactly("h1", "h9");
    assertThat(second.settings().includePath()).contains("/include");
    // when files are not read
    refresh(RefreshType.FORCEFUL);
    test.tell(lists);
    // then they are sent to whoever subscribes, and not before
    var third = follower.expectMessageClass(NodeTableCommand.HostsInForce.class);
    assertThat(third.filesRead()).isFalse();
  }

  // ---- given ----

  private void leaveOutH2() {
    test.lists.include("h1");
    refresh(RefreshType.NORMAL);
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.SHUTDOWN);
    test.awaitView(H2);
  }

  private void refresh(RefreshType type) {
    test.refresh(type, Optional.empty()).expectMessageClass(NodesListReply.Refreshed.class);
    // the orders are known to be carried out, which is written a moment later
    test.passes(Duration.ofSeconds(1));
    test.clock.add(Duration.ofSeconds(-1));
    test.listsInForce();
  }

  private void ticks(int howMany) {
    for (int i = 0; i < howMany; i++) {
      passes(HALF_A_MINUTE);
    }
  }

  /** Time passes, and what the clock triggered has been done. */
  private void passes(Duration duration) {
    test.passes(duration);
    test.listsInForce();
    test.view();
    test.listsInForce();
  }

  private List<NodeId> forgotten() {
    return test.events(NodesForgotten.class).stream()
        .flatMap(event -> event.nodes().stream())
        .toList();
  }
}
