package ebb.domain.refresh;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.RejectionCode;
import ebb.domain.SampleNode;
import ebb.domain.TimeoutChange;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.TimeoutChangeRules.Accepted;
import ebb.domain.refresh.TimeoutChangeRules.Refused;
import ebb.domain.refresh.TimeoutChangeRules.TimeoutDecision;
import ebb.domain.refresh.TimeoutChangeRules.Unchanged;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether an operator's word on one drain is taken. */
class TimeoutChangeRulesTest {
  private static final NodeId NODE = new NodeId("host1", 1234);
  private static final DrainTimeout HOUR = DrainTimeout.ofSeconds(3600);
  private static final NodesListState KNOWN =
      NodesListState.EMPTY.apply(new NodeSeen(NODE, new NodeAddress("host1", "10.0.0.1"), at(T0)));

  private static final NodeLifecycle UNAWARE = unaware(SampleNode.DECOMMISSIONING);

  @Test
  void shouldBecomeAnOperationWithAnOrderForThisNodeAlone() {
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();

    Accepted accepted = (Accepted) decide(KNOWN, draining);

    NodesListState next = KNOWN.apply(accepted.event());
    assertThat(next.operations().find("op-9")).isPresent();
    assertThat(next.listVersion()).isEqualTo(KNOWN.listVersion() + 1);
    assertThat(next.unsettledOrders()).hasSize(1);
    assertThat(next.unsettledOrder(NODE).orElseThrow().initiator().operationId()).contains("op-9");
    assertThat(NodesListState.of(next.toSnapshot())).isEqualTo(next);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DECOMMISSIONING", "DRAINING_SICK", "DRAINING_NEW"})
  void shouldBeRefusedForANodeThatDoesNotDrain(SampleNode sample) {
    NodeLifecycle node = sample.create().live();

    Refused refused = (Refused) decide(KNOWN, node);

    assertThat(refused.code()).isEqualTo(RejectionCode.NOT_DRAINING);
    assertThat(refused.reason()).isEqualTo("host1:1234 is " + node.state() + ", not draining");
  }

  /** The next refresh would hold it again. */
  @Test
  void shouldBeRefusedWhileTheDrainIsHeld() {
    NodeLifecycle held =
        NodeLifecycle.unregistered(NODE)
            .apply(
                new NodeEvent.DecommissioningStarted(
                    NODE,
                    1,
                    T0,
                    DrainTimeout.HELD,
                    TimeoutSource.HOST_ENTRY,
                    Optional.empty(),
                    at(T0)));

    assertThat(((Refused) decide(KNOWN, held)).code()).isEqualTo(RejectionCode.DRAIN_HELD);
  }

  @Test
  void shouldBeRefusedForANodeThatNobodyKnows() {
    assertThat(((Refused) decide(NodesListState.EMPTY, null)).code())
        .isEqualTo(RejectionCode.UNKNOWN_NODE);
  }

  @Test
  void shouldWaitForANodeThatDoesNotSayWhatItIs() {
    assertThat(((Refused) decide(KNOWN, null)).code()).isEqualTo(RejectionCode.STALE);
  }

  @Test
  void shouldWaitForANodeThatHasNotAppliedTheLastRefresh() {
    RefreshAccepted change = change();
    NodesListState refreshed = KNOWN.apply(withAction(change, new NodeAction.Recommission()));

    assertThat(((Refused) decide(refreshed, UNAWARE)).code()).isEqualTo(RejectionCode.STALE);
  }

  @Test
  void shouldBeNothingNewIfTheSameChangeIsStillToBeApplied() {
    assertThat(decide(KNOWN.apply(change()), UNAWARE)).isInstanceOf(Unchanged.class);
  }

  @Test
  void shouldBuildOnTheChangeThatIsStillToBeApplied() {
    // given an hour, of which the node has not heard
    NodesListState changed = KNOWN.apply(change());
    // when
    var accepted =
        (Accepted) decide(changed, UNAWARE, TimeoutChange.longerBy(Duration.ofMinutes(2)), T0);
    // then
    assertThat(accepted.event().timeout().orElseThrow()).hasToString("1h2m");
    // and the node gets this order alone
    NodesListState next = changed.apply(accepted.event());
    assertThat(next.unsettledOrders()).hasSize(1);
    assertThat(next.unsettledOrder(NODE).orElseThrow().listVersion()).isEqualTo(next.listVersion());
  }

  @Test
  void shouldBeRefusedIfTheDrainEndedBeforeTheChangeWasApplied() {
    NodeLifecycle ended = unaware(SampleNode.DECOMMISSIONED);

    assertThat(((Refused) decide(KNOWN.apply(change()), ended)).code())
        .isEqualTo(RejectionCode.NOT_DRAINING);
  }

  /** To an hour. */
  private static RefreshAccepted change() {
    return ((Accepted) decide(KNOWN, UNAWARE)).event();
  }

  private static RefreshAccepted withAction(RefreshAccepted change, NodeAction action) {
    NodeDecision decision = change.decisions().get(0);
    return new RefreshAccepted(
        change.operationId(),
        change.listVersion(),
        RefreshType.GRACEFUL,
        change.timeout(),
        change.configured(),
        change.listsHash(),
        List.of(new NodeDecision(decision.nodeId(), action, decision.verdict(), decision.before())),
        change.includePath(),
        change.tracking(),
        change.key(),
        change.ofOperation(),
        change.filesHash(),
        change.by());
  }

  /** One that has applied nothing that the leader knows of. */
  private static NodeLifecycle unaware(SampleNode sample) {
    NodeLifecycle node = sample.create().live();
    return new NodeLifecycle(
        NODE, node.state(), node.capacity(), true, 1, node.drain(), false, KNOWN.listVersion());
  }

  @Test
  void shouldBeNothingNewIfAnOperatorGaveTheSameTimeoutBefore() {
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();
    var change =
        new DecommissioningTimeoutChanged(NODE, 1, HOUR, TimeoutSource.OPERATOR, at(T0, 1));

    assertThat(decide(KNOWN, draining.apply(change))).isInstanceOf(Unchanged.class);
  }

  @Test
  void shouldEndTheDrainAtADeadlineInWholeSecondsAndNotEarlier() {
    assertThat(timeoutBy(TimeoutChange.until(T0.plusMillis(90_001)))).isEqualTo("1m31s");
  }

  /** The second of two operators decides on what the first has made of it; see the test before. */
  @Test
  void shouldMakeTheTimeoutInForceLonger() {
    assertThat(timeoutBy(TimeoutChange.longerBy(Duration.ofMinutes(2)))).isEqualTo("3m");
  }

  @Test
  void shouldLeaveADrainWithoutLimitWithoutOneWhenItIsMadeLonger() {
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();
    var infinite =
        new DecommissioningTimeoutChanged(
            NODE, 1, DrainTimeout.INFINITE, TimeoutSource.OPERATOR, at(T0, 1));
    TimeoutChange longer = TimeoutChange.longerBy(Duration.ofHours(1));

    assertThat(decide(KNOWN, draining.apply(infinite), longer, T0)).isInstanceOf(Unchanged.class);
  }

  @Test
  void shouldRefuseToEndTheDrainNowIfThatIsToBeConfirmed() {
    // given a drain of one minute that has taken half of it
    Instant now = T0.plusSeconds(30);
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();
    TimeoutChange tooShort = TimeoutChange.to(DrainTimeout.ofSeconds(30));
    TimeoutChange past = TimeoutChange.until(T0.minusSeconds(60)).requiringConfirmation();
    TimeoutChange atOnce = TimeoutChange.until(now.plusMillis(1)).requiringConfirmation();
    TimeoutChange enough = TimeoutChange.to(DrainTimeout.ofSeconds(32)).requiringConfirmation();
    // when
    Refused refused = (Refused) decide(KNOWN, draining, tooShort.requiringConfirmation(), now);
    // then
    assertThat(refused.code()).isEqualTo(RejectionCode.CONFIRMATION_REQUIRED);
    assertThat(refused.reason())
        .isEqualTo(
            "host1:1234 has been draining since 2026-03-01T12:00:00Z; a timeout of 30s ends that drain now,"
                + " with all that runs there");
    assertThat(decide(KNOWN, draining, past, now)).isInstanceOf(Refused.class);
    assertThat(decide(KNOWN, draining, atOnce, now)).isInstanceOf(Refused.class);
    // but two seconds more are only short, and an operator who confirms it gets it
    assertThat(decide(KNOWN, draining, enough, now)).isInstanceOf(Accepted.class);
    assertThat(decide(KNOWN, draining, tooShort, now)).isInstanceOf(Accepted.class);
  }

  @Test
  void shouldRefuseAnotherDrainThanTheOneThatWasSeen() {
    // given a drain of one minute
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();
    Optional<DrainTimeout> minute = Optional.of(DrainTimeout.ofSeconds(60));
    TimeoutChange change = TimeoutChange.to(HOUR);
    TimeoutChange otherTimeout = change.onlyIf(Optional.of(1L), Optional.of(HOUR));
    TimeoutChange otherDrain = change.onlyIf(Optional.of(2L), minute);
    // when
    Refused refused = (Refused) decide(KNOWN, draining, otherTimeout, T0);
    // then
    assertThat(refused.code()).isEqualTo(RejectionCode.DRAIN_CHANGED);
    assertThat(refused.reason())
        .isEqualTo("host1:1234 drains since 2026-03-01T12:00:00Z with a timeout of 1m now");
    assertThat(decide(KNOWN, draining, otherDrain, T0)).isInstanceOf(Refused.class);
    assertThat(decide(KNOWN, draining, change.onlyIf(Optional.of(1L), minute), T0))
        .isInstanceOf(Accepted.class);
    // but whoever repeats a change that was accepted is not refused
    NodeLifecycle changed =
        draining.apply(
            new DecommissioningTimeoutChanged(NODE, 1, HOUR, TimeoutSource.OPERATOR, at(T0, 1)));
    assertThat(decide(KNOWN, changed, change.onlyIf(Optional.of(1L), minute), T0))
        .isInstanceOf(Unchanged.class);
  }

  /** Of a drain of one minute that has begun now. */
  private static String timeoutBy(TimeoutChange change) {
    NodeLifecycle draining = SampleNode.DECOMMISSIONING.create().live();
    Accepted accepted = (Accepted) decide(KNOWN, draining, change, T0);
    return accepted.event().timeout().orElseThrow().toString();
  }

  private static TimeoutDecision decide(NodesListState state, @Nullable NodeLifecycle seen) {
    return decide(state, seen, TimeoutChange.to(HOUR), T0);
  }

  private static TimeoutDecision decide(
      NodesListState state, @Nullable NodeLifecycle seen, TimeoutChange change, Instant now) {
    Initiator bob =
        new Initiator("bob", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.of("op-9"));
    return TimeoutChangeRules.decide(
        state, NODE, change, seen, "op-9", bob.stamp(now, "rm1", state.listVersion() + 1));
  }
}
