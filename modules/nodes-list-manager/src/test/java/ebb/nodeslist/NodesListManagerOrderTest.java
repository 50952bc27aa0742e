package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The orders of a plan reach their nodes, whatever happens in between. */
class NodesListManagerOrderTest {
  @RegisterExtension private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2);

  private static void assertUnavailable(TestProbe<NodesListReply> probe) {
    var rejected = probe.expectMessageClass(NodesListReply.Rejected.class);
    assertThat(rejected.code()).isEqualTo(RefreshRejection.JOURNAL_UNAVAILABLE);
  }

  @Test
  void shouldSendTheOrdersOfAJournaledPlanAfterACrash() {
    // given a node that hears nothing, and a refresh that is answered without it
    test.nodes.makeDeaf(H1);
    test.lists.exclude("h1");
    Instant asked = test.clock.instant();
    TestProbe<NodesListReply> probe =
        test.refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(60)));
    Awaitility.await().until(() -> lastRefresh().listVersion() == 2);
    test.listsInForce(); // answered after the write, so that the answer's timer runs
    test.passes(Duration.ofSeconds(4));
    assertThat(probe.expectMessageClass(NodesListReply.Refreshed.class).pending())
        .containsExactly(H1);
    // when the leader crashes, and the node comes back
    test.crash();
    test.clock.add(Duration.ofSeconds(20));
    test.nodes.letHear(H1);
    test.started();
    // then
    Awaitility.await().until(() -> test.nodes.node(H1).state() == NodeState.DECOMMISSIONING);
    assertThat(test.nodes.node(H1).drain().orElseThrow().startedAt()).isEqualTo(asked);
    assertThat(test.nodes.orders())
        .extracting(order -> order.initiator().actor())
        .contains("alice");
    // and when that has ended they are not sent any more
    test.nodes.endDrain(H1);
    awaitSettled(H1);
    int orders = test.nodes.orders().size();
    test.restarted();
    test.passes(Duration.ofSeconds(10));
    assertThat(test.listsInForce().listVersion()).isEqualTo(2);
    assertThat(test.nodes.orders()).hasSize(orders);
  }

  @Test
  void shouldNotOverlookAnOrderThatIsStillOnItsWay() {
    // given a drain that is ordered but not begun
    test.nodes.makeDeaf(H1);
    test.lists.exclude("h1");
    test.refresh(RefreshType.GRACEFUL, Optional.empty());
    Awaitility.await().until(() -> lastRefresh().listVersion() == 2);
    // when the operator takes it back
    test.lists.exclude();
    test.refresh(RefreshType.GRACEFUL, Optional.empty());
    Awaitility.await().until(() -> lastRefresh().listVersion() == 3);
    // then the newer order replaces the older
    assertThat(lastRefresh().decisions())
        .containsExactly(
            new NodeDecision(
                H1,
                new NodeAction.Recommission(),
                HostAdmission.ALLOWED,
                NodeState.DECOMMISSIONING));
    test.nodes.letHear(H1);
    test.passes(Duration.ofSeconds(5));
    Awaitility.await()
        .until(
            () -> {
              test.passes(Duration.ofSeconds(3));
              return test.nodes.node(H1).listVersion() == 3;
            });
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.RUNNING);
    awaitSettled(H1);
  }

  @Test
  void shouldJudgeALateRegistrationByTheNewestLists() {
    test.lists.exclude("h3");
    test.graceful(60);

    NodesListReply.Admission answer = test.admission(H3);

    assertThat(answer)
        .isEqualTo(new NodesListReply.Admission(H3, HostAdmission.EXCLUDED_BY_HOST, 2, false));
    assertThat(test.events(NodesListEvent.NodeSeen.class))
        .extracting(NodesListEvent.NodeSeen::nodeId)
        .containsExactly(H1, H2);
  }

  @Test
  void shouldOrderASilentNodeWhenItComes() {
    // given a node of the register that nobody has heard of since it was let in
    test.nodes.makeDeaf(H3);
    test.admission(H3);
    test.lists.exclude("h3");
    test.refresh(RefreshType.GRACEFUL, Optional.empty());
    Awaitility.await().until(() -> lastRefresh().listVersion() == 2);
    assertThat(lastRefresh().decisions()).extracting(NodeDecision::nodeId).containsExactly(H3);
    // when it comes, no time passes
    test.nodes.letHear(H3);
    assertThat(test.admission(H3).known()).isTrue();
    // then
    Awaitility.await().until(() -> test.nodes.node(H3).state() == NodeState.DECOMMISSIONING);
  }

  @Test
  void shouldOrderANodeWhoseRegistrationIsOnItsWay() {
    // given a node that was decommissioned and is let in again
    test.lists.exclude("h1");
    test.refresh(RefreshType.NORMAL, Optional.empty()).receiveMessage();
    test.lists.exclude();
    test.refresh(RefreshType.NORMAL, Optional.empty()).receiveMessage();
    test.awaitView(H1);
    assertThat(test.admission(H1).verdict()).isEqualTo(HostAdmission.ALLOWED);
    // when it is excluded again before its registration has reached it
    test.lists.exclude("h1");
    NodesListReply.Refreshed answer = test.graceful(60);
    // then
    assertThat(answer.decisions()).extracting(NodeDecision::nodeId).containsExactly(H1);
  }

  @Test
  void shouldRecordANodeBeforeItIsLetIn() {
    // when many come at once, one of them twice
    List<TestProbe<NodesListReply>> probes =
        List.of(H3, H3, new NodeId("h4", 1), new NodeId("h5", 1)).stream()
            .map(test::asksToJoin)
            .toList();
    // then
    List<Boolean> known =
        probes.stream()
            .map(probe -> probe.expectMessageClass(NodesListReply.Admission.class).known())
            .toList();
    assertThat(known).containsExactly(false, true, false, false);
    assertThat(test.events(NodesListEvent.NodeSeen.class)).hasSize(5);
    test.restarted();
    assertThat(test.admission(H3).known()).isTrue();
  }

  @Test
  void shouldRefuseANodeThatCannotBeRecorded() {
    test.failNextWrite();

    assertUnavailable(test.asksToJoin(H3));

    test.passes(Duration.ofSeconds(1));
    assertThat(test.admission(H3).known()).isFalse();
  }

  private RefreshAccepted lastRefresh() {
    List<RefreshAccepted> all = test.events(RefreshAccepted.class);
    return all.get(all.size() - 1);
  }

  private void awaitSettled(NodeId node) {
    Awaitility.await()
        .until(
            () -> {
              test.passes(Duration.ofSeconds(1));
              return test.settled().contains(node);
            });
  }
}
