package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.registers;
import static ebb.hadoop.heartbeat.Reports.registration;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.FakeResourceManager;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.node.NodeCommand.ReportReboot;
import ebb.node.NodeCommand.Unregister;
import ebb.node.ReportStamp;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a node leaves the leader's view: by its own doing, forgotten, or with the activation. */
class RMNodeViewDepartureTest {
  private final FakeResourceManager rm = new FakeResourceManager();
  private final PublishedNode node = PublishedNode.running();
  private final RMNodeView live = rm.live(node);

  @Test
  void shouldRepeatADepartureUntilItIsPublished() {
    // given
    registers(live, node);
    // when
    live.reportReboot(Optional.empty());
    // then
    assertThat(live.isRegistered()).isFalse();
    assertThat(rm.facts(ReportReboot.class)).hasSize(1);
    // when time passes
    live.tick();
    assertThat(rm.facts(ReportReboot.class)).hasSize(1);
    rm.pass(5_000);
    live.tick();
    // then
    assertThat(rm.facts(ReportReboot.class)).hasSize(2);
    // when
    node.isRebooted();
    live.show(node.publication());
    rm.pass(5_000);
    live.tick();
    // then
    assertThat(rm.facts(ReportReboot.class)).hasSize(2);
  }

  @Test
  void shouldReportTheExpiryOfANodeThatOnlyTheJournalKnows() {
    // when Hadoop's liveness monitor finds the node silent
    live.handle(new RMNodeEvent(live.getNodeID(), RMNodeEventType.EXPIRE));
    // then
    assertThat(rm.facts)
        .containsExactly(
            new ReportExpiry(new ReportStamp(FakeResourceManager.LEADER, 0, Optional.empty())));
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  @DisplayName("90 an unregistration is a fact; the state follows RMNode")
  @Tag("case-90")
  void shouldReportAGoodbye() {
    // given
    registers(live, node);
    // when
    live.reportUnregistration(Optional.empty());
    // then
    assertThat(rm.facts(Unregister.class)).hasSize(1);
    // when
    node.isShutDown();
    live.show(node.publication());
    // then
    assertThat(live.getState()).isEqualTo(NodeState.SHUTDOWN);
    assertThat(ClusterMetrics.getMetrics().getNumShutdownNMs()).isEqualTo(1);
  }

  /** It stops right after a failover: nobody has to wait for the expiry interval. */
  @Test
  void shouldReportTheGoodbyeOfANodeThatOnlyTheJournalKnows() {
    // when
    live.reportUnregistration(Optional.empty());
    // then
    assertThat(rm.facts)
        .containsExactly(
            new Unregister(new ReportStamp(FakeResourceManager.LEADER, 0, Optional.empty())));
  }

  @Test
  void shouldRepeatAGoodbyeUntilItIsPublished() {
    // given
    registers(live, node);
    live.reportUnregistration(Optional.empty());
    // when
    rm.pass(5_000);
    live.tick();
    assertThat(rm.facts(Unregister.class)).hasSize(2);
    node.isShutDown();
    live.show(node.publication());
    rm.pass(5_000);
    live.tick();
    // then
    assertThat(rm.facts(Unregister.class)).hasSize(2);
  }

  /** The journal may be away for a while. */
  @Test
  void shouldPlaceNothingOnANodeThatHasLeft() {
    // given
    registers(live, node);
    rm.events.clear();
    // when
    live.reportExpiry();
    // then
    assertThat(live.getState()).isEqualTo(NodeState.RUNNING);
    assertThat(rm.schedulerEvents()).containsExactly("NODE_REMOVED");
    assertThat(rm.announcements()).isEmpty();
    // when
    node.isLost();
    live.show(node.publication());
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_REMOVED");
    assertThat(rm.announcements()).containsExactly("NODE_UNUSABLE");
  }

  @Test
  void shouldPlaceContainersAgainOnceTheNodeIsBack() {
    // given
    registers(live, node);
    live.reportExpiry();
    rm.events.clear();
    // when it registers, and RMNode has heard of no expiry
    live.register(registration(node, 2, true, List.of(), List.of()));
    // then
    assertThat(rm.schedulerEvents()).containsExactly("NODE_ADDED");
  }

  /** Its containers may go on, and nothing is placed there anyway. */
  @Test
  void shouldKeepADrainingNodeThatHasLeftInTheScheduler() {
    // given
    node.drains();
    live.show(node.publication());
    registers(live, node);
    rm.events.clear();
    // when
    live.reportUnregistration(Optional.empty());
    // then
    assertThat(rm.schedulerEvents()).doesNotContain("NODE_REMOVED");
  }

  /** Else it would end the service of a NodeManager that has come back. */
  @Test
  void shouldRepeatADepartureWithoutTheNumberOfALaterRegistration() {
    // given
    registers(live, node);
    live.reportUnregistration(Optional.empty());
    ReportStamp stamp = rm.facts(Unregister.class).get(0).stamp();
    // when it starts again, and its RMNode has heard neither
    live.registrationBegan(stamp.registration() + 1);
    rm.pass(5_000);
    live.tick();
    // then
    assertThat(rm.facts(Unregister.class))
        .extracting(Unregister::stamp)
        .containsExactly(stamp, stamp);
  }

  @Test
  void shouldSayNothingOnceClosed() {
    // given
    registers(live, node);
    live.close();
    rm.events.clear();
    // when
    node.isLost();
    live.show(node.publication());
    live.reportExpiry();
    live.tick();
    live.handle(new RMNodeEvent(live.getNodeID(), RMNodeEventType.EXPIRE));
    boolean taken = live.register(registration(node, 2, true, List.of(), List.of()));
    // then
    assertThat(taken).isFalse();
    assertThat(rm.events).isEmpty();
    assertThat(rm.facts).isEmpty();
    assertThat(ClusterMetrics.getMetrics().getNumLostNMs()).isZero();
  }

  @Test
  void shouldLeaveNothingBehindWhenForgotten() {
    // given
    registers(live, node);
    node.isDecommissioned();
    live.show(node.publication());
    // when
    live.forget();
    // then
    assertThat(rm.context.getInactiveRMNodes()).isEmpty();
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isZero();
  }
}
