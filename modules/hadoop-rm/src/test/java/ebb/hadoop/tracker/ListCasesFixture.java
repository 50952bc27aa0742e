package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A ResourceManager with lists, and how its nodes are answered. */
abstract class ListCasesFixture {
  @TempDir Path folder;

  ListsRm rm;

  @BeforeEach
  void configure() throws Exception {
    rm = ListsRm.in(folder);
  }

  @AfterEach
  void stop() {
    rm.stop();
  }

  SimulatedNodeManager runs(String host, int port) throws Exception {
    return rm.runs(host, port);
  }

  static NodeAction actionOf(SimulatedNodeManager node) throws Exception {
    return node.heartbeat().getNodeAction();
  }

  static void awaitShutdown(SimulatedNodeManager node) {
    await(() -> assertThat(actionOf(node)).isEqualTo(NodeAction.SHUTDOWN));
  }

  static void await(ThrowingRunnable assertion) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion);
  }
}
