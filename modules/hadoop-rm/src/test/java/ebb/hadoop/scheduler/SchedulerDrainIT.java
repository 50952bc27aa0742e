package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each of Hadoop's own schedulers makes of a node that drains: real allocations of a real
 * application master over RPC. A class for each scheduler, because a ResourceManager has one.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SchedulerDrainIT {
  private static final Resource NOTHING = Resource.newInstance(0, 0);
  private static final Resource ONE = Resource.newInstance(1024, 1);
  private static final Resource TWO = Resource.newInstance(2048, 2);
  private static final Resource FULL = Resource.newInstance(8192, 4);

  RunningRm rm;

  /**
   * Registered before any node: while there are nodes, Hadoop's FifoScheduler cannot report on an
   * application, and with that neither accept nor end one (FiCaSchedulerApp, Hadoop 3.5.0).
   */
  UnmanagedMaster master;

  abstract Class<? extends ResourceScheduler> scheduler();

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set("yarn.resourcemanager.scheduler.class", scheduler().getName());
    prepare(conf);
    rm = RunningRm.start(folder, conf);
    master = UnmanagedMaster.register(rm.clientConf());
  }

  /** Settings of this scheduler only. */
  void prepare(HadoopFolder conf) throws Exception {}

  @AfterAll
  void stop() {
    master.abandon();
    rm.close();
  }

  @Test
  @Tag("case-235")
  void shouldGiveAwayNothingOfADrainingNodeThoughAnApplicationWaits() throws Exception {
    // given a node on which one container runs
    SimulatedNodeManager node = fullNode("127.0.0.51:4321");
    master.ask(1);
    Container running = awaitContainers(master, node, 1).get(0);
    node.runs(running.getId());
    node.heartbeat();
    assertThat(scheduled().getSchedulerNode(node.id()).getUnallocatedResource())
        .isEqualTo(Resource.newInstance(7168, 3));
    // when it drains, and the application wants more
    rm.drain("127.0.0.51");
    master.ask(2);
    // then it holds what it has and nothing else
    awaitSizes(node, ONE, ONE, NOTHING);
    for (int i = 0; i < 5; i++) {
      node.heartbeat();
      assertThat(master.allocate().getAllocatedContainers()).isEmpty();
    }
    assertSizes(node, ONE, ONE, NOTHING);
    assertThat(rm.activeNode(node).getState()).isEqualTo(NodeState.DECOMMISSIONING);
    // and another node gets what was asked for
    SimulatedNodeManager other = fullNode("127.0.0.52:4321");
    assertThat(awaitContainers(master, other, 2))
        .allSatisfy(each -> assertThat(each.getNodeId()).isEqualTo(other.id()));
    // when it is recommissioned, then it is as large as before
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
    awaitSizes(node, ONE, FULL, Resource.newInstance(7168, 3));
    leave(node, other);
  }

  /** Fair and Fifo place a container where one has ended while they hear of its end. */
  @Test
  void shouldGiveAwayNothingWhereAContainerOfADrainingNodeHasEnded() throws Exception {
    // given a node that drains with two containers, and an application that wants another one
    SimulatedNodeManager node = fullNode("127.0.0.55:4321");
    master.ask(2);
    List<Container> running = awaitContainers(master, node, 2);
    running.forEach(each -> node.runs(each.getId()));
    node.heartbeat();
    rm.drain("127.0.0.55");
    master.ask(1);
    awaitSizes(node, TWO, TWO, NOTHING);
    // when one of them ends
    node.runsNothing();
    node.completes(running.get(0).getId());
    node.runs(running.get(1).getId());
    // then
    awaitSizes(node, ONE, ONE, NOTHING);
    assertThat(master.allocate().getAllocatedContainers()).isEmpty();
    // when the other ends, too
    node.runsNothing();
    node.completes(running.get(1).getId());
    // then
    awaitSizes(node, NOTHING, NOTHING, NOTHING);
    assertThat(master.allocate().getAllocatedContainers()).isEmpty();
    // and another node gets what was asked for
    SimulatedNodeManager other = fullNode("127.0.0.56:4321");
    assertThat(awaitContainers(master, other, 1))
        .allSatisfy(each -> assertThat(each.getNodeId()).isEqualTo(other.id()));
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
    leave(node, other);
  }

  @Test
  @Tag("case-237")
  void shouldLeaveNothingOfADrainingNodeOnWhichNothingIsAllocated() throws Exception {
    // given a container that the scheduler knows nothing of, so that the drain lasts
    SimulatedNodeManager node = fullNode("127.0.0.53:4321");
    node.runsContainer();
    node.heartbeat();
    // when
    rm.drain("127.0.0.53");
    // then
    awaitSizes(node, NOTHING, NOTHING, NOTHING);
    assertThat(rm.activeNode(node).getState()).isEqualTo(NodeState.DECOMMISSIONING);
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
    leave(node);
  }

  @Test
  @Tag("case-234")
  void shouldEndureAnUpdateOfADrainingNodeThatIsGoneAlready() throws Exception {
    // given
    SimulatedNodeManager node = fullNode("127.0.0.54:4321");
    node.runsContainer();
    node.heartbeat();
    rm.drain("127.0.0.54");
    awaitSizes(node, NOTHING, NOTHING, NOTHING);
    RMNode view = rm.activeNode(node);
    assertThat(view.getState()).isEqualTo(NodeState.DECOMMISSIONING);
    // when
    scheduled().handle(new NodeRemovedSchedulerEvent(view));
    // then
    assertThat(scheduled().getSchedulerNode(node.id())).isNull();
    assertThatCode(() -> scheduled().handle(new NodeUpdateSchedulerEvent(view)))
        .doesNotThrowAnyException();
    rm.refresh("-refreshNodes");
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    rm.conf().exclude();
  }

  // ---- helpers ----

  /** For schedulers that need no event for it. */
  @SuppressWarnings("try") // the scheduler is held up for as long as it is open
  final void assertRoomIsTakenAndGivenBackWithoutTheQueue() throws Exception {
    // given two large nodes that would drain for as long as something runs there, and a small one
    SimulatedNodeManager busy = fullNode("127.0.0.71:4321");
    master.ask(1);
    Container running = awaitContainers(master, busy, 1).get(0);
    busy.runs(running.getId());
    busy.heartbeat();
    SimulatedNodeManager idle = fullNode("127.0.0.72:4321");
    idle.runsContainer();
    idle.heartbeat();
    SimulatedNodeManager small = rm.nodeManager("127.0.0.73:4321");
    small.offers(TWO).register();
    small.heartbeat();
    scheduled().getNodeTracker().setForceConfiguredMaxAllocation(false);
    try (HeldUpScheduler heldUp = new HeldUpScheduler(rm)) {
      // when
      rm.drain("127.0.0.71", "127.0.0.72");
      // then
      assertSizes(busy, ONE, ONE, NOTHING);
      assertSizes(idle, NOTHING, NOTHING, NOTHING);
      awaitCapacity(Resources.add(ONE, TWO));
      assertThat(scheduled().getMaximumResourceCapability()).isEqualTo(TWO);
      // when
      rm.conf().exclude();
      rm.refresh("-refreshNodes");
      awaitState(busy, NodeState.RUNNING);
      awaitState(idle, NodeState.RUNNING);
      // then
      assertSizes(busy, ONE, FULL, Resource.newInstance(7168, 3));
      assertSizes(idle, NOTHING, FULL, FULL);
      awaitCapacity(Resources.add(Resources.add(FULL, FULL), TWO));
      assertThat(scheduled().getMaximumResourceCapability().getMemorySize()).isEqualTo(8192);
      // when
      rm.drain("127.0.0.71", "127.0.0.72");
      awaitCapacity(Resources.add(ONE, TWO));
    }
    // and it adds up when all have gone
    rm.conf().exclude();
    leave(busy, idle, small);
    awaitCapacity(NOTHING);
  }

  private void awaitCapacity(Resource capacity) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(scheduled().getClusterResource()).isEqualTo(capacity);
              assertThat(ClusterMetrics.getMetrics().getCapabilityMB())
                  .isEqualTo(capacity.getMemorySize());
            });
    if (scheduled() instanceof CapacityScheduler) { // the others do not tell of all nodes
      assertThat(rm.context().getNodeLabelManager().getResourceByLabel("", NOTHING))
          .isEqualTo(capacity);
    }
  }

  private void awaitState(SimulatedNodeManager node, NodeState state) {
    await().atMost(Duration.ofSeconds(20)).until(() -> rm.activeNode(node).getState() == state);
  }

  final AbstractYarnScheduler<?, ?> scheduled() {
    return (AbstractYarnScheduler<?, ?>) rm.context().getScheduler();
  }

  /** Of 8192 MB and four cores, in the scheduler. */
  final SimulatedNodeManager fullNode(String id) throws Exception {
    SimulatedNodeManager node = rm.nodeManager(id);
    node.offers(FULL).register();
    node.heartbeat();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> scheduled().getSchedulerNode(node.id()) != null);
    return node;
  }

  final void leave(SimulatedNodeManager... nodes) throws Exception {
    for (SimulatedNodeManager node : nodes) {
      node.unregister();
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> scheduled().getClusterResource().equals(NOTHING));
  }

  final @Nullable SchedulerNode schedulerNode(SimulatedNodeManager node) {
    return scheduled().getSchedulerNode(node.id());
  }

  static List<Container> awaitContainers(
      UnmanagedMaster master, SimulatedNodeManager node, int count) {
    List<Container> containers = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              node.heartbeat();
              containers.addAll(master.allocate().getAllocatedContainers());
              return containers.size() >= count;
            });
    return containers;
  }

  private void awaitSizes(
      SimulatedNodeManager node, Resource used, Resource total, Resource available) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              node.heartbeat();
              assertSizes(node, used, total, available);
            });
  }

  private void assertSizes(
      SimulatedNodeManager node, Resource used, Resource total, Resource available) {
    SchedulerNode held = schedulerNode(node);
    // Hadoop takes a node away and puts it back to change its size.
    assertThat(held).isNotNull();
    assertThat(Objects.requireNonNull(held).getAllocatedResource()).isEqualTo(used);
    assertThat(held.getTotalResource()).isEqualTo(total);
    assertThat(held.getUnallocatedResource()).isEqualTo(available);
  }
}
