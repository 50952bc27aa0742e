package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.RefreshType;
import ebb.hadoop.scheduler.Resizes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The unmodified `yarn rmadmin` against our ResourceManager. What it asked for is read from the
 * audit log, which has a line for each call, and from the journal, which has every refresh.
 */
class RmAdminIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static Resizes resizes;

  @RegisterExtension private final AuditLines audit = new AuditLines();
  int refreshesBefore;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder);
    resizes = new Resizes(rm);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @BeforeEach
  void watch() throws Exception {
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
    refreshesBefore = rm.refreshes().size();
    audit.clear();
  }

  // ---- refreshNodes at once ----

  @Test
  @Tag("case-145")
  void shouldRefreshOnce() throws Exception {
    // when
    var printed = rm.rmadmin("-refreshNodes");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(audit.operations()).containsExactly("refreshNodes");
    assertThat(newRefreshes()).containsExactly(request(RefreshType.NORMAL));
  }

  /** Neither a stray word nor a tracking side without -g makes a refresh graceful. */
  @ParameterizedTest
  @ValueSource(strings = {"-refreshNodes -server", "-refreshNodes foo bar"})
  @Tag("case-283")
  void shouldRefreshAtOnceWithoutTheGracefulFlag(String line) throws Exception {
    // when
    var printed = rm.rmadmin(line.split(" "));
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(newRefreshes()).containsExactly(request(RefreshType.NORMAL));
  }

  // ---- refreshNodes gracefully ----

  @ParameterizedTest
  @ValueSource(strings = {"-refreshNodes -g 5", "-refreshNodes -g 5 server"})
  @Tag("case-284")
  void shouldAskForTheTrackingSide(String line) throws Exception {
    assertRefusedByTheCommand(line).contains("Usage: yarn rmadmin [-refreshNodes");
  }

  @Test
  @Tag("case-152")
  void shouldRefuseATimeoutBelowMinusOne() throws Exception {
    assertRefusedByTheCommand("-refreshNodes -g -1000 -client")
        .contains("Invalid timeout specified : -1000");
  }

  @Test
  @Tag("case-153")
  void shouldRefuseAnOptionThatDoesNotExist() throws Exception {
    assertRefusedByTheCommand("-refreshNodes -g 1 -foo").contains("Unrecognized option: -foo");
  }

  @Test
  @Tag("case-146")
  void shouldNotForceWhatIsDoneBeforeTheTimeout() throws Exception {
    // when nothing drains
    var printed = rm.rmadmin("-refreshNodes", "-g", "1", "-client");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out()).contains("Graceful decommissioning completed in 0 seconds.");
    assertThat(audit.operations()).containsExactly("refreshNodes", "checkForDecommissioningNodes");
    assertThat(newRefreshes()).containsExactly(graceful(1));
  }

  /** -1 and no number both mean to wait for as long as it takes. */
  @ParameterizedTest
  @CsvSource({"-refreshNodes -g -1 -client, node1:100", "-refreshNodes -g -client, node1:101"})
  @Tag("case-148")
  @Tag("case-149")
  void shouldWaitForeverWithAnInfiniteTimeout(String line, String id) throws Exception {
    // given
    SimulatedNodeManager node = busyNode(id);
    rm.conf().exclude("node1");
    try (CaughtOutput caught = new CaughtOutput()) {
      // when four checks have found the node draining
      CompletableFuture<Integer> exitCode = running(line);
      awaitLines(caught, "Nodes '" + id + "' are still decommissioning.", 4);
      sendHome(node);
      // then
      assertThat(exitCode.get(30, TimeUnit.SECONDS)).isZero();
      assertThat(caught.out()).contains("Graceful decommissioning completed in ");
    }
    assertThat(newRefreshes()).containsExactly(graceful(-1));
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
  }

  @Test
  @Tag("case-286")
  void shouldForceWhatIsNotDoneFiveSecondsAfterTheTimeout() throws Exception {
    // given a node whose own timeout in the list is infinite
    SimulatedNodeManager node = busyNode("127.0.0.61:4321");
    excludeForever("127.0.0.61");
    // when
    var printed = rm.rmadmin("-refreshNodes", "-g", "0", "-client");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(progressLines(printed.out())).hasSize(5);
    assertThat(printed.out())
        .contains("not completed in 0 seconds, issuing forceful decommissioning command.");
    assertThat(audit.of("checkForDecommissioningNodes")).hasSize(5);
    assertThat(newRefreshes()).containsExactly(graceful(0), request(RefreshType.FORCEFUL));
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    excludeNobodyAnyMore();
  }

  @Test
  @Tag("case-288")
  void shouldPrintALineForEachCheckAndThenTheTimeItTook() throws Exception {
    // given
    SimulatedNodeManager first = busyNode("n1:1");
    SimulatedNodeManager second = busyNode("n2:2");
    rm.conf().exclude("n1", "n2");
    try (CaughtOutput caught = new CaughtOutput()) {
      // when two checks have found both
      CompletableFuture<Integer> exitCode = running("-refreshNodes -g 10 -client");
      await().atMost(Duration.ofSeconds(20)).until(() -> progressLines(caught.out()).size() >= 2);
      sendHome(first);
      sendHome(second);
      // then
      assertThat(exitCode.get(30, TimeUnit.SECONDS)).isZero();
      List<String> lines = progressLines(caught.out());
      assertThat(lines.subList(0, 2))
          .allSatisfy(line -> assertThat(line).contains("n1:1").contains("n2:2"));
      assertThat(caught.out())
          .contains("Graceful decommissioning completed in " + lines.size() + " seconds.");
    }
    assertThat(newRefreshes()).containsExactly(graceful(10));
  }

  // ---- updateNodeResource ----

  @Test
  @Tag("case-155")
  void shouldResizeANodeWithAnOvercommitTimeout() throws Exception {
    // given
    rm.runningNode("0.0.0.0:0");
    // when
    var printed = rm.rmadmin("-updateNodeResource", "0.0.0.0:0", "2048", "2", "1000");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(resizes.awaitOf("0.0.0.0:0", 2048, 2).getOverCommitTimeout()).isEqualTo(1000);
  }

  @Test
  @Tag("case-156")
  void shouldRefuseANegativeSize() throws Exception {
    rm.runningNode("0.0.0.3:0");
    assertRefusedByTheCommand("-updateNodeResource 0.0.0.3:0 -2048 2");
    assertThat(rm.rest("/ws/v1/cluster/nodes/0.0.0.3:0")).contains("\"memory\":4096");
  }

  // ---- help, errors and groups ----

  @Test
  @Tag("case-168")
  void shouldPrintTheWholeSyntaxWithoutTheCommandsOfAPair() throws Exception {
    // when
    var printed = rm.rmadmin("-help");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out())
        .contains("[-refreshNodes [-g|graceful [timeout in seconds] -client|server]]")
        .contains("-refreshNodesResources")
        .contains("-updateNodeResource")
        .doesNotContain("-transitionToActive");
    assertThat(audit.all()).isEmpty();
  }

  @Test
  @Tag("case-169")
  void shouldPrintTheUsageOfOneCommand() throws Exception {
    // when
    var printed = rm.rmadmin("-help", "-refreshNodes");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.err())
        .contains(
            "Usage: yarn rmadmin"
                + " [-refreshNodes [-g|graceful [timeout in seconds] -client|server]]")
        .doesNotContain("-refreshQueues");
    assertThat(audit.all()).isEmpty();
  }

  @Test
  @Tag("case-171")
  void shouldPrintWhatTheServerSaysOfAnError() throws Exception {
    // given
    Path queues = rm.conf().path().resolve("capacity-scheduler.xml");
    Files.writeString(queues, "<configuration><test exception></configuration>");
    // when
    var printed = rm.rmadmin("-refreshQueues");
    // then
    Files.delete(queues);
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(printed.err())
        .startsWith("refreshQueues: java.io.IOException: ")
        .contains("Unexpected character");
    assertThat(audit.of("refreshQueues")).singleElement().asString().contains("RESULT=FAILURE");
  }

  @Test
  @Tag("case-175")
  void shouldPrintTheGroupsThatTheServerKnows() throws Exception {
    // given
    UserGroupInformation.createUserForTesting("admin", new String[] {"group1", "group2"});
    // when
    var printed = rm.rmadmin("-getGroups", "admin");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(printed.out()).contains("admin : group1 group2");
  }

  // ---- helpers ----

  private org.assertj.core.api.AbstractStringAssert<?> assertRefusedByTheCommand(String line)
      throws Exception {
    var printed = rm.rmadmin(line.split(" "));
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(audit.all()).isEmpty();
    assertThat(newRefreshes()).isEmpty();
    return assertThat(printed.err());
  }

  private record Request(RefreshType type, Optional<DrainTimeout> timeout) {}

  private static Request request(RefreshType type) {
    return new Request(type, Optional.empty());
  }

  private static Request graceful(int seconds) {
    return new Request(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(seconds)));
  }

  private List<Request> newRefreshes() {
    List<RefreshAccepted> all = rm.refreshes();
    return all.subList(refreshesBefore, all.size()).stream()
        .map(each -> new Request(each.type(), each.timeout()))
        .toList();
  }

  private static SimulatedNodeManager busyNode(String id) throws Exception {
    SimulatedNodeManager node = rm.runningNode(id);
    node.runsContainer();
    node.heartbeat();
    return node;
  }

  private static void sendHome(SimulatedNodeManager node) {
    node.runsNothing();
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> node.heartbeat().getNodeAction() == NodeAction.SHUTDOWN);
  }

  private static CompletableFuture<Integer> running(String line) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return ToolRunner.run(new RMAdminCLI(rm.clientConf()), line.split(" "));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void awaitLines(CaughtOutput caught, String line, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> caught.out().lines().filter(line::equals).count() >= count);
  }

  private static List<String> progressLines(String out) {
    return out.lines().filter(line -> line.endsWith("are still decommissioning.")).toList();
  }

  private static void excludeForever(String host) throws Exception {
    Path list = rm.conf().path().resolve("exclude.xml");
    Files.writeString(
        list, "<hosts><host><name>" + host + "</name><timeout>-1</timeout></host></hosts>");
    rm.conf().set("yarn.resourcemanager.nodes.exclude-path", list.toString());
  }

  private static void excludeNobodyAnyMore() throws Exception {
    rm.conf().set("yarn.resourcemanager.nodes.exclude-path", rm.conf().excludeFile().toString());
  }
}
