package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.domain.NodeId;
import ebb.hadoop.config.EbbConfiguration;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hadoop's ResourceManager with Ebb's nodes, as NodeManagers, `yarn rmadmin` and the REST API see
 * it: real RPC, real actors, a journal in memory. One class, because a JVM can hold only one
 * ResourceManager.
 */
class HadoopRmIT {
  @TempDir static Path folder;
  static HadoopFolder conf;
  static EbbCluster cluster;
  static HadoopRm rm;

  @BeforeAll
  static void startEverything() throws Exception {
    conf = HadoopFolder.in(folder).set("yarn.nm.liveness-monitor.expiry-interval-ms", "600000");
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "200");
    EbbConfiguration configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster = new EbbCluster(configuration.listSource());
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
    rm.start(cluster.leaderOf(1), cluster.leader()).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @AfterAll
  static void stopEverything() throws Exception {
    rm.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    cluster.close();
  }

  @BeforeEach
  void excludeNobody() throws Exception {
    conf.exclude();
  }

  @Test
  void shouldRunANodeThatRegisters() throws Exception {
    // given
    try (SimulatedNodeManager node = nodeManager("127.0.0.11")) {
      // when
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      assertThat(stateOf(node)).isEqualTo("RUNNING");
      assertThat(node.heartbeat().getResponseId()).isEqualTo(2);
    }
  }

