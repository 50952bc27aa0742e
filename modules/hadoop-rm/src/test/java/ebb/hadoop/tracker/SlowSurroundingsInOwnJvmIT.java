package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topology scripts and list files that do not answer stall nobody who does not need them. */
class SlowSurroundingsInOwnJvmIT {
  @TempDir Path folder;
  private ListsRm rm;
  private final ExecutorService knocking = Executors.newCachedThreadPool();

  @BeforeEach
  void configure() throws Exception {
    rm = ListsRm.in(folder);
    rm.conf.set("net.topology.node.switch.mapping.impl", HangingTopology.class.getName());
    HangingTopology.answer = new CountDownLatch(1);
  }

  @AfterEach
  void stop() {
    HangingTopology.answer.countDown();
    knocking.shutdownNow();
    rm.stop();
  }

  @Test
  void shouldServeOtherNodesWhileNamesOfManyHang() throws Exception {
    // given a node that runs, and more that hang than there are threads for names at first
    rm.exclude().start();
    SimulatedNodeManager running = runs("127.0.0.41");
    for (int i = 1; i <= 40; i++) {
      SimulatedNodeManager hanging = rm.nodeManager(HangingTopology.HANGS + i, 1234);
      knocking.execute(() -> knock(hanging));
    }
    Awaitility.await().until(() -> HangingTopology.QUESTIONS.get() >= 41);
    // when, then heartbeats ask for no name
    int questions = HangingTopology.QUESTIONS.get();
    for (int i = 0; i < 20; i++) {
      assertThat(running.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
    assertThat(HangingTopology.QUESTIONS).hasValue(questions);
    // and other nodes come in
    assertThat(runs("127.0.0.42").heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // and lists are read
    rm.exclude("127.0.0.42").refresh();
    assertThat(rm.nodes()).containsEntry("127.0.0.42:1234", "DECOMMISSIONED");
  }

  private static void knock(SimulatedNodeManager node) {
    try {
      node.register();
    } catch (Exception e) {
      // the test is over
    }
  }

  @Test
  void shouldRefuseRefreshesInBoundedTimeWhileAListHangs() throws Exception {
    // given
    rm.clusterSettings("ebb.nodes-list-manager.read-timeout = 1s");
    rm.exclude().start();
    rm.lists().hang();
    // when
    assertThatThrownBy(rm::refresh).hasMessageContaining("not read within 1 s");
    assertThatThrownBy(() -> rm.refreshGracefully(60)).hasMessageContaining("not read");
    // then everything else goes on
    assertThat(runs("127.0.0.43").heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    rm.refreshForcefully();
    // when the list comes at last
    rm.exclude("127.0.0.43");
    rm.lists().answer();
    // then
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              rm.refresh();
              assertThat(rm.nodes()).containsEntry("127.0.0.43:1234", "DECOMMISSIONED");
            });
  }

  /** A pipe that nobody writes to: what opened it would hang, and every later read with it. */
  @Test
  void shouldRefuseAPipeAtOnceAndReadTheNextList() throws Exception {
    // given
    rm.exclude().start();
    runs("127.0.0.44");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    rm.conf.set("yarn.resourcemanager.nodes.exclude-path", pipe.toString());
    // when
    assertThatThrownBy(rm::refresh).hasMessageContaining(pipe + ": cannot be read: it is a pipe");
    // then the next one is read without delay
    rm.exclude("127.0.0.44").refresh();
    assertThat(rm.nodes()).containsEntry("127.0.0.44:1234", "DECOMMISSIONED");
  }

  private SimulatedNodeManager runs(String host) throws Exception {
    return rm.runs(host, 1234);
  }
}
