package ebb.domain.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.IdleNode;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.PlannerNode;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A node that no list names any more is forgotten, once it has been out of service for a while. */
class UntrackedTest {
  private static final Instant T0 = Instant.parse("2026-11-22T12:00:00Z");
  private static final NodeAddress HOST1 = new NodeAddress("host1", "10.0.0.1");
  private static final NodeId NODE1 = new NodeId("host1", 1234);
  private static final NodeId NODE2 = new NodeId("host2", 5678);
  private static final UntrackedPolicy HALF_A_SECOND =
      new UntrackedPolicy(Duration.ofMillis(500), false, Optional.empty());
  private static final UntrackedPolicy WITHOUT_INCLUDE_PATH =
      new UntrackedPolicy(Duration.ofMillis(500), true, Optional.empty());

  @Test
  void shouldCallOnlyANodeUntrackedThatNoListNamesAlthoughThereIsAnIncludeList() {
    assertThat(untracked(Set.of("host2"), Set.of(), "/include")).isTrue();
    assertThat(untracked(Set.of("host1"), Set.of(), "/include")).isFalse();
    assertThat(untracked(Set.of("10.0.0.1"), Set.of(), "/include")).isFalse();
    assertThat(untracked(Set.of(), Set.of(), "")).isFalse();
    assertThat(untracked(Set.of("host2"), Set.of("host1"), "/include")).isFalse();
    assertThat(untracked(Set.of("host2"), Set.of("10.0.0.1"), "/include")).isFalse();
  }

  private static boolean untracked(Set<String> includes, Set<String> excludes, String path) {
    return HALF_A_SECOND.isUntracked(settings(includes, excludes, Optional.of(path)), HOST1);
  }

  @Test
  void shouldCareForThePathWhereNoIncludeListIsNeeded() {
    // given nobody is included, nor excluded
    Set<String> nobody = Set.of();
    // then an empty file is a list
    assertThat(untrackedAnyway(nobody, Optional.of(""))).isTrue();
    assertThat(untrackedAnyway(nobody, Optional.of("/include"))).isFalse();
    assertThat(untrackedAnyway(nobody, Optional.empty())).isFalse();
    // and an excluded node is never untracked
    assertThat(untrackedAnyway(Set.of("host1"), Optional.of(""))).isFalse();
    assertThat(untrackedAnyway(Set.of("10.0.0.1"), Optional.of(""))).isFalse();
    assertThat(untrackedAnyway(Set.of("host2"), Optional.of(""))).isTrue();
  }

  private static boolean untrackedAnyway(Set<String> excludes, Optional<String> path) {
    return WITHOUT_INCLUDE_PATH.isUntracked(settings(Set.of(), excludes, path), HOST1);
  }

