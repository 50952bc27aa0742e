package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.registration;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.heartbeat.HeartbeatAnswer;
import ebb.hadoop.heartbeat.Reports;
import ebb.hadoop.report.PendingReports;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.Unregister;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bad health takes a node out of scheduling at once, good health brings it back with a delay. */
class RMNodeViewHealthTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @BeforeEach
  void register() {
    rm.knows(Reports.application(1));
    live.register(registration(node, 1, true, List.of(), List.of()));
  }

  private void publishes() {
    live.show(node.publication());
  }

  private void beats(boolean healthy) {
    beat(live, node, healthy, List.of());
  }

  private List<Boolean> reported() {
    return rm.facts(ReportHealth.class).stream().map(ReportHealth::healthy).toList();
  }

  @Test
  void shouldWithdrawAnUnhealthyNodeBeforeItsStateChanges() {
    // given
    rm.events.clear();
    // when
    beats(false);
    // then
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_REMOVED");
    assertThat(rm.announcements()).containsExactly("NODE_UNUSABLE");
    assertThat(rm.facts(ReportHealth.class).get(0).report()).isEqualTo("sick");
    assertThat(live.getHealthReport()).isEqualTo("sick");
    // when the state follows
    node.reports(false);
    publishes();
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_REMOVED");
    assertThat(rm.announcements()).containsExactly("NODE_UNUSABLE");
  }

  /** Half a character cannot be written to the journal. */
  @Test
  void shouldCutALongReportBetweenTwoCharacters() {
    // given
    String start = "s".repeat(PendingReports.MAX_HEALTH_TEXT - 1);
    var status = Reports.nodeStatus(node, 0, false, List.of());
    status.setNodeHealthStatus(NodeHealthStatus.newInstance(false, start + "\uD83D\uDE00", 5));
    // when
    live.heartbeat(Reports.heard(status), new HeartbeatAnswer());
    // then
    assertThat(rm.facts(ReportHealth.class).get(0).report()).isEqualTo(start);
  }

  @Test
  void shouldNotReadTheContainersOfANodeThatIsOutOfScheduling() {
    // when
    beat(live, node, false, List.of(running(1)));
    // then
    assertThat(live.scheduler.queueLength()).isZero();
    assertThat(rm.schedulerEvents()).doesNotContain("NODE_UPDATE");
  }

  @Test
  void shouldRepeatTheReportUntilItIsPublished() {
    // when
    beats(false);
    beats(false);
    assertThat(reported()).containsExactly(false);
    rm.pass(5_000);
    beats(false);
    assertThat(reported()).containsExactly(false, false);
    node.reports(false);
    publishes();
    rm.pass(5_000);
    beats(false);
    // then
    assertThat(reported()).containsExactly(false, false);
  }

  @Test
  void shouldReportAReturnAtOnceAfterALongIllness() {
    // given
    beats(false);
    node.reports(false);
    publishes();
    // when
    rm.pass(10_000);
    beats(true);
    // then
    assertThat(reported()).containsExactly(false, true);
    assertThat(rm.schedulerEvents()).endsWith("NODE_REMOVED");
    // when
    node.reports(true);
    publishes();
    // then
    assertThat(rm.schedulerEvents()).endsWith("NODE_REMOVED", "NODE_ADDED");
    assertThat(rm.announcements()).containsExactly("NODE_USABLE", "NODE_UNUSABLE", "NODE_USABLE");
  }

  @Test
  void shouldReportAQuickReturnWhenTenSecondsAreOver() {
    // given
    beats(false);
    node.reports(false);
    publishes();
    rm.pass(1_000);
    beats(true);
    assertThat(reported()).containsExactly(false);
    // when the node flaps once more
    rm.pass(4_000);
    beats(false);
    rm.pass(1_000);
    beats(true);
    rm.pass(8_999);
    live.tick();
    assertThat(reported()).containsExactly(false);
    rm.pass(1);
    live.tick();
    // then
    assertThat(reported()).containsExactly(false, true);
  }

  @Test
  void shouldNotScheduleOnAFlappingNodeWhoseIllnessWasNeverPublished() {
    // when
    beats(false);
    beats(true);
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED");
    // when
    rm.pass(10_000);
    live.tick();
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED", "NODE_ADDED");
  }

  @Test
  @DisplayName("60 a node that registers sick never enters the scheduler")
  @Tag("case-60")
  void shouldNotScheduleOnANodeThatRegistersSick() {
    // given
    PublishedNode sick = new PublishedNode("nm2").registers(false);
    RMNodeView view = rm.live(sick);
    rm.events.clear();
    // when
    view.register(registration(sick, 1, false, List.of(), List.of()));
    // then
    assertThat(view.getState()).isEqualTo(NodeState.UNHEALTHY);
    assertThat(view.getHealthReport()).isEqualTo("sick");
    assertThat(ClusterMetrics.getMetrics().getUnhealthyNMs()).isEqualTo(1);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isEqualTo(1);
    assertThat(rm.schedulerEvents()).isEmpty();
    assertThat(rm.announcements()).containsExactly("NODE_UNUSABLE");
    assertThat(rm.facts).isEmpty();
  }

  @Test
  @DisplayName("91 a sick node unregisters")
  @Tag("case-91")
  void shouldShutDownASickNode() {
    // given
    beats(false);
    node.reports(false);
    publishes();
    // when
    live.reportUnregistration(Optional.empty());
    node.isShutDown();
    publishes();
    // then
    assertThat(rm.facts(Unregister.class)).hasSize(1);
    assertThat(live.getState()).isEqualTo(NodeState.SHUTDOWN);
    assertThat(ClusterMetrics.getMetrics().getUnhealthyNMs()).isZero();
    assertThat(ClusterMetrics.getMetrics().getNumShutdownNMs()).isEqualTo(1);
  }

  @Test
  @DisplayName("68 a sick node drains: unhealthy -1, decommissioning +1")
  @Tag("case-68")
  void shouldDrainASickNode() {
    // given
    beats(false);
    node.reports(false);
    publishes();
    // when
    node.drains();
    publishes();
    // then
    assertThat(live.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(ClusterMetrics.getMetrics().getUnhealthyNMs()).isZero();
    assertThat(ClusterMetrics.getMetrics().getNumDecommissioningNMs()).isEqualTo(1);
    assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isZero();
  }

  @Test
  void shouldBringARecommissionedNodeBackThatWasSickWhenItsDrainBegan() {
    // given
    beats(false);
    node.reports(false);
    publishes();
    node.drains();
    publishes();
    rm.pass(20_000);
    beats(true);
    node.reports(true);
    publishes();
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED");
    // when
    node.isRecommissioned();
    publishes();
    // then
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED", "NODE_REMOVED", "NODE_ADDED");
    assertThat(rm.announcements()).endsWith("NODE_DECOMMISSIONING", "NODE_USABLE");
  }

  @Test
  void shouldRemoveARecommissionedNodeThatIsSick() {
    // given
    node.drains();
    publishes();
    beats(false);
    node.reports(false);
    publishes();
    assertThat(rm.schedulerEvents()).doesNotContain("NODE_REMOVED");
    // when
    node.isRecommissioned();
    publishes();
    // then
    assertThat(live.getState()).isEqualTo(NodeState.UNHEALTHY);
    assertThat(rm.schedulerEvents()).endsWith("NODE_REMOVED");
  }
}
