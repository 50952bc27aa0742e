package ebb.hadoop.scheduler;

import java.time.Duration;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ClusterNodeTracker;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerAccess;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Changes the sizes of the scheduler's nodes at once. An event would have to wait in the
 * scheduler's queue, and then cost a walk over all nodes and queues. What the scheduler adds up,
 * that is the capacity of the cluster, the largest container and the limits of queues, follows for
 * all changes together, with {@link #settle}. For any thread.
 */
public final class NodeSizes {
  /** Less than a step of {@code RMNodeViews}. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final RMContext context;

  /** By how much the nodes are larger than what the scheduler has added up. */
  private Resource growth = Resource.newInstance(0, 0);

  /** Of each kind of resource, what a node had most of before or after a change. */
  private Resource most = Resource.newInstance(0, 0);

  public NodeSizes(RMContext context) {
    this.context = context;
  }

  /** Whether the scheduler is one of those that this can be done with. */
  boolean areOpen() {
    ResourceScheduler scheduler = context.getScheduler();
    return scheduler instanceof CapacityScheduler || scheduler instanceof FairScheduler;
  }

  /**
   * The node has that size when this returns. No event that adds or removes the node or changes its
   * size may be under way: the scheduler adds up what it finds at two moments.
   */
  void change(SchedulerNode node, Resource size) {
    // First, so that the sum of a label is never behind when queues are added up.
    context.getNodeLabelManager().updateNodeResource(node.getNodeID(), size);
    synchronized (this) {
      Resource before = node.getTotalResource();
      node.updateTotalResource(size);
      growth = Resources.add(growth, Resources.subtract(size, before));
      most = Resources.componentwiseMax(most, Resources.componentwiseMax(before, size));
    }
  }

  /**
   * To be called again and again: while the scheduler is busy for long, this leaves it for the next
   * time.
   */
  public void settle() {
    if (!isSettled() && context.getScheduler() instanceof AbstractYarnScheduler<?, ?> scheduler) {
      try {
        SchedulerAccess.tryAlone(scheduler, PATIENCE, () -> settle(scheduler));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized boolean isSettled() {
    // Not isNone(most), which may not have heard of all types of resources.
    return most.equals(Resources.none());
  }

  private void settle(AbstractYarnScheduler<?, ?> scheduler) {
    Resource by;
    Resource largest;
    synchronized (this) {
      by = growth;
      largest = most;
      growth = Resource.newInstance(0, 0);
      most = Resource.newInstance(0, 0);
    }
    if (scheduler instanceof CapacityScheduler capacity) {
      settle(capacity, by, largest);
    } else if (scheduler instanceof FairScheduler fair) {
      settle(fair, by, largest);
    }
  }

  private void settle(CapacityScheduler scheduler, Resource by, Resource largest) {
    addUp(scheduler.getNodeTracker(), new FiCaSchedulerNode(nobody(), true), by, largest);
    Resource capacity = scheduler.getClusterResource();
    scheduler.getRootQueue().updateClusterResource(capacity, new ResourceLimits(capacity));
  }

  private void settle(FairScheduler scheduler, Resource by, Resource largest) {
    addUp(scheduler.getNodeTracker(), new FSSchedulerNode(nobody(), true), by, largest);
    FairSchedulerAccess.recomputeSteadyShares(scheduler);
  }

  /**
   * Hadoop adds what a node has when it comes and subtracts what it has when it goes; if that was
   * the most of all nodes, it looks for the largest anew. So a node that is not there comes with
   * nothing and takes with it what the others have lost, and then comes and goes with what one of
   * them had.
   */
  private static <N extends SchedulerNode> void addUp(
      ClusterNodeTracker<N> nodes, N passing, Resource by, Resource largest) {
    nodes.addNode(passing);
    passing.updateTotalResource(Resources.subtract(Resource.newInstance(0, 0), by));
    nodes.removeNode(passing.getNodeID());
    passing.updateTotalResource(largest);
    nodes.addNode(passing);
    nodes.removeNode(passing.getNodeID());
  }

  /** Not RUNNING, so that nothing is placed there. */
  private RMNode nobody() {
    String host = "";
    return new RMNodeImpl(
        NodeId.newInstance(host, 0),
        context,
        host,
        0,
        0,
        new NodeBase(host),
        Resource.newInstance(0, 0),
        "");
  }
}
