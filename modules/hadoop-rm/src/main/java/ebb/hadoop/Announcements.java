package ebb.hadoop;

import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.NodesListManagerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.jspecify.annotations.Nullable;

/**
 * Tells the applications, each change once, whether they may count on the node. Hadoop's own
 * NodesListManager passes it on to them. Guarded by the node's lock.
 */
final class Announcements {
  private final RMContext context;
  private final RMNode node;
  private @Nullable NodesListManagerEventType last;

  Announcements(RMContext context, RMNode node) {
    this.context = context;
    this.node = node;
  }

  /** The applications are taken to know this already, or to care for it only when it changes. */
  void assume(@Nullable NodesListManagerEventType known) {
    last = known;
  }

  /**
   * @param serving whether the scheduler has the node
   * @param registered whether the NodeManager talks to this leader
   */
  void announce(boolean serving, boolean registered) {
    NodesListManagerEventType news = newsOf(serving, registered);
    if (news != null && news != last) {
      last = news;
      context.getDispatcher().getEventHandler().handle(new NodesListManagerEvent(news, node));
    }
  }

  @Nullable NodesListManagerEventType newsOf(boolean serving, boolean registered) {
    return switch (node.getState()) {
      case NEW -> null;
      case RUNNING -> {
        // After a failover nobody is told of a node before its NodeManager has come back.
        NodesListManagerEventType absent =
            registered ? NodesListManagerEventType.NODE_UNUSABLE : null;
        yield serving ? NodesListManagerEventType.NODE_USABLE : absent;
      }
      case DECOMMISSIONING -> NodesListManagerEventType.NODE_DECOMMISSIONING;
      case UNHEALTHY, DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN ->
          NodesListManagerEventType.NODE_UNUSABLE;
    };
  }
}