  @Test
  void shouldLookTwiceInATimeoutAndAtLeastEveryTenMinutes() {
    assertThat(HALF_A_SECOND.period()).isEqualTo(Duration.ofMillis(250));
    assertThat(new UntrackedPolicy(Duration.ofHours(9), false, Optional.empty()).period())
        .isEqualTo(Duration.ofMinutes(10));
    assertThatThrownBy(() -> new UntrackedPolicy(Duration.ofMillis(1), false, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 2 ms");
  }

  @Test
  void shouldForgetStrictlyAfterTheTimeout() {
    NodesListState state = knowing(Set.of("host2"), NODE1, NODE2);

    assertThat(forgotten(state, HALF_A_SECOND, T0.plusMillis(500), Set.of())).isEmpty();
    assertThat(forgotten(state, HALF_A_SECOND, T0.plusMillis(501), Set.of()))
        .containsExactly(NODE1);
  }

  @Test
  void shouldForgetOnlyTheStatesThatAreChosen() {
    NodesListState state = knowing(Set.of("host3"), NODE1, NODE2);
    UntrackedPolicy lostOnly =
        new UntrackedPolicy(
            Duration.ofMillis(500), false, Optional.of(Set.of(NodeState.LOST, NodeState.RUNNING)));

    assertThat(forgotten(state, lostOnly, T0.plusSeconds(1), Set.of())).isEmpty();
    assertThat(lostOnly.forgets(NodeState.LOST)).isTrue();
    assertThat(lostOnly.forgets(NodeState.RUNNING)).isFalse();
  }

  @Test
  void shouldKeepANodeWhoseRegistrationIsOnItsWay() {
    NodesListState state = knowing(Set.of("host3"), NODE1, NODE2);

    assertThat(forgotten(state, HALF_A_SECOND, T0.plusSeconds(1), Set.of(NODE1)))
        .containsExactly(NODE2);
  }

  @Test
  void shouldKeepANodeWithAnOrderOnItsWay() {
    // given both were running when the lists left them out
    NodesListState state = knowing(Set.of(), NODE1, NODE2);
    ListSettings settings = settings(Set.of("host3"), Set.of(), Optional.of("/include"));
    RefreshRequest normal = new RefreshRequest(RefreshType.NORMAL, Optional.empty());
    RefreshPlan plan =
        RefreshPlan.of(
            normal,
            settings,
            HostLists.EMPTY,
            HALF_A_SECOND,
            List.of(new PlannerNode(NODE1, HOST1, NodeState.RUNNING, Optional.empty(), false)));
    for (NodesListEvent event :
        NodesListRules.accept(state, "op", normal, settings, plan, by(T0, 2))) {
      state = state.apply(event);
    }

    assertThat(forgotten(state, HALF_A_SECOND, T0.plusSeconds(1), Set.of())).containsExactly(NODE2);
  }

  @Test
  void shouldSeeAForgottenNodeAnew() {
    // given
    NodesListState state = knowing(Set.of("host2"), NODE1);
    // when
    state = state.apply(new NodesForgotten(List.of(NODE1), by(T0, 1)));
    // then
    assertThat(state.addressOf(NODE1)).isEmpty();
    assertThat(NodesListRules.admit(state, NODE1, HOST1, by(T0, 1))).isEmpty();
    assertThat(NodesListState.of(state.toSnapshot())).isEqualTo(state);
    // when the lists allow it
    NodesListState open = knowing(Set.of());
    assertThat(NodesListRules.admit(open, NODE1, HOST1, by(T0, 1))).isPresent();
  }

  @Test
  void shouldRememberWhereTheIncludeListWasWhenItIsForcedToRefresh() {
    NodesListState state = knowing(Set.of("host1"), NODE1);

    assertThat(state.settings().includePath()).contains("/include");
    assertThat(NodesListState.of(state.toSnapshot()).settings().includePath()).contains("/include");
  }

  // ---- given ----

  private static List<NodeId> forgotten(
      NodesListState state, UntrackedPolicy policy, Instant now, Set<NodeId> beingAdmitted) {
    Map<NodeId, IdleNode> idle = new HashMap<>();
    idle.put(NODE1, new IdleNode(NodeState.SHUTDOWN, T0, true));
    idle.put(NODE2, new IdleNode(NodeState.DECOMMISSIONED, T0, true));
    return NodesListRules.forget(state, policy, idle, beingAdmitted::contains, by(now, 1)).stream()
        .flatMap(event -> ((NodesForgotten) event).nodes().stream())
        .toList();
  }

  /** The nodes joined while everybody was included. */
  private static NodesListState knowing(Set<String> includes, NodeId... nodes) {
    NodesListState state = NodesListState.EMPTY;
    for (NodeId node : nodes) {
      NodeAddress address = new NodeAddress(node.host(), "10." + node.host());
      state = state.apply(NodesListRules.admit(state, node, address, by(T0, 0)).orElseThrow());
    }
    ListSettings settings = settings(includes, Set.of(), Optional.of("/include"));
    RefreshRequest normal = new RefreshRequest(RefreshType.NORMAL, Optional.empty());
    RefreshPlan nothing = new RefreshPlan(List.of());
    for (NodesListEvent event :
        NodesListRules.accept(state, "op", normal, settings, nothing, by(T0, 1))) {
      state = state.apply(event);
    }
    return state;
  }

  private static ListSettings settings(
      Set<String> includes, Set<String> excludes, Optional<String> path) {
    Map<String, Optional<DrainTimeout>> excluded = new HashMap<>();
    excludes.forEach(host -> excluded.put(host, Optional.empty()));
    return new ListSettings(HostLists.of(includes, excluded), DrainTimeout.INFINITE, path);
  }

  private static Provenance by(Instant now, long listVersion) {
    return Initiator.system("ebb", Origin.TIMER).stamp(now, "instance1", listVersion);
  }
}
