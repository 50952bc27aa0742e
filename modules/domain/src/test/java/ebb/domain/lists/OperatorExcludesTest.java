package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.OperationRules;
import ebb.domain.refresh.RefreshDecision;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshDecision.Refused;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators said of hosts that they excluded through Ebb, beside what the files say. */
class OperatorExcludesTest extends OperatorExcludesFixture {
  // ---- timeouts that plain text has no room for ----

  @Test
  void shouldDrainWithTheTimeoutThatThePlainFileCannotHold() {
    drains("h1", Optional.of(TEN_MINUTES));

    refresh(RefreshType.GRACEFUL, "h1");

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(TEN_MINUTES);
    assertThat(node().drain().orElseThrow().timeoutSource()).isEqualTo(TimeoutSource.HOST_ENTRY);
  }

  @Test
  void shouldKeepThatTimeoutWhenTheSameFileIsRefreshedLater() {
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h1");
    afterARestart();

    refresh(RefreshType.GRACEFUL, "h1");
    refresh(RefreshType.GRACEFUL, "h1", "h2");

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(TEN_MINUTES);
  }

  @Test
  void shouldTakeTheTimeoutThatTheFileHasItself() {
    drains("h1", Optional.of(TEN_MINUTES));

    refresh(RefreshType.GRACEFUL, Map.of("h1", Optional.of(DrainTimeout.ofSeconds(60))));

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(DrainTimeout.ofSeconds(60));
  }

  /** Else a timeout of last month would turn up again. */
  @Test
  void shouldForgetTheTimeoutOnceTheHostIsListedNoMore() {
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h1");
    refresh(RefreshType.GRACEFUL);

    refresh(RefreshType.GRACEFUL, "h1");

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(HOUR);
    assertThat(state.operatorExcludes()).isEmpty();
  }

  /** The files had been read before the edit, and that refresh took effect after it. */
  @Test
  void shouldNotForgetATimeoutBeforeTheRefreshThatItIsFor() {
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h2");

    refresh(RefreshType.GRACEFUL, "h1");

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(TEN_MINUTES);
  }

