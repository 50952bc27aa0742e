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
 * Changes the sizes of the scheduler's nodes directly. An event would wait in the scheduler's
 * queue, and would then cost a walk over all nodes and queues. The scheduler's totals (the capacity
 * of the cluster, the largest container and the limits of queues) are updated for all changes
 * together by {@link #updateTotals}. For any thread.
 */
public final class NodeSizes {
  /** Shorter than a step of {@code RMNodeViews} with any usual expiry interval. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final RMContext context;

  /** How much larger the nodes are than the scheduler's totals. */
  private Resource growth = Resource.newInstance(0, 0);

  /** For each resource type, the most that any changed node had before or after its change. */
  private Resource most = Resource.newInstance(0, 0);

  public NodeSizes(RMContext context) {
    this.context = context;
  }

  /** Whether the scheduler in use supports this. */
  boolean areOpen() {
    ResourceScheduler scheduler = context.getScheduler();
    return scheduler instanceof CapacityScheduler || scheduler instanceof FairScheduler;
  }

  /**
   * Sets the node's size before it returns. No event that adds or removes the node or changes its
   * size may be under way, because the scheduler reads the size at two different moments for its
   * totals.
   */
  void change(SchedulerNode node, Resource size) {
    // First, so that the total of a label is never behind when the queues are updated.
    context.getNodeLabelManager().updateNodeResource(node.getNodeID(), size);
    synchronized (this) {
      Resource before = node.getTotalResource();
      node.updateTotalResource(size);
      growth = Resources.add(growth, Resources.subtract(size, before));
      most = Resources.componentwiseMax(most, Resources.componentwiseMax(before, size));
    }
  }

  /** Must be called repeatedly: if the scheduler stays busy, the work is left to the next call. */
  public void updateTotals() {
    if (!areCurrent() && context.getScheduler() instanceof AbstractYarnScheduler<?, ?> scheduler) {
      try {
        SchedulerAccess.tryAlone(scheduler, PATIENCE, () -> updateTotals(scheduler));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized boolean areCurrent() {
    // Not isNone(most), which may not have all resource types.
    return most.equals(Resources.none());
  }

  private void updateTotals(AbstractYarnScheduler<?, ?> scheduler) {
    Resource by;
    Resource largest;
    synchronized (this) {
      by = growth;
      largest = most;
      growth = Resource.newInstance(0, 0);
      most = Resource.newInstance(0, 0);
    }
    if (scheduler instanceof CapacityScheduler capacity) {
      updateTotals(capacity, by, largest);
    } else if (scheduler instanceof FairScheduler fair) {
      updateTotals(fair, by, largest);
    }
  }

  private void updateTotals(CapacityScheduler scheduler, Resource by, Resource largest) {
    addUp(scheduler.getNodeTracker(), new FiCaSchedulerNode(nobody(), true), by, largest);
    Resource capacity = scheduler.getClusterResource();
    scheduler.getRootQueue().updateClusterResource(capacity, new ResourceLimits(capacity));
  }

  private void updateTotals(FairScheduler scheduler, Resource by, Resource largest) {
    addUp(scheduler.getNodeTracker(), new FSSchedulerNode(nobody(), true), by, largest);
    FairSchedulerAccess.recomputeSteadyShares(scheduler);
  }

  /**
   * Updates Hadoop's totals with the help of a placeholder node. Hadoop adds the resources of an
   * added node and subtracts those of a removed node. If the removed node had the most, Hadoop
   * determines the maximum again. The placeholder is therefore added with nothing and removed with
   * the negated growth, and then added and removed with the largest size.
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

  /** A placeholder node. It is not RUNNING, so nothing is placed there. */
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
