package ebb.hadoop;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's label manager, except for a change of a node's size. Hadoop removes the node and adds it
 * again, and notifies the scheduler twice that labels may have changed. For each notification,
 * CapacityScheduler walks over all its queues. A size changes no label, and the code that changes
 * the size updates the queues itself.
 */
final class EbbNodeLabelsManager extends RMNodeLabelsManager {

  /** The context that Hadoop's part notifies of changes. */
  private @Nullable RMContext context;

  @Override
  public void setRMContext(RMContext context) {
    this.context = context;
    super.setRMContext(context);
  }

  /** Other threads see the node with either the old or the new size. */
  @Override
  public void updateNodeResource(NodeId node, Resource size) {
    // Hadoop sends all its notifications under this lock.
    writeLock.lock();
    try {
      super.setRMContext(null);
      super.updateNodeResource(node, size);
    } finally {
      super.setRMContext(context);
      writeLock.unlock();
    }
  }
}
