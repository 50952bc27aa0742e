package ebb.hadoop.scheduler;

import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import ebb.domain.DrainStatus;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.UnmanagedApplication;
import ebb.hadoop.node.HadoopTypes;
import ebb.node.DrainProgress;
import ebb.nodeslist.observed.ObservedContainer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node drains while a real application has containers on it: the whole ResourceManager, its
 * scheduler and the node's actor, with NodeManagers that say what the cases say.
 */
class ApplicationDrainIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static int hosts;

  private SimulatedNodeManager node;
  private UnmanagedApplication application;

  @BeforeAll
  static void startRm() throws Exception {
    rm = RunningRm.start(folder, RunningRm.folder(folder));
  }

  @AfterAll
  static void stopRm() throws Exception {
    rm.close();
  }

  @BeforeEach
  void startApplication() throws Exception {
    rm.conf().exclude();
    node = nodeManager().offers(10240, 10);
    node.register();
    application = UnmanagedApplication.start(rm.clientConf());
  }

  @AfterEach
  void stopApplication() throws Exception {
    application.close();
    // The next test's application shall find no room here.
    node.unregister();
    node.close();
  }

  private static SimulatedNodeManager nodeManager() throws Exception {
    hosts++;
    return rm.nodeManager("127.0.1." + hosts);
  }

  @Test
  @Tag("case-105")
  @Tag("case-106")
  @Tag("case-108")
  void shouldWaitForContainersAndThenForTheApplication() throws Exception {
    // given three containers on a draining node
    List<ContainerId> three = threeContainers();
    drain(3600);
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // when one after the other ends
    node.has(three.get(0), COMPLETE).heartbeat();
    // then
    await()
        .untilAsserted(
            () ->
                assertThat(progress().workload())
                    .hasValueSatisfying(left -> assertThat(left.containers()).isEqualTo(2)));
    assertThat(progress().status().isReadyForDecommission()).isFalse();
    // when
    node.has(three.get(1), COMPLETE).heartbeat();
    // then
    await()
        .untilAsserted(
            () ->
                assertThat(progress().workload())
                    .hasValueSatisfying(left -> assertThat(left.containers()).isEqualTo(1)));
    assertThat(progress().status()).isEqualTo(DrainStatus.WAIT_CONTAINER);
    // when
    node.has(three.get(2), COMPLETE).heartbeat();
    // then
    await().untilAsserted(() -> assertThat(progress().status()).isEqualTo(DrainStatus.WAIT_APP));
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    // when
    application.finish();
    // then nothing is left to wait for, an hour before the deadline
    isDecommissioned();
  }

  @Test
  @Tag("case-109")
  @Tag("case-111")
  void shouldWaitForAnApplicationThatRanBeforeTheDrain() throws Exception {
    // given
    List<ContainerId> three = threeContainers();
    three.forEach(each -> node.has(each, COMPLETE));
    node.heartbeat();
    // when
    drain(3600);
    // then
    await()
        .untilAsserted(
            () -> {
              node.heartbeat();
              assertThat(progress().status()).isEqualTo(DrainStatus.WAIT_APP);
            });
    assertThat(progress().workload().orElseThrow().applications())
        .containsExactly(application.id().toString());
    // when
    application.finish();
    // then
    isDecommissioned();
  }

  @Test
  @Tag("case-115")
  @Tag("case-116")
  void shouldDrainAnIdleNodeWhileAnotherWaitsForItsApplication() throws Exception {
    try (SimulatedNodeManager idle = nodeManager()) {
      // given
      idle.register();
      idle.heartbeat();
      ContainerId container = container();
      node.has(container, RUNNING).heartbeat();
      // when
      rm.drain(3600, node.id().getHost(), idle.id().getHost());
      // then
      await()
          .untilAsserted(
              () -> {
                idle.heartbeat();
                assertThat(rm.stateOf(idle)).isEqualTo("DECOMMISSIONED");
              });
      assertThat(idle.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
      // when
      assertThat(node.has(container, COMPLETE).heartbeat().getNodeAction())
          .isEqualTo(NodeAction.NORMAL);
      // then it waits for the application, whatever else is reported
      await().untilAsserted(() -> assertThat(progress().status()).isEqualTo(DrainStatus.WAIT_APP));
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    }
  }

  /** The scheduler has placed the container, the node does not report it yet. */
  @Test
  @Tag("case-119")
  void shouldNotKillTheFirstContainerOnAnOtherwiseIdleDrainingNode() throws Exception {
    // given
    ContainerId placed = container();
    // when
    drain(3600);
    for (int beat = 0; beat < 5; beat++) {
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
    // then
    await()
        .untilAsserted(
            () ->
                assertThat(progress().workload())
                    .hasValueSatisfying(left -> assertThat(left.containers()).isEqualTo(1)));
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    // when it runs, and the application ends
    node.has(placed, RUNNING).heartbeat();
    application.finish();
    node.has(placed, COMPLETE).heartbeat();
    // then
    isDecommissioned();
    assertThat(
            application.client().getApplicationReport(application.id()).getYarnApplicationState())
        .isEqualTo(YarnApplicationState.FINISHED);
  }

  @Test
  @Tag("case-79")
  @Tag("case-81")
  @Tag("case-143")
  void shouldStayDecommissioningWhenItRegistersAgainWithWorkAndEndWithout() throws Exception {
    // given
    node.has(container(), RUNNING).heartbeat();
    drain(3600);
    // when
    node.holds(application.id()).listensOn(1);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // then
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    assertThat(rm.metric("decommissioningNodes")).isEqualTo(1);
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // when
    node.runsNothing().holds().listensOn(2);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // then
    isDecommissioned();
    assertThat(rm.metric("decommissioningNodes")).isZero();
  }

  /** The end of an application that is named once more often than it runs is its end. */
  @Test
  @Tag("case-273")
  void shouldNotWaitForAnApplicationThatWasReportedTwice() throws Exception {
    // given
    ContainerId container = container();
    node.has(container, RUNNING).heartbeat();
    node.holds(application.id()).register();
    node.heartbeat();
    node.register();
    // when
    drain(3600);
    node.has(container, COMPLETE).heartbeat();
    application.finish();
    // then
    isDecommissioned();
  }

  @Test
  void shouldNameWhatItWaitsFor() throws Exception {
    // given a container that runs, one that has ended, and one that the node has yet to report
    List<ContainerId> some = List.of(container(), container());
    node.has(some.get(0), RUNNING).has(some.get(1), RUNNING).heartbeat();
    node.has(some.get(1), COMPLETE).heartbeat();
    ContainerId placed = container();
    Instant before = Instant.now().minusSeconds(600);
    // when
    drain(3600);
    // then
    String id = application.id().toString();
    assertThat(rm.work().containers(HadoopTypes.fromHadoop(node.id())))
        .extracting(
            ObservedContainer::id, ObservedContainer::applicationId, ObservedContainer::isMaster)
        .containsExactlyInAnyOrder(
            tuple(some.get(0).toString(), id, false), tuple(placed.toString(), id, false));
    assertThat(rm.work().containers(HadoopTypes.fromHadoop(node.id())))
        .allSatisfy(
            container ->
                assertThat(container.startedAt())
                    .hasValueSatisfying(at -> assertThat(at).isBetween(before, Instant.now())));
    assertThat(rm.work().applications(List.of(id, "application_1_9999", "nonsense")))
        .singleElement()
        .satisfies(
            seen -> {
              assertThat(seen.id()).isEqualTo(id);
              assertThat(seen.name()).isEqualTo("unmanaged");
              assertThat(seen.queue()).isEqualTo("root.default");
              assertThat(seen.user()).isEqualTo(System.getProperty("user.name"));
              assertThat(seen.type()).isEqualTo("YARN");
              assertThat(seen.percent()).isBetween(0, 100);
              assertThat(seen.startedAt()).isBetween(before, Instant.now());
            });
    // and when nothing is left
    node.has(some.get(0), COMPLETE).has(placed, COMPLETE).heartbeat();
    assertThat(rm.work().containers(HadoopTypes.fromHadoop(node.id()))).isEmpty();
  }

  private List<ContainerId> threeContainers() throws Exception {
    List<ContainerId> three = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      three.add(container());
      node.has(three.get(number), RUNNING);
    }
    node.heartbeat();
    return three;
  }

  private ContainerId container() throws Exception {
    return application.place(node).getId();
  }

  private void drain(int seconds) throws Exception {
    rm.drain(seconds, node.id().getHost());
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
  }

  private DrainProgress progress() throws Exception {
    return rm.published(node).progress().orElseThrow();
  }

  /** It hears so with the heartbeat after. */
  private void isDecommissioned() {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN));
    await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED"));
  }
}
