package ebb.domain.refresh;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeDecision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of which plans an operator is asked first. */
class ConfirmationTest {
  private static final NodeAction DECOMMISSION =
      new NodeAction.Decommission(DecommissionCause.NORMAL);

  private final Map<NodeId, NodeLifecycle> fleet = new HashMap<>();

  @BeforeEach
  void startTwentyNodesThatServeAndOneThatHasLeft() {
    for (int number = 1; number <= 20; number++) {
      add(node(number, NodeState.RUNNING, Resource.of(1000, 10), Optional.empty()));
    }
    add(node(21, NodeState.LOST, Resource.of(100_000, 1000), Optional.empty()));
  }

  @Test
  void shouldLetATenthDrainWithoutAQuestion() {
    assertThat(reason(drains(1), drains(2))).isEmpty();
  }

  @Test
  void shouldAskAboutMoreThanATenth() {
    assertThat(reason(drains(1), drains(2), drains(3)))
        .contains("15 % of the memory and 15 % of the vcores in service would be taken out");
  }

  @Test
  void shouldAskAboutMoreThanATenthOfTheVcoresAlone() {
    add(node(1, NodeState.RUNNING, Resource.of(1000, 30), Optional.empty()));

    assertThat(reason(drains(1)))
        .contains("5 % of the memory and 14 % of the vcores in service would be taken out");
  }

  @Test
  void shouldRoundUpWhatIsAHairMoreThanATenth() {
    add(node(1, NodeState.RUNNING, Resource.of(1001, 10), Optional.empty()));
    add(node(2, NodeState.RUNNING, Resource.of(1001, 10), Optional.empty()));

    assertThat(reason(drains(1), drains(2)).orElseThrow()).startsWith("11 % of the memory");
  }

  @Test
  void shouldAskWhateverEndsADrainNow() {
    // given a drain that began a minute ago
    draining(1);
    // then
    assertThat(reason(decision(1, DECOMMISSION)))
        .contains("h1:1 would leave at once, with all that runs there");
    assertThat(reason(decision(1, graceful(60))))
        .contains("h1:1 would leave at once, with all that runs there");
    assertThat(reason(decision(1, graceful(61)))).isEmpty();
  }

  @Test
  void shouldAskAboutNodesThatLeaveWithoutADrain() {
    assertThat(reason(decision(1, DECOMMISSION), decision(2, graceful(0))))
        .contains("2 nodes would leave at once, with all that runs there");
  }

  @Test
  void shouldNotCountNodesThatDrainAlready() {
    draining(1);
    draining(2);

    assertThat(reason(decision(1, graceful(600)), decision(2, graceful(600)), drains(3))).isEmpty();
  }

  @Test
  void shouldNotAskWhenNodesComeBackOrAreGoneAlready() {
    draining(1);

    assertThat(reason(decision(1, new NodeAction.Recommission()), decision(21, DECOMMISSION)))
        .isEmpty();
  }

  /** As for a new leader; nobody can say what runs there. */
  @Test
  void shouldAskAboutNodesThatNobodyHasHeardOfYet() {
    assertThat(reason(decision(22, graceful(600)), decision(23, DECOMMISSION)))
        .contains("2 nodes have sent no heartbeat since this leader began");
    assertThat(reason(decision(22, new NodeAction.Recommission()))).isEmpty();
  }

  private Optional<String> reason(NodeDecision... decisions) {
    return Confirmation.reason(new RefreshPlan(List.of(decisions)), fleet, T0);
  }

  private static NodeDecision drains(int number) {
    return decision(number, graceful(3600));
  }

  private static NodeAction graceful(long seconds) {
    return new NodeAction.GracefulDecommission(
        DrainTimeout.ofSeconds(seconds), TimeoutSource.REQUEST);
  }

  private static NodeDecision decision(int number, NodeAction action) {
    return new NodeDecision(id(number), action, HostAdmission.EXCLUDED_BY_HOST, NodeState.RUNNING);
  }

  private void draining(int number) {
    Drain drain =
        new Drain(
            1, T0.minusSeconds(60), DrainTimeout.ofSeconds(3600), TimeoutSource.REQUEST, at(T0));
    add(node(number, NodeState.DECOMMISSIONING, Resource.of(1000, 10), Optional.of(drain)));
  }

  private void add(NodeLifecycle node) {
    fleet.put(node.nodeId(), node);
  }

  private static NodeLifecycle node(
      int number, NodeState state, Resource capacity, Optional<Drain> drain) {
    return new NodeLifecycle(id(number), state, Optional.of(capacity), true, 1, drain, false, 1);
  }

  private static NodeId id(int number) {
    return new NodeId("h" + number, 1);
  }
}