  @Test
  void shouldTellWhenANodeWasHeardOfAndHowLargeItIsForTheScheduler() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.20")) {
      // given a registered node without a heartbeat
      NodeId id = new NodeId("127.0.0.20", node.id().getPort());
      node.register();
      assertThat(rm.observation(id).lastHeartbeat()).isEmpty();
      await().untilAsserted(() -> assertThat(rm.observation(id).currentCapacity()).isPresent());
      int fullSize = rm.observation(id).currentCapacity().orElseThrow().vcores();
      assertThat(fullSize).isPositive();
      assertThat(rm.observation(id).running()).contains(new RunningContainers(0, 0));
      NodeManagerInfo nodeManager = rm.observation(id).nodeManager().orElseThrow();
      assertThat(nodeManager.rack()).isEqualTo("/default-rack");
      assertThat(nodeManager.version()).isEqualTo("3.5.0");
      assertThat(nodeManager.labels()).isEmpty();
      assertThat(nodeManager.attributes()).isEmpty();
      Instant before = Instant.now();
      // when it beats while it drains, with nothing to run
      node.heartbeat();
      conf.exclude("127.0.0.20");
      rmadmin("-refreshNodes", "-g", "3600", "-server");
      // then
      assertThat(rm.observation(id).lastHeartbeat().orElseThrow())
          .isBetween(before.minusMillis(1), Instant.now());
      await()
          .untilAsserted(
              () ->
                  assertThat(rm.observation(id).currentCapacity().map(ebb.domain.Resource::vcores))
                      .isNotEqualTo(Optional.of(fullSize)));
      assertThat(rm.observation(new NodeId("127.0.0.99", 1))).isEqualTo(NodeObservation.NONE);
    }
  }

  /** Whoever wants to power it off has to know whether its NodeManager has been told. */
  @Test
  void shouldTellWhenANodeThatHasLeftWasToldToShutDown() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.21")) {
      // given a node that a refresh ended
      NodeId id = new NodeId("127.0.0.21", node.id().getPort());
      node.register();
      node.heartbeat();
      conf.exclude("127.0.0.21");
      rmadmin("-refreshNodes");
      assertThat(stateOf(node)).isEqualTo("DECOMMISSIONED");
      Instant left = Instant.now();
      // when
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      // then
      assertThat(rm.observation(id).lastHeartbeat().orElseThrow())
          .isBetween(left.minusMillis(1), Instant.now());
    }
  }

  @Test
  void shouldAskANodeThatItDoesNotKnowToRegister() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.12")) {
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.RESYNC);
    }
  }

  @Test
  void shouldDrainAnExcludedNodeAndThenSendItHome() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.13")) {
      // given
      node.register();
      node.heartbeat();
      // when
      conf.exclude("127.0.0.13");
      assertThat(rmadmin("-refreshNodes", "-g", "3600", "-server")).isEmpty();
      // then
      assertThat(stateOf(node)).isEqualTo("DECOMMISSIONING");
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN));
      assertThat(stateOf(node)).isEqualTo("DECOMMISSIONED");
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
    }
  }

  @Test
  void shouldLetADrainingNodeThatIsOutOfStepRegisterAgainAndGoOnDraining() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.19")) {
      // given
      node.register();
      node.runsContainer();
      node.heartbeat();
      conf.exclude("127.0.0.19");
      rmadmin("-refreshNodes", "-g", "3600", "-server");
      // when
      assertThat(node.heartbeatWith(17).getNodeAction()).isEqualTo(NodeAction.RESYNC);
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(stateOf(node)).isEqualTo("DECOMMISSIONING");
      // when
      conf.exclude();
      rmadmin("-refreshNodes", "-g", "3600", "-server");
      // then
      assertThat(stateOf(node)).isEqualTo("RUNNING");
    }
  }

  @Test
  void shouldRepeatTheLastAnswerToARepeatedHeartbeat() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.14")) {
      // given
      node.register();
      node.heartbeat();
      node.heartbeat();
      // when, then
      assertThat(node.heartbeatWith(1).getResponseId()).isEqualTo(2);
      assertThat(node.heartbeatWith(2).getResponseId()).isEqualTo(3);
    }
  }

  @Test
  void shouldRebootANodeThatIsOutOfStep() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.15")) {
      // given
      node.register();
      node.heartbeat();
      // when
      assertThat(node.heartbeatWith(17).getNodeAction()).isEqualTo(NodeAction.RESYNC);
      // then
      await().untilAsserted(() -> assertThat(stateOf(node)).isEqualTo("REBOOTED"));
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(stateOf(node)).isEqualTo("RUNNING");
    }
  }

  @Test
  void shouldShutDownANodeThatSaysGoodbye() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.16")) {
      node.register();
      node.unregister();
      await().untilAsserted(() -> assertThat(stateOf(node)).isEqualTo("SHUTDOWN"));
    }
  }

  @Test
  void shouldRefuseANodeThatIsTooSmall() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.17")) {
      var answer = node.offers(512, 4).register();
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(answer.getDiagnosticsMessage()).contains("minimum allocations");
    }
  }

  @Test
  void shouldSayInOneLineWhyARefreshIsRefused() throws Exception {
    // given
    conf.set("yarn.resourcemanager.nodes.exclude-path", folder.resolve("missing").toString());
    // when
    String output = rmadmin("-refreshNodes");
    // then
    conf.set("yarn.resourcemanager.nodes.exclude-path", conf.excludeFile().toString());
    assertThat(output.strip().lines()).hasSize(1);
    assertThat(output).contains("missing").contains("no such file");
  }

  @Test
  void shouldCountNodesInTheMetrics() throws Exception {
    try (SimulatedNodeManager node = nodeManager("127.0.0.18")) {
      node.register();
      await()
          .untilAsserted(
              () ->
                  assertThat(rest("/ws/v1/cluster/metrics"))
                      .doesNotContain("\"activeNodes\":0")
                      .contains("\"activeNodes\":"));
    }
  }

  private static SimulatedNodeManager nodeManager(String host) throws Exception {
    return SimulatedNodeManager.of(host, clientConf());
  }

  private static Configuration clientConf() {
    return EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
  }

  private static String rmadmin(String... arguments) throws Exception {
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      new RMAdminCLI(clientConf()).run(arguments);
    } finally {
      System.setErr(before);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  private static String stateOf(SimulatedNodeManager node) throws Exception {
    String json = rest("/ws/v1/cluster/nodes/" + node.id());
    return json.replaceAll("(?s).*\"state\":\"([A-Z]+)\".*", "$1");
  }

  private static String rest(String path) throws Exception {
    return Rest.get(conf, path);
  }
}
