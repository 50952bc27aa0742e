package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.rpc.RpcCalls;
import ebb.hadoop.scheduler.SubmittedApplication;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The yarn-site.xml of a pair without automatic failover, and what an administrator does to it by
 * hand with the unmodified `yarn rmadmin`.
 */
class RmAdminHaIT {
  @TempDir static Path folder;
  static OtherRm other;
  static RunningRm rm;
  static RpcCalls calls;

  @BeforeAll
  static void start() throws Exception {
    other = new OtherRm();
    HadoopFolder conf = HadoopFolder.in(folder).pairWith(other.address());
    conf.set(YarnConfiguration.AUTO_FAILOVER_ENABLED, "false");
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "200");
    rm = RunningRm.start(folder, conf);
    calls = new RpcCalls(conf.get(YarnConfiguration.RM_ADMIN_ADDRESS));
  }

  @AfterAll
  static void stop() {
    rm.close();
    other.close();
  }

  /** There is one handler thread: what came before a call is counted when that is answered. */
  @BeforeEach
  void letEarlierCallsBeCounted() throws Exception {
    rm.refresh("-refreshAdminAcls");
  }

  @Test
  @Tag("case-163")
  void shouldTellItsStateInAPairOnly() throws Exception {
    // given
    long before = calls.of("GetServiceStatus");
    // when, then
    assertRefusedWithoutAPair("-getServiceState");
    assertThat(calls.of("GetServiceStatus")).isEqualTo(before);
    // when
    var printed = rm.rmadmin("-getServiceState", "rm1");
    // then
    assertThat(printed.exitCode()).as(printed.err()).isZero();
    assertThat(printed.out()).contains("active");
    assertCalledOnce("GetServiceStatus", before);
  }

  @Test
  @Tag("case-165")
  void shouldTellItsHealthInAPairOnly() throws Exception {
    // given
    long before = calls.of("MonitorHealth");
    // when, then
    assertRefusedWithoutAPair("-checkHealth");
    assertThat(calls.of("MonitorHealth")).isEqualTo(before);
    // when
    var printed = rm.rmadmin("-checkHealth", "rm1");
    // then
    assertThat(printed.exitCode()).as(printed.err()).isZero();
    assertCalledOnce("MonitorHealth", before);
  }

  @Test
  @Tag("case-166")
  @Tag("case-188")
  void shouldBecomeStandbyWithNothingLeftAndActiveAgainWithItsNodes() throws Exception {
    // given an active ResourceManager with a node and an application
    SimulatedNodeManager node = rm.runningNode("127.0.0.31:4321");
    try (SubmittedApplication application = SubmittedApplication.submit(rm.clientConf())) {
      assertThat(rm.context().getRMApps()).containsKey(application.id());
      // when
      assertThat(rm.rmadmin("-transitionToStandby", "rm1").exitCode()).isZero();
      // then
      assertThat(rm.context().getRMNodes()).isEmpty();
      assertThat(rm.context().getInactiveRMNodes()).isEmpty();
      assertThat(rm.context().getRMApps()).isEmpty();
      assertThat(ClusterMetrics.getMetrics().getNumActiveNMs()).isZero();
      assertThat(rm.rmadmin("-getServiceState", "rm1").out()).contains("standby");
      // when
      assertRefusedWithoutAPair("-transitionToActive");
      int asked = other.statusCalls();
      long before = calls.of("TransitionToActive");
      var printed = rm.rmadmin("-transitionToActive", "rm1");
      // then
      assertThat(printed.exitCode()).as(printed.err()).isZero();
      assertCalledOnce("TransitionToActive", before);
      assertThat(other.statusCalls()).isEqualTo(asked + 1);
      assertThat(rm.rmadmin("-getServiceState", "rm1").out()).contains("active");
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("RUNNING"));
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.RESYNC);
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
  }

  @Test
  @Tag("case-172")
  void shouldAskWhoShallBecomeActive() throws Exception {
    // given
    long before = calls.of("TransitionToActive");
    // when
    var printed = rm.rmadmin("-transitionToActive");
    // then
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(printed.err()).contains("incorrect number of arguments").contains("Usage");
    assertThat(calls.of("TransitionToActive")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-transitionToObserver", "-failover"})
  @Tag("case-173")
  void shouldNotKnowWhatOnlyHdfsHas(String command) throws Exception {
    // when
    var printed = rm.rmadmin(command, "rm1");
    // then
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(printed.err()).contains(command.substring(1) + ": Unknown command");
    assertThat(printed.err().replaceFirst(".*Unknown command", "")).doesNotContain(command);
    assertThat(rm.rmadmin("-help").out()).doesNotContain(command);
  }

  @Test
  @Tag("case-168")
  void shouldHelpWithTheCommandsOfAPair() throws Exception {
    var printed = rm.rmadmin("-help");
    assertThat(printed.exitCode()).as(printed.err()).isZero();
    assertThat(printed.out()).contains("-transitionToActive").contains("-getServiceState");
  }

  /** A call is counted when it has been answered. */
  private static void assertCalledOnce(String method, long before) {
    await().untilAsserted(() -> assertThat(calls.of(method)).isEqualTo(before + 1));
  }

  private static void assertRefusedWithoutAPair(String command) throws Exception {
    Configuration single = rm.clientConf();
    single.setBoolean(YarnConfiguration.RM_HA_ENABLED, false);
    var printed = HadoopCommand.rmadmin(single, command, "rm1");
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(printed.out())
        .contains("Cannot run " + command + " when ResourceManager HA is not enabled");
  }
}
