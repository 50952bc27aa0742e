package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.SimulatedNodeManager;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What lists and refreshes do to NodeManagers: each case on a ResourceManager of its own, through
 * its ports. Counters are: active, decommissioning, decommissioned, shut down, lost, rebooted,
 * unhealthy.
 */
class NodesListCasesIT extends ListCasesFixture {
  private static final String DEFAULT_TIMEOUT = "nodemanager-graceful-decommission-timeout-secs";

  // ---- include and exclude ----

  @Test
  @Tag("case-24")
  @Tag("case-26")
  void shouldServeWhomTheIncludeListNamesByHostOrByIp() throws Exception {
    rm.include("localhost", "host1", "host2").start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    SimulatedNodeManager localhost = runs("localhost", 4433);
    assertThat(List.of(actionOf(host1), actionOf(host2), actionOf(localhost)))
        .containsOnly(NodeAction.NORMAL);

    rm.include("host1", "127.0.0.1").refresh();

    assertThat(actionOf(localhost)).isEqualTo(NodeAction.NORMAL);
    assertThat(actionOf(host1)).isEqualTo(NodeAction.NORMAL);
    awaitShutdown(host2);
  }

  @Test
  @Tag("case-27")
  void shouldDecommissionWhomTheExcludeListNamesByHostOrByIp() throws Exception {
    rm.exclude().start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);
    SimulatedNodeManager localhost = runs("localhost", 4433);

    rm.exclude("host2", "127.0.0.1").refresh();

    await(() -> assertThat(rm.counters()).containsExactly(1, 0, 2, 0, 0, 0, 0));
    assertThat(actionOf(host1)).isEqualTo(NodeAction.NORMAL);
    awaitShutdown(host2);
    awaitShutdown(localhost);
  }

  @Test
  @Tag("case-29")
  void shouldUseAnIncludePathThatIsConfiguredLater() throws Exception {
    rm.start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    runs("host2", 5678);

    rm.include("host1").refresh();

    await(() -> assertThat(rm.counters()).containsExactly(1, 0, 0, 1, 0, 0, 0));
    assertThat(actionOf(host1)).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.nodes()).containsEntry("host2:5678", "SHUTDOWN");
  }

  @Test
  @Tag("case-30")
  void shouldUseAnExcludePathThatIsConfiguredLater() throws Exception {
    rm.start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    SimulatedNodeManager host2 = runs("host2", 5678);

    rm.exclude("host2").refresh();

    await(() -> assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 0, 0, 0));
    assertThat(actionOf(host1)).isEqualTo(NodeAction.NORMAL);
    awaitShutdown(host2);
  }

  @Test
  @Tag("case-32")
  @Tag("case-33")
  void shouldTakeTheConfiguredTimeoutAsItIsAtEachRefresh() throws Exception {
    rm.exclude().start();
    SimulatedNodeManager host2 = runs("host2", 1234);
    SimulatedNodeManager host3 = runs("host3", 1234);
    host2.runsContainer();
    host3.runsContainer();

    rm.excludeXml("<hosts><host><name>host2</name></host></hosts>").refreshGracefully(null);
    assertThat(rm.drainSeconds(host2)).isEqualTo(3600);

    rm.set(DEFAULT_TIMEOUT, "3610");
    rm.excludeXml("<hosts><host><name>host3</name></host></hosts>").refreshGracefully(null);
    assertThat(rm.nodes()).containsEntry("host3:1234", "DECOMMISSIONING");
    assertThat(rm.drainSeconds(host3)).isEqualTo(3610);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("case-34")
  @Tag("case-36")
  void shouldCountADecommissionedNodeOnceAfterARestart(boolean hasIncludeList) throws Exception {
    // given
    rm.exclude();
    if (hasIncludeList) {
      rm.include("host1", "host2");
    }
    rm.start();
    runs("host1", 1234);
    runs("host2", 5678);
    rm.exclude("host1").refresh();
    await(() -> assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 0, 0, 0));
    // when
    rm.restart();
    // then
    SimulatedNodeManager host1 = rm.nodeManager("host1", 1234);
    assertThat(host1.register().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
    runs("host2", 5678);
    assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 0, 0, 0);
    assertThat(rm.nodes())
        .isEqualTo(Map.of("host1:1234", "DECOMMISSIONED", "host2:5678", "RUNNING"));
    // when it is excluded no longer
    rm.exclude().refresh();
    assertThat(host1.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // then
    await(() -> assertThat(rm.counters()).containsExactly(2, 0, 0, 0, 0, 0, 0));
    assertThat(rm.nodes()).isEqualTo(Map.of("host1:1234", "RUNNING", "host2:5678", "RUNNING"));
  }

  @Test
  @Tag("case-38")
  void shouldCountExcludedHostsThatNeverRegistered() throws Exception {
    rm.exclude("host1", "host2").start();

    rm.refresh();

    await(() -> assertThat(rm.counters()).containsExactly(0, 0, 2, 0, 0, 0, 0));
    assertThat(rm.nodes())
        .isEqualTo(Map.of("host1:-1", "DECOMMISSIONED", "host2:-1", "DECOMMISSIONED"));
  }

  @Test
  @Tag("case-39")
  void shouldDecommissionAnIdleNodeGracefully() throws Exception {
    rm.exclude().start();
    SimulatedNodeManager host1 = runs("host1", 1234);
    runs("host2", 5678);

    rm.exclude("host1").refreshGracefully(null);

    awaitShutdown(host1);
    assertThat(rm.nodes()).containsEntry("host1:1234", "DECOMMISSIONED");
  }

  // ---- nodes that no list names ----

  @Test
  void shouldShowIncludedHostsThatNeverRegisteredAsLostIfThatIsSwitchedOn() throws Exception {
    // given
    rm.set("enable-tracking-for-unregistered-nodes", "true");
    rm.include("host1", "host2", "host3").exclude("host3").start();
    await(
        () ->
            assertThat(rm.nodes())
                .isEqualTo(
                    Map.of("host1:-2", "LOST", "host2:-2", "LOST", "host3:-1", "DECOMMISSIONED")));
    assertThat(rm.counters()).containsExactly(0, 0, 1, 0, 2, 0, 0);
    // when one of them comes
    runs("host1", 1234);
    // then
    assertThat(rm.nodes()).containsEntry("host1:1234", "RUNNING").doesNotContainKey("host1:-2");
    assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 1, 0, 0);
    // when another one is included
    rm.include("host1", "host2", "host4").refresh();
    // then
    await(() -> assertThat(rm.nodes()).containsEntry("host4:-2", "LOST"));
    assertThat(rm.counters()).containsExactly(1, 0, 1, 0, 2, 0, 0);
  }

  // ---- helpers ----
}
