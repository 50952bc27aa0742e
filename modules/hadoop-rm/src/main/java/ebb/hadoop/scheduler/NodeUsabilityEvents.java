package ebb.hadoop.scheduler;

import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.jspecify.annotations.Nullable;

/**
 * Tells the applications, each change once, whether they may count on the node. Hadoop's own
 * NodesListManager passes it on to them. Guarded by the node's lock.
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

  /** The applications are taken to know this already, or to care for it only when it changes. */
  public void assume(@Nullable NodesListManagerEventType known) {
    last = known;
    lastState = node.getState();
  }

  /**
   * @param serving whether the scheduler has the node
   * @param registered whether the NodeManager talks to this leader
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

  /** What an application that looks at the node upon the news takes its state for. */
  private NodeState told(@Nullable NodesListManagerEventType news) {
    // Withdrawn ahead of its state; applications need not hear of that twice.
    boolean isAhead =
        news == NodesListManagerEventType.NODE_UNUSABLE && node.getState() == NodeState.RUNNING;
    return isAhead ? NodeState.UNHEALTHY : node.getState();
  }

  public @Nullable NodesListManagerEventType newsOf(boolean serving, boolean registered) {
    return switch (node.getState()) {
      case NEW -> null;
      case RUNNING -> {
        // After a failover nobody is told of a node before its NodeManager has come back.
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
