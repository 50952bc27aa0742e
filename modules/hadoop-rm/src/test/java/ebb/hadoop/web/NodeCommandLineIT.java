package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.CaughtOutput;
import ebb.hadoop.HadoopCommand;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManagers;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.cli.TopCLI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The unmodified `yarn node` and `yarn top` in front of a fleet of seven nodes: one NEW, two
 * RUNNING, one UNHEALTHY, one DECOMMISSIONED, one REBOOTED, one LOST. The last test adds to it.
 */
@TestMethodOrder(OrderAnnotation.class)
class NodeCommandLineIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManagers fleet;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder);
    fleet = new SimulatedNodeManagers(rm);
    fleet.bring("host0:0", NodeState.RUNNING);
    fleet.bring("host1:0", NodeState.RUNNING);
    fleet.bring("host2:0", NodeState.UNHEALTHY);
    fleet.bring("host3:0", NodeState.DECOMMISSIONED);
    fleet.bring("host4:0", NodeState.REBOOTED);
    fleet.bring("host5:0", NodeState.LOST);
    fleet.bring("host6:0", NodeState.NEW);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @Test
  @Tag("case-220")
  void shouldListRunningNodes() throws Exception {
    // when
    List<String> lines = list();
    // then
    assertThat(lines.get(0)).isEqualTo("Total Nodes:2");
    assertThat(lines.get(1).strip().split("\\s+"))
        .containsExactly(
            "Node-Id", "Node-State", "Node-Http-Address", "Number-of-Running-Containers");
    assertThat(lines.get(1))
        .isEqualTo(
            String.format(
                "%16s\t%15s\t%17s\t%28s",
                "Node-Id", "Node-State", "Node-Http-Address", "Number-of-Running-Containers"));
    assertThat(lines.subList(2, lines.size()))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("RUNNING"))
        .anySatisfy(line -> assertThat(line).contains("host0:0"))
        .anySatisfy(line -> assertThat(line).contains("host1:0"));
  }

  @Test
  @Tag("case-222")
  void shouldListNodesOfOneState() throws Exception {
    List<String> lines = list("-states", "DECOMMISSIONED");
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("Total Nodes:1");
    assertThat(lines.get(2)).contains("host3:0").contains("DECOMMISSIONED");
  }

  @Test
  @Tag("case-223")
  void shouldListNodesOfSeveralStates() throws Exception {
    List<String> lines = list("-states", "NEW,RUNNING,LOST,REBOOTED");
    assertThat(lines.get(0)).isEqualTo("Total Nodes:5");
    assertThat(lines).hasSize(7);
  }

  @Test
  @Tag("case-226")
  void shouldSayThatANodeDoesNotExist() throws Exception {
    var printed = node("-status", "Absenthost0:0");
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out())
        .contains("Could not find the node report for node id : Absenthost0:0");
  }

  @Test
  @Tag("case-227")
  void shouldPrintAReportOfANode() throws Exception {
    var printed = node("-status", "host0:0");
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out())
        .contains("Node-Id : host0:0", "Rack : /default-rack", "Node-State : RUNNING")
        .contains("Node-Http-Address : host0:8042", "Last-Health-Update : ", "Health-Report :")
        .contains("Containers : 0", "Memory-Used : 0MB", "Memory-Capacity : 4096MB")
        .contains("CPU-Used : 0 vcores", "CPU-Capacity : 4 vcores", "Node-Labels :")
        .contains("Node Attributes :", "Resource Utilization by Node :")
        .contains("Resource Utilization by Containers :")
        .doesNotContainIgnoringCase("timeout");
  }

  @Test
  @Tag("case-201")
  @Order(Integer.MAX_VALUE)
  void shouldCountTheFleetInTheHeaderOfTop() throws Exception {
    // given
    bring(3, NodeState.RUNNING);
    bring(5, NodeState.UNHEALTHY);
    bring(2, NodeState.DECOMMISSIONED);
    bring(4, NodeState.LOST);
    bring(6, NodeState.REBOOTED);
    bring(7, NodeState.SHUTDOWN);
    rm.context().getRMNodes().remove(fleet.node("host6:0").id());
    fleet.drain("draining:0", 600);
    // when, then
    assertThat(topHeader())
        .contains(
            "NodeManager(s): 9 total, 3 active, 5 unhealthy, 1 decommissioning,"
                + " 2 decommissioned, 4 lost, 6 rebooted, 7 shutdown");
  }

  /** So many of that state, whatever the class began with. */
  private static void bring(int count, NodeState state) throws Exception {
    int already = state == NodeState.RUNNING ? 2 : state == NodeState.SHUTDOWN ? 0 : 1;
    for (int i = already; i < count; i++) {
      fleet.bring(state.name().toLowerCase(Locale.ROOT) + i + ":0", state);
    }
  }

  /** Starts `yarn top`, waits for the line, and types q. */
  private static String topHeader() throws Exception {
    InputStream terminal = System.in;
    try (PipedOutputStream keys = new PipedOutputStream();
        PipedInputStream typed = new PipedInputStream(keys);
        CaughtOutput caught = new CaughtOutput()) {
      System.setIn(typed);
      CompletableFuture<Integer> top = CompletableFuture.supplyAsync(NodeCommandLineIT::top);
      await().atMost(Duration.ofSeconds(30)).until(() -> caught.out().contains("NodeManager(s)"));
      keys.write("q\n".getBytes(StandardCharsets.UTF_8));
      keys.flush();
      assertThat(top.get(30, TimeUnit.SECONDS)).isZero();
      return caught.out();
    } finally {
      System.setIn(terminal);
    }
  }

  private static int top() {
    try {
      TopCLI top = new TopCLI();
      top.setConf(rm.clientConf());
      try {
        return ToolRunner.run(top, new String[] {"-cols", "200", "-rows", "40"});
      } finally {
        top.stop();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> list(String... more) throws Exception {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "-list";
    System.arraycopy(more, 0, arguments, 1, more.length);
    var printed = node(arguments);
    assertThat(printed.exitCode()).isZero();
    List<String> lines = printed.out().lines().toList();
    int total = 0;
    while (!lines.get(total).startsWith("Total Nodes:")) {
      total++;
    }
    return lines.subList(total, lines.size());
  }

  private static HadoopCommand.Printed node(String... arguments) throws Exception {
    return HadoopCommand.node(rm.clientConf(), arguments);
  }
}