  /** The refresh after the edit failed, and the host was taken out of the file by hand. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldForgetATimeoutThatALaterRefreshDidNotFind(boolean isProtected) {
    protectDrains = isProtected;
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL);
    refresh(RefreshType.GRACEFUL);
    afterARestart();

    refresh(RefreshType.GRACEFUL, "h1");

    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(HOUR);
  }

  @Test
  void shouldForgetATimeoutThatTheNextRefreshDidNotFindLongAfterTheEdit() {
    drains("h1", Optional.of(TEN_MINUTES));
    now = T0.plusSeconds(600);
    refresh(RefreshType.FORCEFUL);
    assertThat(state.operatorExcludes()).hasSize(1);

    refresh(RefreshType.GRACEFUL);

    assertThat(state.operatorExcludes()).isEmpty();
  }

  // ---- protected drains ----

  @Test
  void shouldEndARunningDrainWithANormalRefreshAsYarnDoes() {
    drains("h1", Optional.empty());
    refresh(RefreshType.GRACEFUL, "h1");

    assertThat(refresh(RefreshType.NORMAL, "h1").spared()).isEmpty();

    assertThat(node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldLeaveAProtectedDrainToItsDeadline() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL, "h1");
    Optional<Instant> deadline = node().drain().orElseThrow().deadline();
    afterARestart();

    RefreshPlan plan = refresh(RefreshType.NORMAL, "h1");

    assertThat(plan.spared()).containsExactly(H1);
    assertThat(plan.decisions()).isEmpty();
    assertThat(node().drain().orElseThrow().deadline()).isEqualTo(deadline);
  }

  /** Its drain was called off, and the leader that heard of that has ended. */
  @Test
  void shouldDecideOnNoNodeThatMayDrainBeforeItIsSeen() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL, "h1");
    refresh(RefreshType.GRACEFUL);
    afterARestart();
    NodeLifecycle serving = node();
    view.clear();

    RefreshRequest normal = new RefreshRequest(RefreshType.NORMAL, Optional.empty());
    assertThat(decide(normal, excluding(plain("h1")), ListTimes.UNKNOWN))
        .isInstanceOfSatisfying(
            Refused.class,
            no -> {
              assertThat(no.code()).isEqualTo(RefreshDecision.Refusal.NODES_NOT_SEEN);
              assertThat(no.reason()).contains("; h1:1 may be draining;");
            });
    // a node that the lists let in is none that NORMAL would spare, and GRACEFUL spares all
    assertThat(decide(normal, excluding(plain()), ListTimes.UNKNOWN)).isInstanceOf(Planned.class);
    RefreshRequest graceful = new RefreshRequest(RefreshType.GRACEFUL, Optional.empty());
    assertThat(decide(graceful, excluding(plain("h1")), ListTimes.UNKNOWN))
        .isInstanceOf(Planned.class);
    // when it is seen
    view.put(H1, serving);
    // then
    assertThat(refresh(RefreshType.NORMAL, "h1").spared()).isEmpty();
    assertThat(node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldNameOfSeveralThatMayDrainTheFirstAsPeopleCount() {
    protectDrains = true;
    register(new NodeId("nm10", 1), "10.0.0.10");
    register(new NodeId("nm9", 1), "10.0.0.9");
    refresh(RefreshType.GRACEFUL, "nm9", "nm10");
    afterARestart();
    view.clear();

    RefreshRequest normal = new RefreshRequest(RefreshType.NORMAL, Optional.empty());
    assertThat(decide(normal, excluding(plain("nm9", "nm10")), ListTimes.UNKNOWN))
        .isInstanceOfSatisfying(
            Refused.class,
            no -> assertThat(no.reason()).contains("; nm9:1 and 1 more may be draining;"));
  }

  @Test
  void shouldEndAProtectedDrainByForceOrByARecommission() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL, "h1");
    assertThat(refresh(RefreshType.NORMAL).decisions())
        .extracting(NodeDecision::action)
        .containsExactly(new NodeAction.Recommission());

    refresh(RefreshType.GRACEFUL, "h1");
    refresh(RefreshType.FORCEFUL);
    assertThat(node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldTakeANodeInServiceOutAtOnceWithANormalRefreshWhateverIsProtected() {
    protectDrains = true;

    refresh(RefreshType.NORMAL, "h1");

    assertThat(node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldKeepAHostExcludedThatAnotherWriterDrops() {
    protectDrains = true;
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h1");
    afterARestart();

    for (RefreshType type : List.of(RefreshType.NORMAL, RefreshType.GRACEFUL)) {
      assertThat(refresh(type).decisions()).as(type.name()).isEmpty();
      assertThat(state.lists().excludes()).containsEntry("h1", Optional.of(TEN_MINUTES));
    }
  }

  /** The refresh after the edit never came, and NORMAL would end the node at once. */
  @Test
  void shouldNotExcludeAHostThatNoRefreshHasPutInForce() {
    protectDrains = true;
    drains("h1", Optional.empty());

    refresh(RefreshType.NORMAL);

    assertThat(node().state()).isEqualTo(NodeState.RUNNING);
    assertThat(state.lists().excludes()).isEmpty();
  }

  /** An XML file had the timeout itself. */
  @Test
  void shouldKeepTheTimeoutThatTheFileHadWhenItDropsTheHost() {
    protectDrains = true;
    drains("h1", Optional.empty());
    refresh(RefreshType.GRACEFUL, Map.of("h1", Optional.of(TEN_MINUTES)));

    refresh(RefreshType.GRACEFUL);

    assertThat(state.lists().excludes()).containsEntry("h1", Optional.of(TEN_MINUTES));
  }

  @Test
  void shouldLetAHostBackInWhomNobodyExcludedThroughEbb() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL, "h1");

    refresh(RefreshType.GRACEFUL);

    assertThat(node().state()).isEqualTo(NodeState.RUNNING);
  }

  /** It cannot come back without an entry either, and would stay in the lists for ever. */
  @Test
  void shouldForgetAHostThatNoListNamesOnceItsDrainIsOver() {
    protectDrains = true;
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, including(Set.of("h1", "h2"), "h1"));
    // when it is taken out of both files while it drains
    refresh(RefreshType.GRACEFUL, including(Set.of("h2")));
    // then its drain keeps what it has
    assertThat(node().drain().orElseThrow().timeout()).isEqualTo(TEN_MINUTES);
    assertThat(state.lists().excludes()).containsEntry("h1", Optional.of(TEN_MINUTES));
    // when the drain is over
    change(node -> node.drained(node.lastEpoch(), by()));
    OperationRules.settle(state, view, by()).ifPresent(this::record);
    RefreshPlan plan = refresh(RefreshType.NORMAL, including(Set.of("h2")));
    // then
    assertThat(plan.decisions()).isEmpty();
    assertThat(state.lists().excludes()).isEmpty();
    assertThat(state.operatorExcludes()).isEmpty();
    assertThat(NodesListRules.isUntracked(state, UntrackedPolicy.DEFAULT, H1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "10.0.0.1"})
  void shouldKeepAHostThatAnIncludeListWouldLetBackIn(String included) {
    protectDrains = true;
    drains("h1", Optional.empty());
    refresh(RefreshType.GRACEFUL, including(Set.of(included), "h1"));
    change(node -> node.drained(node.lastEpoch(), by()));
    OperationRules.settle(state, view, by()).ifPresent(this::record);

    refresh(RefreshType.NORMAL, including(Set.of(included)));

    assertThat(state.lists().excludes()).containsOnlyKeys("h1");
    assertThat(node().state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  @Test
  void shouldEndTheProtectionOfAHostWithItsRecommission() {
    protectDrains = true;
    drains("h1", Optional.empty());
    refresh(RefreshType.GRACEFUL, "h1");
    refresh(RefreshType.NORMAL);
    // when the file lacks it already
    recommissions("h1");
    refresh(RefreshType.GRACEFUL);
    // then
    assertThat(node().state()).isEqualTo(NodeState.RUNNING);
    assertThat(state.lists().excludes()).isEmpty();
    assertThat(NodesListRules.editExcludes(state, List.of(), List.of("h1"), by())).isEmpty();
  }

  /** It would undo what others excluded by hand, though it cannot undo what is protected. */
  @Test
  void shouldNoticeAnOlderCopyWhateverEbbAddsToIt() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL);
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h1", "by-hand");
    afterARestart();

    assertThat(decide(asksForNew(), excluding(plain()), ListTimes.UNKNOWN))
        .isInstanceOf(Refused.class);
    refresh(RefreshType.FORCEFUL);
    assertThat(decide(asksForNew(), excluding(plain("h1", "by-hand")), ListTimes.UNKNOWN))
        .isInstanceOf(Planned.class);
  }

  /** Else the next refresh of the very same file would be refused. */
  @Test
  void shouldKnowTheFilesThatAreInForceAfterAnotherTimeoutOfOneDrain() {
    protectDrains = true;
    drains("h1", Optional.of(TEN_MINUTES));
    refresh(RefreshType.GRACEFUL, "h1", "by-hand");
    refresh(RefreshType.GRACEFUL, "by-hand");
    retime(HOUR);
    afterARestart();

    assertThat(decide(asksForNew(), excluding(plain("by-hand")), ListTimes.UNKNOWN))
        .isInstanceOf(Planned.class);
    assertThat(state.areOlder(HostLists.of(Set.of(), plain("by-hand")))).isFalse();
  }

  /** What is in force may be what a file once had, and what was edited since is not in force. */
  @Test
  void shouldForceWhateverListsAreInForce() {
    protectDrains = true;
    refresh(RefreshType.GRACEFUL, "h1", "h2");
    drains("h2", Optional.empty());
    refresh(RefreshType.GRACEFUL, "h1"); // the lists in force stay those of the file of before
    drains("h1", Optional.of(TEN_MINUTES));

    RefreshRequest force =
        new RefreshRequest(
            RefreshType.FORCEFUL,
            Optional.empty(),
            Tracking.SERVER,
            Optional.empty(),
            false,
            false,
            Optional.empty());
    assertThat(decide(force, state.settings(), ListTimes.UNKNOWN)).isInstanceOf(Planned.class);
  }

  // ---- given ----
}
