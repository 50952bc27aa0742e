package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.ALICE;
import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.OperationsForgotten;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.RefreshType;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator asks what became of a refresh, and ends what it began. */
class OperationsTest {
  @RegisterExtension
  private final ManagerUnderTest test =
      new ManagerUnderTest("ebb.nodes-list-manager.keep-operations = 1m").leading(H1, H2);

  // ---- progress ----

  @Test
  void shouldSayHowFarAnOperationIsOnEachNode() {
    // given one node that drains, and one that has not heard of it
    test.nodes.makeDeaf(H2);
    test.lists.exclude("h1", "h2");
    TestProbe<NodesListReply> asked =
        test.refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(60)));
    String operation = "op2";
    test.awaitParts(operation, Map.of(H1, "DRAINING", H2, "PENDING"));
    assertThat(test.operations(Long.MAX_VALUE, 1))
        .singleElement()
        .satisfies(
            summary -> {
              assertThat(summary.pending()).isEqualTo(1);
              assertThat(summary.draining()).isEqualTo(1);
              assertThat(summary.isComplete()).isFalse();
            });
    // when both end
    test.nodes.endDrain(H1);
    test.nodes.letHear(H2);
    test.passesRetryAfter();
    test.awaitParts(operation, Map.of(H1, "READY", H2, "DRAINING"));
    test.nodes.endDrain(H2);
    // then
    test.awaitParts(operation, Map.of(H1, "READY", H2, "READY"));
    asked.expectMessageClass(Refreshed.class);
    assertThat(test.operation(operation).nodes()).hasSize(2);
  }

  @Test
  void shouldKeepOnRecordHowADrainEndedThoughTheNodeHasDrainedAgainSince() {
    // given a drain that ended
    String first = drain("h1");
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    // when the node comes back and is drained by somebody else
    test.lists.exclude();
    recommission();
    test.nodes.register(H1);
    test.awaitView(H1);
    String second = drain("h1");
    test.awaitView(H1);
    // then, also after a restart and for a leader that has seen the node only now
    test.restarted();
    test.awaitView(H1);
    test.awaitParts(first, Map.of(H1, "READY"));
    test.awaitParts(second, Map.of(H1, "DRAINING"));
  }

  @Test
  void shouldSayWhatWouldUndoAnOperation() {
    String drain = drain("h1");
    test.awaitView(H1);
    assertThat(test.undo(drain).admit()).containsExactly("h1");

    test.lists.exclude();
    recommission();
    test.awaitView(H1);

    assertThat(test.undo("op3").exclude()).containsOnlyKeys("h1");
    assertThat(test.undo(drain).skipped())
        .isEqualTo(Map.of(H1, "operation op3 has changed it since"));
    assertThat(test.operation(drain).undo()).isEmpty();
  }

  @Test
  void shouldRecordAnEndWithinTheTimeInWhichNodesAreLookedAt() {
    drain("h1");
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    assertThat(test.events(NodesSettled.class)).isEmpty();

    test.passes(test.settings.wakeEvery());

    Awaitility.await().untilAsserted(() -> assertThat(test.events(NodesSettled.class)).hasSize(1));
  }

  @Test
  void shouldListOperationsTheNewestFirstAndPageByPage() {
    String first = drain("h1");
    String second = drain("h1", "h2");

    assertThat(test.operations(Long.MAX_VALUE, 10))
        .extracting(OperationSummary::id)
        .containsExactly(second, first, "op1"); // op1 is the first start's
    assertThat(test.operations(Long.MAX_VALUE, 1))
        .extracting(OperationSummary::id)
        .containsExactly(second);
    assertThat(test.operations(3, 1)).extracting(OperationSummary::id).containsExactly(first);
  }

  @Test
  void shouldForgetOperationsThatAreOverAndOld() {
    // given one that is over and one that is not
    test.untracked = new UntrackedPolicy(Duration.ofSeconds(4), false, Optional.empty());
    test.restarted();
    String over = drain("h1");
    test.nodes.endDrain(H1);
    test.awaitView(H1);
    String open = drain("h1", "h2");
    test.awaitView(H2);
    // when
    test.clock.add(test.settings.keepOperations());
    test.passes(test.untracked.period());
    // then
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(OperationsForgotten.class)).isNotEmpty());
    assertThat(test.operation(over).operation()).isEmpty();
    assertThat(test.operation(open).operation()).isPresent();
    test.restarted();
    assertThat(test.operation(over).operation()).isEmpty();
    assertThat(test.operation(open).operation()).isPresent();
  }

  // ---- force ----

  @Test
  void shouldEndTheDrainsOfThisOperationAndNoOther() {
    // given three drains of two operations; the second gave the first another timeout too
    test.join(H3);
    String first = drain("h1");
    test.lists.exclude("h1", "h2", "h3");
    Refreshed second = test.graceful(120);
    assertThat(second.decisions()).hasSize(3);
    test.awaitView(H2);
    test.awaitView(H3);
    // when
    Refreshed force = force(second.operationId());
    // then
    assertThat(force.operationId()).isNotIn(first, second.operationId());
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(test.nodes.node(H2).state()).isEqualTo(NodeState.DECOMMISSIONED);
    assertThat(test.nodes.node(H3).state()).isEqualTo(NodeState.DECOMMISSIONED);
    test.awaitParts(second.operationId(), Map.of(H1, "DRAINING", H2, "FORCED", H3, "FORCED"));
    test.awaitParts(force.operationId(), Map.of(H2, "FORCED", H3, "FORCED"));
  }

  @Test
  void shouldNotEndALaterDrainOfTheSameNode() {
    // given a drain that was called off, and one by somebody else
    String first = drain("h1");
    test.lists.exclude();
    recommission();
    test.awaitView(H1);
    String second = drain("h1");
    test.awaitView(H1);
    // when
    Refreshed force = force(first);
    // then
    assertThat(force.decisions()).isEmpty();
    assertThat(force.operationId()).as("nothing was done").isEmpty();
    assertThat(test.operations(Long.MAX_VALUE, 1))
        .extracting(OperationSummary::type)
        .containsExactly(RefreshType.GRACEFUL);
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONING);
    test.awaitParts(second, Map.of(H1, "DRAINING"));
    test.awaitParts(first, Map.of(H1, "RECOMMISSIONED"));
  }

  @Test
  void shouldEndADrainOfWhichTheNodeHasNotHeardYet() {
    // given
    test.nodes.makeDeaf(H1);
    test.lists.exclude("h1");
    TestProbe<NodesListReply> asked =
        test.refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(60)));
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(RefreshAccepted.class)).hasSize(2));
    TestProbe<NodesListReply> forced =
        test.ask(RefreshRequest.forceOf("op2", Optional.empty()), ALICE, false);
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(RefreshAccepted.class)).hasSize(3));
    // when it can be reached again
    test.nodes.letHear(H1);
    test.passesRetryAfter();
    // then it does not serve on although it is excluded
    forced.expectMessageClass(Refreshed.class);
    asked.expectMessageClass(Refreshed.class);
    test.awaitParts("op2", Map.of(H1, "FORCED"));
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldEndADrainOfANodeThatANewLeaderHasNotHeardOf() {
    // given
    String drain = drain("h1");
    test.nodes.makeDeaf(H1);
    test.restarted();
    // when
    TestProbe<NodesListReply> forced =
        test.ask(RefreshRequest.forceOf(drain, Optional.empty()), ALICE, false);
    Awaitility.await()
        .untilAsserted(() -> assertThat(test.events(RefreshAccepted.class)).hasSize(3));
    test.nodes.letHear(H1);
    test.passesRetryAfter();
    // then
    forced.expectMessageClass(Refreshed.class);
    test.awaitParts(drain, Map.of(H1, "FORCED"));
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldRefuseToForceWhatItDoesNotKnow() {
    drain("h1");

    TestProbe<NodesListReply> forced =
        test.ask(RefreshRequest.forceOf("op9", Optional.empty()), ALICE, false);

    assertThat(forced.expectMessageClass(Rejected.class).code())
        .isEqualTo(RefreshRejection.UNKNOWN_OPERATION);
    assertThat(test.nodes.node(H1).state()).isEqualTo(NodeState.DECOMMISSIONING);
  }

  // ---- another timeout ----

  private String drain(String... hosts) {
    test.lists.exclude(hosts);
    return test.graceful(60).operationId();
  }

  private void recommission() {
    test.refresh(RefreshType.GRACEFUL, Optional.empty()).expectMessageClass(Refreshed.class);
  }

  private Refreshed force(String operation) {
    return test.ask(RefreshRequest.forceOf(operation, Optional.empty()), ALICE, false)
        .expectMessageClass(Refreshed.class);
  }
}
