package ebb.hadoop.scheduler;

import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the applications whether they can use the node, once for each change. Hadoop's own
 * NodesListManager passes the event on. Guarded by the node's lock.
 */
public final class NodeUsabilityEvents {
  private final RMContext context;
  private final RMNode node;
  private @Nullable NodesListManagerEventType last;
  private NodeState lastState = NodeState.NEW;

  public NodeUsabilityEvents(RMContext context, RMNode node) {
    this.context = context;
    this.node = node;
  }

  /**
   * Assumes that the applications have this already; null if the next state is news in any case.
   */
  public void assume(@Nullable NodesListManagerEventType known) {
    last = known;
    lastState = node.getState();
  }

  /**
   * @param serving whether the scheduler has the node
   * @param registered whether the NodeManager is registered with this leader
   */
  public void announce(boolean serving, boolean registered) {
    NodesListManagerEventType news = newsOf(serving, registered);
    NodeState state = told(news);
    if (news != null && (news != last || state != lastState)) {
      last = news;
      lastState = state;
      context.getDispatcher().getEventHandler().handle(new NodesListManagerEvent(news, node));
    }
  }

  /** The state that the event implies to an application. */
  private NodeState told(@Nullable NodesListManagerEventType news) {
    // Withdrawn before its state has changed. The change itself needs no second event.
    boolean isAhead =
        news == NodesListManagerEventType.NODE_UNUSABLE && node.getState() == NodeState.RUNNING;
    return isAhead ? NodeState.UNHEALTHY : node.getState();
  }

  public @Nullable NodesListManagerEventType newsOf(boolean serving, boolean registered) {
    return switch (node.getState()) {
      case NEW -> null;
      case RUNNING -> {
        // After a failover, no event is sent before the NodeManager has registered again.
        NodesListManagerEventType absent =
            registered ? NodesListManagerEventType.NODE_UNUSABLE : null;
        yield serving ? NodesListManagerEventType.NODE_USABLE : absent;
      }
      case DECOMMISSIONING -> NodesListManagerEventType.NODE_DECOMMISSIONING;
      case UNHEALTHY -> registered ? NodesListManagerEventType.NODE_UNUSABLE : null;
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> NodesListManagerEventType.NODE_UNUSABLE;
    };
  }
}
