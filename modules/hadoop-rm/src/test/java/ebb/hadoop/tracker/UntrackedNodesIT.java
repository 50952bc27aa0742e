package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.SimulatedNodeManager;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that no list names: YARN's documented cases. */
class UntrackedNodesIT extends ListCasesFixture {
  private static final String UNTRACKED_TIMEOUT = "node-removal-untracked.timeout-ms";
  private static final String WITHOUT_INCLUDE_PATH = "enable-node-untracked-without-include-path";
  private static final String STATES = "node-removal-untracked.node-selective-states-to-remove";

  // ---- nodes that no list names ----

  /** An include list names host1 and localhost's IP from now on, and host2 no longer. */
  private SimulatedNodeManager leaveOutHost2(boolean gracefully) throws Exception {
    rm.set(UNTRACKED_TIMEOUT, "3000").exclude().start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    runs("localhost", 4433);
    assertThat(rm.counters().get(0)).isEqualTo(3);
    rm.include("host1", "127.0.0.1");
    if (gracefully) {
      rm.refreshGracefully(null);
    } else {
      rm.refresh();
    }
    return host2;
  }

  @Test
  @Tag("case-41")
  @Tag("case-43")
  void shouldShutDownAndForgetANodeThatNoListNames() throws Exception {
    leaveOutHost2(false);

    await(() -> assertThat(rm.counters()).containsExactly(2, 0, 0, 1, 0, 0, 0));
    assertThat(rm.nodes()).containsEntry("host2:5678", "SHUTDOWN");

    await(() -> assertThat(rm.nodes()).doesNotContainKey("host2:5678"));
    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-42")
  void shouldDrainANodeThatNoListNamesIfAskedTo() throws Exception {
    // given
    rm.set(UNTRACKED_TIMEOUT, "20000").exclude().start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    runs("localhost", 4433);
    host2.runsContainer();
    host2.heartbeat();
    // when
    rm.include("host1", "127.0.0.1").refreshGracefully(null);
    // then
    assertThat(rm.nodes()).containsEntry("host2:5678", "DECOMMISSIONING");
    // when
    host2.runsNothing();
    awaitShutdown(host2);
    // then
    assertThat(rm.nodes()).containsEntry("host2:5678", "DECOMMISSIONED");
    assertThat(rm.counters()).containsExactly(2, 0, 1, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-45")
  @Tag("case-47")
  void shouldForgetADecommissionedNodeOnlyOnceNoListNamesIt() throws Exception {
    // given host2 is in both lists, and host3 in none
    rm.set(UNTRACKED_TIMEOUT, "500").exclude().start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    runs("host3", 1234);
    runs("localhost", 4433);
    rm.include("host1", "host2", "127.0.0.1").exclude("host2").refresh();
    await(() -> assertThat(rm.nodes()).containsEntry("host2:5678", "DECOMMISSIONED"));
    // when more than the time has passed, as is seen at host3
    await(() -> assertThat(rm.nodes()).doesNotContainKey("host3:1234"));
    // then
    assertThat(rm.nodes()).containsEntry("host2:5678", "DECOMMISSIONED");
    assertThat(rm.counters()).containsExactly(2, 0, 1, 0, 0, 0, 0);
    // when
    rm.include("host1", "127.0.0.1").exclude().refresh();
    // then
    await(
        () -> {
          assertThat(actionOf(host2)).isNotEqualTo(NodeAction.NORMAL);
          assertThat(rm.nodes()).doesNotContainKey("host2:5678");
        });
    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-48")
  void shouldLoseAnIncludedNodeThatIsSilent() throws Exception {
    rm.conf.set("yarn.nm.liveness-monitor.expiry-interval-ms", "2000");
    rm.include("host1", "localhost", "host2").start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    runs("host2", 5678);
    SimulatedNodeManager localhost = runs("localhost", 4433);

    await(
        () -> {
          actionOf(host1);
          actionOf(localhost);
          assertThat(rm.nodes()).containsEntry("host2:5678", "LOST");
        });

    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 1, 0, 0);
  }

  @Test
  @Tag("case-50")
  void shouldForgetARebootedNode() throws Exception {
    rm.set(UNTRACKED_TIMEOUT, "3000").include("host1", "localhost", "host2").start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    runs("localhost", 4433);

    assertThat(host2.heartbeatWith(-100).getNodeAction()).isEqualTo(NodeAction.RESYNC);
    await(() -> assertThat(rm.nodes()).containsEntry("host2:5678", "REBOOTED"));
    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 1, 0);

    rm.include("host1", "localhost").refresh();
    await(() -> assertThat(rm.nodes()).doesNotContainKey("host2:5678"));
    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-51")
  void shouldShutDownAndForgetAnUnhealthyNodeThatNoListNames() throws Exception {
    rm.set(UNTRACKED_TIMEOUT, "1500").include("host1", "localhost", "host2").start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    runs("localhost", 4433);
    host2.healthReport("fell ill");
    host2.heartbeat();
    await(() -> assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 1));

    rm.include("host1", "localhost").refresh();

    await(() -> assertThat(rm.counters()).containsExactly(2, 0, 0, 1, 0, 0, 0));
    await(() -> assertThat(rm.nodes()).doesNotContainKey("host2:5678"));
    assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-52")
  @Tag("case-54")
  @Tag("case-55")
  void shouldForgetNodesWithoutAnIncludeListIfThatIsSwitchedOn() throws Exception {
    // given
    rm.conf.set("yarn.nm.liveness-monitor.expiry-interval-ms", "5000");
    rm.set(WITHOUT_INCLUDE_PATH, "true").set(UNTRACKED_TIMEOUT, "500").exclude().start();
    runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 1234);
    SimulatedNodeManager host3 = runs("host3", 1234);
    SimulatedNodeManager host4 = runs("host4", 1234);
    // when
    rm.exclude("host1").refresh();
    // then
    awaitWith(
        () -> assertThat(rm.counters()).containsExactly(3, 0, 1, 0, 0, 0, 0), host2, host3, host4);
    assertThat(rm.nodes()).containsEntry("host1:1234", "DECOMMISSIONED");
    // when host2 falls silent
    awaitWith(() -> assertThat(rm.nodes()).containsEntry("host2:1234", "LOST"), host3, host4);
    awaitWith(() -> assertThat(rm.nodes()).doesNotContainKey("host2:1234"), host3, host4);
    // and host3 unregisters
    host3.unregister();
    awaitWith(() -> assertThat(rm.nodes()).doesNotContainKey("host3:1234"), host4);
    // then
    assertThat(rm.nodes())
        .isEqualTo(Map.of("host1:1234", "DECOMMISSIONED", "host4:1234", "RUNNING"));
    assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 0, 0, 0);
  }

  @Test
  @Tag("case-58")
  void shouldForgetOnlyNodesInTheChosenStates() throws Exception {
    // given
    rm.conf.set("yarn.nm.liveness-monitor.expiry-interval-ms", "5000");
    rm.set(WITHOUT_INCLUDE_PATH, "true").set(UNTRACKED_TIMEOUT, "500").set(STATES, "SHUTDOWN");
    rm.exclude().start();
    runs("host2", 1234);
    SimulatedNodeManager host3 = runs("host3", 1234);
    SimulatedNodeManager host4 = runs("host4", 1234);
    // when host2 is lost
    awaitWith(() -> assertThat(rm.nodes()).containsEntry("host2:1234", "LOST"), host3, host4);
    // and then host3 leaves
    host3.unregister();
    awaitWith(() -> assertThat(rm.nodes()).doesNotContainKey("host3:1234"), host4);
    // then
    assertThat(rm.nodes()).isEqualTo(Map.of("host2:1234", "LOST", "host4:1234", "RUNNING"));
  }

  @Test
  @Tag("case-276")
  void shouldShutDownUntrackedDrainsByForceAndForgetThem() throws Exception {
    // given
    rm.set(UNTRACKED_TIMEOUT, "1500").include("host1", "host2", "host3").start();
    for (String host : List.of("host1", "host2", "host3")) {
      SimulatedNodeManager node = runs(host, 1234);
      node.runsContainer();
      node.heartbeat();
    }
    rm.include("host3").refreshGracefully(60);
    assertThat(rm.counters()).containsExactly(1, 2, 0, 0, 0, 0, 0);
    // when
    rm.refreshForcefully();
    // then
    await(() -> assertThat(rm.counters()).containsExactly(1, 0, 0, 2, 0, 0, 0));
    await(() -> assertThat(rm.nodes()).isEqualTo(Map.of("host3:1234", "RUNNING")));
    assertThat(rm.counters()).containsExactly(1, 0, 0, 0, 0, 0, 0);
  }

  /** A forgotten node that knocks is seen anew, and served as soon as the lists allow it. */
  @Test
  void shouldServeAForgottenNodeThatTheListsNameAgain() throws Exception {
    SimulatedNodeManager host2 = leaveOutHost2(false);
    await(() -> assertThat(rm.nodes()).doesNotContainKey("host2:5678"));
    assertThat(host2.register().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);

    rm.include("host1", "host2", "127.0.0.1").refresh();

    assertThat(host2.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(actionOf(host2)).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.nodes()).containsEntry("host2:5678", "RUNNING");
    assertThat(rm.counters()).containsExactly(3, 0, 0, 0, 0, 0, 0);
  }

  /** As YARN does; a NodeManager that the lists still leave out is sent home at once. */
  @Test
  void shouldAskANodeThatWasShutDownToRegisterOnceTheListsNameItAgain() throws Exception {
    rm.set(UNTRACKED_TIMEOUT, "60000").exclude().start();
    SimulatedNodeManager host2 = runs("host2", 5678);
    rm.include("host1").refresh();
    await(() -> assertThat(rm.nodes()).containsEntry("host2:5678", "SHUTDOWN"));
    assertThat(actionOf(host2)).isEqualTo(NodeAction.SHUTDOWN);

    rm.include("host1", "host2").refresh();

    await(() -> assertThat(actionOf(host2)).isEqualTo(NodeAction.RESYNC));
    assertThat(host2.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.nodes()).containsEntry("host2:5678", "RUNNING");
  }

  // ---- helpers ----

  /** While these nodes send heartbeats. */
  private static void awaitWith(ThrowingRunnable assertion, SimulatedNodeManager... beating) {
    await(
        () -> {
          for (SimulatedNodeManager node : beating) {
            node.heartbeat();
          }
          assertion.run();
        });
  }
}
