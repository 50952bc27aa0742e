package ebb.hadoop;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's, but for a change of a node's size. Hadoop takes the node out and puts it in again, and
 * tells the scheduler twice that labels may have changed, for each of which CapacityScheduler walks
 * over all its queues. A size changes no label, and whoever changes it adds up the queues himself.
 */
final class EbbNodeLabelsManager extends RMNodeLabelsManager {

  /** Whom Hadoop's part tells of changes. */
  private @Nullable RMContext context;

  @Override
  public void setRMContext(RMContext context) {
    this.context = context;
    super.setRMContext(context);
  }

  /** Others see the node with the one size or the other. */
  @Override
  public void updateNodeResource(NodeId node, Resource size) {
    // All that Hadoop tells, it tells under this lock.
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
