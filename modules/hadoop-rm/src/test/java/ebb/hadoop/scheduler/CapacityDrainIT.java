package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.SimulatedNodeManager;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.OpportunisticContainerAllocatorAMService;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerAllocationProposal;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.SchedulerContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.NodeQueueLoadMonitor;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CapacityDrainIT extends SchedulerDrainIT {
  @Override
  Class<? extends ResourceScheduler> scheduler() {
    return CapacityScheduler.class;
  }

  @Override
  void prepare(HadoopFolder conf) throws Exception {
    conf.set("yarn.resourcemanager.opportunistic-container-allocation.enabled", "true");
    conf.set("yarn.resourcemanager.nm-container-queuing.sorting-nodes-interval-ms", "50");
  }

  @Test
  void shouldTakeAndGiveBackTheRoomOfADrainWithoutTheQueueOfTheScheduler() throws Exception {
    assertRoomIsTakenAndGivenBackWithoutTheQueue();
  }

  @Test
  @Tag("case-239")
  void shouldRejectAProposalForANodeThatDrains() throws Exception {
    // given an application that waits, and that only the proposals of this test serve
    SimulatedNodeManager node = fullNode("127.0.0.55:4321");
    master.askNowhere(2);
    assertThat(commit(proposal(node, 901))).isTrue();
    // when
    rm.drain("127.0.0.55");
    // then
    assertThat(rm.activeNode(node).getState()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(commit(proposal(node, 902))).isFalse();
    // when
    rm.refresh("-refreshNodes");
    // then
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    await().atMost(Duration.ofSeconds(20)).until(() -> schedulerNode(node) == null);
    rm.conf().exclude();
    master.askNowhere(0);
  }

  @Test
  @Tag("case-240")
  void shouldNotTakeADrainingNodeForOpportunisticContainers() throws Exception {
    // given queues of one, two and three containers
    SimulatedNodeManager third = queueingNode("127.0.0.58:4321", 1);
    SimulatedNodeManager second = queueingNode("127.0.0.57:4321", 2);
    SimulatedNodeManager first = queueingNode("127.0.0.56:4321", 3);
    awaitCandidates(third.id(), second.id(), first.id());
    // when
    second.runsContainer();
    second.heartbeat();
    rm.drain("127.0.0.57");
    // then
    awaitCandidates(third.id(), first.id());
    // when
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
    second.heartbeat();
    // then
    awaitCandidates(third.id(), second.id(), first.id());
    leave(first, second, third);
  }

  private boolean commit(ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request) {
    return capacity().tryCommit(capacity().getClusterResource(), request, true);
  }

  private ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> proposal(
      SimulatedNodeManager node, long number) {
    Resource size = Resource.newInstance(1024, 1);
    FiCaSchedulerNode held = capacity().getNode(node.id());
    Container container =
        Container.newInstance(
            ContainerId.newContainerId(master.attempt(), number),
            node.id(),
            held.getHttpAddress(),
            size,
            Priority.newInstance(1),
            null);
    SchedulerContainer<FiCaSchedulerApp, FiCaSchedulerNode> placed =
        new SchedulerContainer<>(
            capacity().getApplicationAttempt(master.attempt()),
            held,
            new RMContainerImpl(
                container,
                SchedulerRequestKey.extractFrom(container),
                master.attempt(),
                node.id(),
                "somebody",
                rm.context()),
            "",
            true);
    return new ResourceCommitRequest<>(
        List.of(
            new ContainerAllocationProposal<>(
                placed,
                null,
                null,
                NodeType.OFF_SWITCH,
                NodeType.OFF_SWITCH,
                SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY,
                size)),
        null,
        null);
  }

  private CapacityScheduler capacity() {
    return (CapacityScheduler) scheduled();
  }

  private SimulatedNodeManager queueingNode(String id, int length) throws Exception {
    SimulatedNodeManager node = fullNode(id);
    node.queues(length);
    node.heartbeat();
    return node;
  }

  private void awaitCandidates(NodeId... nodes) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> assertThat(monitor().selectLeastLoadedNodes(10)).containsExactly(nodes));
  }

  /** Hadoop keeps it to itself. */
  private NodeQueueLoadMonitor monitor() throws ReflectiveOperationException {
    Field field = OpportunisticContainerAllocatorAMService.class.getDeclaredField("nodeMonitor");
    field.setAccessible(true);
    return (NodeQueueLoadMonitor) field.get(rm.hadoop().getApplicationMasterService());
  }
}
