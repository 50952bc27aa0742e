package ebb.hadoop.scheduler;

import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;

/**
 * The only place that counts a node in ClusterMetrics and adds it to the RMContext's active or
 * inactive nodes. Both depend on its state alone, so neither can leak. A NEW node is in neither,
 * because no refresh or registration has named it yet.
 */
public final class NodeMetrics {
  private NodeMetrics() {}

  public static void move(RMContext context, RMNode node, NodeState from, NodeState to) {
    if (from == to) {
      return;
    }
    count(from, -1);
    count(to, +1);
    NodeId id = node.getNodeID();
    ConcurrentMap<NodeId, RMNode> active = context.getRMNodes();
    ConcurrentMap<NodeId, RMNode> inactive = context.getInactiveRMNodes();
    if (to == NodeState.NEW) {
      active.remove(id);
      inactive.remove(id);
    } else if (to.isInactiveState()) {
      inactive.put(id, node);
      active.remove(id);
    } else {
      active.put(id, node);
      inactive.remove(id);
    }
  }

  private static void count(NodeState state, int change) {
    ClusterMetrics metrics = ClusterMetrics.getMetrics();
    boolean more = change > 0;
    switch (state) {
      case NEW -> {}
      case RUNNING -> run(more, metrics::incrNumActiveNodes, metrics::decrNumActiveNodes);
      case UNHEALTHY -> run(more, metrics::incrNumUnhealthyNMs, metrics::decrNumUnhealthyNMs);
      case DECOMMISSIONING ->
          run(more, metrics::incrDecommissioningNMs, metrics::decrDecommissioningNMs);
      case DECOMMISSIONED ->
          run(more, metrics::incrDecommisionedNMs, metrics::decrDecommisionedNMs);
      case LOST -> run(more, metrics::incrNumLostNMs, metrics::decrNumLostNMs);
      case REBOOTED -> run(more, metrics::incrNumRebootedNMs, metrics::decrNumRebootedNMs);
      case SHUTDOWN -> run(more, metrics::incrNumShutdownNMs, metrics::decrNumShutdownNMs);
    }
  }

  private static void run(boolean first, Runnable one, Runnable other) {
    (first ? one : other).run();
  }
}
