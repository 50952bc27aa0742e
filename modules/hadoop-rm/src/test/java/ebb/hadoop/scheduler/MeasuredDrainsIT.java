package ebb.hadoop.scheduler;

import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.UnmanagedApplication;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drains that were measured on stock YARN, with their numbers: nodes of 8192 MB and 8 cores. */
class MeasuredDrainsIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManager first;
  static UnmanagedApplication application;
  static int hosts;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.decommissioning-nodes-watcher.poll-interval-secs", "1");
    rm = RunningRm.start(folder, conf);
    first = registered();
    application = UnmanagedApplication.start(rm.clientConf());
  }

  @AfterAll
  static void stopRm() throws Exception {
    application.close();
    first.close();
    rm.close();
  }

  @BeforeEach
  void excludeNobody() throws Exception {
    rm.conf().exclude();
  }

  private static SimulatedNodeManager registered() throws Exception {
    hosts++;
    SimulatedNodeManager node = rm.nodeManager("127.0.3." + hosts).offers(8192, 8);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    node.heartbeat();
    return node;
  }

  /** With a container that the scheduler did not place. */
  private static SimulatedNodeManager busy() throws Exception {
    SimulatedNodeManager node = registered();
    node.has(Reports.container(application.id(), 1000 + hosts), RUNNING).heartbeat();
    return node;
  }

  private static String field(SimulatedNodeManager node, String name) throws Exception {
    return rm.field("/ws/v1/cluster/nodes/" + node.id(), name);
  }

  private static void mustShutDown(SimulatedNodeManager node) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN));
  }

  @Test
  @Tag("case-261")
  @Tag("case-262")
  void shouldShowAndKeepTheFullSizeOfADrainingNode() throws Exception {
    // given
    try (SimulatedNodeManager node = busy()) {
      rm.drain(60, node.id().getHost());
      // when
      for (int beat = 0; beat < 5; beat++) {
        // then the NodeManager is not told to shrink
        assertThat(node.heartbeat().getResource()).isNull();
      }
      // but the scheduler has nothing to give away there
      await().untilAsserted(() -> assertThat(field(node, "availMemoryMB")).isEqualTo("0"));
      assertThat(rm.rest("/ws/v1/cluster/nodes/" + node.id()))
          .containsPattern("\"totalResource\":\\{[^}]*\"memory\":8192");
      // when
      rm.drain(60);
      // then
      assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
      await().untilAsserted(() -> assertThat(field(node, "availMemoryMB")).isEqualTo("8192"));
      assertThat(field(node, "availableVirtualCores")).isEqualTo("8");
      assertThat(node.heartbeat().getResource()).isNull();
      assertThat(rm.published(node).node().drain()).isEmpty();
    }
  }

  @Test
  @Tag("case-264")
  void shouldNotHoldANodeForLogsThatAreStillCollected() throws Exception {
    try (SimulatedNodeManager node = registered()) {
      // given
      rm.drain(60, node.id().getHost());
      // when, then
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(
                          node.heartbeat(
                                  request ->
                                      request
                                          .getNodeStatus()
                                          .setKeepAliveApplications(List.of(application.id())))
                              .getNodeAction())
                      .isEqualTo(NodeAction.SHUTDOWN));
    }
  }

  /** One beats all the time, one once, one never again. */
  @Test
  @Tag("case-265")
  void shouldDecommissionAtTheDeadlineWhetherTheNodeBeatsOrNot() throws Exception {
    try (SimulatedNodeManager always = busy();
        SimulatedNodeManager once = busy();
        SimulatedNodeManager never = busy()) {
      // when
      long start = System.nanoTime();
      rm.drain(3, always.id().getHost(), once.id().getHost(), never.id().getHost());
      once.heartbeat();
      // then
      mustShutDown(always);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(3));
      for (SimulatedNodeManager each : List.of(always, once, never)) {
        await().untilAsserted(() -> assertThat(rm.stateOf(each)).isEqualTo("DECOMMISSIONED"));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(13));
    }
  }

  @Test
  @Tag("case-267")
  void shouldNotRestartTheClockWithANewTimeout() throws Exception {
    try (SimulatedNodeManager node = busy()) {
      // given
      rm.drain(60, node.id().getHost());
      long start = System.nanoTime();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> System.nanoTime() - start > Duration.ofSeconds(2).toNanos());
      // when
      rm.drain(100, node.id().getHost());
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
      rm.drain(1, node.id().getHost());
      // then
      mustShutDown(node);
    }
  }

  @Test
  @Tag("case-268")
  void shouldEndADrainOfNoTimeAtOnce() throws Exception {
    try (SimulatedNodeManager node = busy()) {
      rm.drain(0, node.id().getHost());
      mustShutDown(node);
    }
  }

  @Test
  @Tag("case-68")
  @Tag("case-270")
  void shouldBringASickNodeBackAsASickNode() throws Exception {
    try (SimulatedNodeManager node = busy()) {
      // given
      node.healthReport("sick").heartbeat();
      await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("UNHEALTHY"));
      int active = rm.metric("activeNodes");
      // when
      rm.drain(60, node.id().getHost());
      // then
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
      assertThat(rm.metric("unhealthyNodes")).isZero();
      assertThat(rm.metric("activeNodes")).isEqualTo(active);
      // when
      rm.drain(60);
      // then
      assertThat(rm.stateOf(node)).isEqualTo("UNHEALTHY");
      assertThat(rm.metric("activeNodes")).isEqualTo(active);
      // when it is well again, then the scheduler has it
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> {
                node.healthReport("").heartbeat();
                assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
              });
      await().untilAsserted(() -> assertThat(field(node, "availMemoryMB")).isEqualTo("8192"));
    }
  }

  @Test
  @Tag("case-78")
  void shouldSendAnIdleNodeHomeThatIsSick() throws Exception {
    try (SimulatedNodeManager node = registered()) {
      rm.drain(60, node.id().getHost());
      node.healthReport("sick");
      mustShutDown(node);
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    }
  }

  @Test
  @Tag("case-271")
  void shouldLeakNoCounterWhenADrainingNodeComesBackOnAnotherPort() throws Exception {
    try (SimulatedNodeManager node = busy()) {
      // given
      int active = rm.metric("activeNodes");
      rm.drain(60, node.id().getHost());
      // when
      assertThat(node.listensOn(9999).register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
      assertThat(rm.metric("decommissioningNodes")).isEqualTo(1);
      assertThat(rm.metric("activeNodes")).isEqualTo(active - 1);
      // when
      node.runsNothing();
      mustShutDown(node);
      // then
      assertThat(rm.metric("decommissioningNodes")).isZero();
      assertThat(rm.metric("activeNodes")).isEqualTo(active - 1);
    }
  }

  /** Heartbeats all the while; no moment of the refresh is one in which the node is an alien. */
  @Test
  @Tag("case-278")
  void shouldRefuseNoHeartbeatBetweenTheListsAndTheDrain() throws Exception {
    try (SimulatedNodeManager well = busy();
        SimulatedNodeManager sick = busy()) {
      // given
      sick.healthReport("sick").heartbeat();
      await().untilAsserted(() -> assertThat(rm.stateOf(sick)).isEqualTo("UNHEALTHY"));
      AtomicBoolean over = new AtomicBoolean();
      Queue<NodeAction> answers = new ConcurrentLinkedQueue<>();
      CompletableFuture<Void> beats =
          CompletableFuture.runAsync(
              () -> {
                while (!over.get()) {
                  answers.add(beat(well));
                  answers.add(beat(sick));
                }
              });
      // when
      for (int round = 0; round < 5; round++) {
        rm.drain(60, well.id().getHost(), sick.id().getHost());
        rm.drain(60);
      }
      over.set(true);
      beats.get(20, TimeUnit.SECONDS);
      // then
      assertThat(answers).hasSizeGreaterThan(20).containsOnly(NodeAction.NORMAL);
    }
  }

  private static NodeAction beat(SimulatedNodeManager node) {
    try {
      return node.heartbeat().getNodeAction();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
