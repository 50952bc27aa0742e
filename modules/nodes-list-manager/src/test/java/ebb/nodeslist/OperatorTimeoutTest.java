package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.ALICE;
import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.RejectionCode;
import ebb.domain.TimeoutChange;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.RefreshType;
import ebb.node.NodeReply;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator gives one drain another timeout: an operation of its own. */
class OperatorTimeoutTest {
  @RegisterExtension
  private final ManagerUnderTest test =
      new ManagerUnderTest("ebb.nodes-list-manager.keep-operations = 1m").leading(H1, H2);

  // ---- another timeout ----

  @Test
  void shouldPassAnOperatorsTimeoutOnToTheNode() {
    String operation = drain("h1");

    NodeReply reply = changeTimeout(H1, Duration.ofHours(2));

    assertThat(reply).isInstanceOf(NodeReply.Current.class);
    var drain = test.nodes.node(H1).drain().orElseThrow();
    assertThat(drain.timeout()).isEqualTo(DrainTimeout.of(Duration.ofHours(2)));
    assertThat(drain.timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
    assertThat(drain.isOf(operation)).isTrue();
  }

  @Test
  void shouldListAnOperatorsTimeoutAsAnOperationOfItsOwn() {
    // given
    String drain = drain("h1");
    // when the same word comes twice
    changeTimeout(H1, Duration.ofHours(2));
    test.awaitView(H1);
    changeTimeout(H1, Duration.ofHours(2));
    // then
    List<OperationSummary> newest = test.operations(Long.MAX_VALUE, 2);
    assertThat(newest)
        .extracting(OperationSummary::type)
        .containsExactly(RefreshType.CHANGE_TIMEOUT, RefreshType.GRACEFUL);
    assertThat(newest.get(0).by().actor()).isEqualTo(ALICE.actor());
    String change = newest.get(0).id();
    test.awaitParts(change, Map.of(H1, "DRAINING"));
    // when the drain ends, it is the end of both, also after a restart
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    test.awaitParts(change, Map.of(H1, "READY"));
    test.restarted();
    test.awaitView(H1);
    test.awaitParts(change, Map.of(H1, "READY"));
    test.awaitParts(drain, Map.of(H1, "READY"));
    assertThat(test.events(ListsRead.class)).as("no list was read for it").hasSize(2);
  }

  /** Its order would take the place of the one that begins the drain. */
  @Test
  void shouldNotChangeATimeoutBeforeTheNodeHasAppliedTheDrain() {
    // given a node that has not begun to drain
    test.nodes.makeSlow(H1);
    test.lists.exclude("h1");
    test.refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(60)));
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(RefreshAccepted.class)).hasSize(2));
    // when
    assertThat(refusal(H1)).isEqualTo(RejectionCode.STALE);
    // then it drains all the same
    test.nodes.catchUp(H1);
    test.awaitParts("op2", Map.of(H1, "DRAINING"));
    assertThat(test.events(RefreshAccepted.class)).hasSize(2);
  }

  /**
   * Whoever asks may have seen the drain on another instance, of which the leader has not heard.
   */
  @Test
  void shouldChangeATimeoutOfADrainThatTheLeaderDoesNotShowYet() {
    test.nodes.move(H1);
    drain("h1");

    changeTimeout(H1, Duration.ofHours(2));

    assertThat(test.nodes.node(H1).drain().orElseThrow().timeout())
        .isEqualTo(DrainTimeout.of(Duration.ofHours(2)));
  }

  /** Refreshes and registrations come behind them. */
  @Test
  void shouldRefuseAnotherTimeoutAtOnceWhileManyWaitForSilentNodes() {
    test.nodes.makeDeaf(H1);
    TestProbe<NodeReply> others = test.kit.createTestProbe();
    for (int i = 0; i < 20; i++) {
      askForTimeout(H1, Duration.ofHours(2), others);
    }
    assertThat(refusal(H1)).isEqualTo(RejectionCode.STALE);
    others.expectNoMessage();
  }

  @Test
  void shouldRefuseAnotherTimeoutForANodeThatDoesNotDrainOrIsNotKnown() {
    assertThat(refusal(H1)).isEqualTo(RejectionCode.NOT_DRAINING);
    assertThat(refusal(H3)).isEqualTo(RejectionCode.UNKNOWN_NODE);
  }

  private RejectionCode refusal(NodeId node) {
    return ((NodeReply.Refused) changeTimeout(node, Duration.ofHours(2))).code();
  }

  @Test
  void shouldLeaveAnOperatorsTimeoutAloneUntilARefreshNamesOne() {
    // given
    drain("h1");
    changeTimeout(H1, Duration.ofHours(2));
    test.awaitView(H1);
    // when
    var unsaid =
        test.refresh(RefreshType.GRACEFUL, Optional.empty()).expectMessageClass(Refreshed.class);
    // then
    assertThat(unsaid.decisions()).isEmpty();
    // when
    test.graceful(90);
    // then
    var drain = test.nodes.node(H1).drain().orElseThrow();
    assertThat(drain.timeout()).isEqualTo(DrainTimeout.ofSeconds(90));
    assertThat(drain.timeoutSource()).isEqualTo(TimeoutSource.REQUEST);
  }

  /** Else the answer would be the deadline of before. */
  @Test
  void shouldNotAnswerForANodeThatHasNotAppliedYet() {
    drain("h1");
    test.awaitView(H1);
    test.nodes.makeSlow(H1);

    NodeReply reply = changeTimeout(H1, Duration.ofHours(2));

    String operation = test.operations(Long.MAX_VALUE, 1).get(0).id();
    assertThat(reply).isEqualTo(new NodeReply.Accepted(H1, operation));
    test.nodes.catchUp(H1);
    assertThat(test.nodes.node(H1).drain().orElseThrow().timeout())
        .isEqualTo(DrainTimeout.of(Duration.ofHours(2)));
  }

  /** A client that got no answer asks again, perhaps another instance. */
  @Test
  void shouldAnswerARepeatedTimeoutThatTheNodeHasStillToApply() {
    drain("h1");
    test.awaitView(H1);
    test.nodes.makeSlow(H1);
    NodeReply first = changeTimeout(H1, Duration.ofHours(2));

    assertThat(changeTimeout(H1, Duration.ofHours(2))).isEqualTo(first);
    assertThat(test.events(RefreshAccepted.class)).hasSize(3);
    // but another one replaces it
    assertThat(changeTimeout(H1, Duration.ofHours(3))).isNotEqualTo(first);
    test.nodes.catchUp(H1);
    assertThat(test.nodes.node(H1).drain().orElseThrow().timeout())
        .isEqualTo(DrainTimeout.of(Duration.ofHours(3)));
  }

  @Test
  void shouldChangeNoTimeoutWhileTheJournalIsAway() {
    drain("h1");
    test.awaitView(H1);
    test.loseJournal();

    assertThat(refusal(H1)).isEqualTo(RejectionCode.JOURNAL_UNAVAILABLE);
    // nor is anything said for sure, as the write that failed may have been taken
    assertThat(refusal(H2)).isEqualTo(RejectionCode.JOURNAL_UNAVAILABLE);
    assertThat(refusal(H3)).isEqualTo(RejectionCode.JOURNAL_UNAVAILABLE);

    test.findJournal();
    assertThat(changeTimeout(H1, Duration.ofHours(2))).isInstanceOf(NodeReply.Current.class);
  }

  private NodeReply changeTimeout(NodeId node, Duration timeout) {
    TestProbe<NodeReply> probe = test.kit.createTestProbe();
    askForTimeout(node, timeout, probe);
    return probe.receiveMessage();
  }

  private void askForTimeout(NodeId node, Duration timeout, TestProbe<NodeReply> probe) {
    test.tell(
        new NodesListCommand.ChangeDrainTimeout(
            node, TimeoutChange.to(DrainTimeout.of(timeout)), ALICE, probe.getRef()));
  }

  private String drain(String... hosts) {
    test.lists.exclude(hosts);
    return test.graceful(60).operationId();
  }
}
