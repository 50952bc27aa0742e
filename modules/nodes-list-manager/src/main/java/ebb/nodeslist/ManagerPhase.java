package ebb.nodeslist;

import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRead;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import ebb.nodeslist.protocol.ManagerMessage.Unconditional;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand.ChangeDrainTimeout;
import ebb.nodeslist.protocol.NodesListCommand.Query;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;

/** How far the NodesListManager is from leading, and which messages wait until it leads. */
enum ManagerPhase {
  /** The journal is being read, and this instance has not become leader. */
  RECOVERING,
  /** The first lists are not known yet. */
  STARTING,
  LEADING,
  /** The leader reads the journal again, because a write failed. */
  RECOVERING_LEADER,
  /** Another instance leads: messages are no longer handled, and nothing is written. */
  SUPERSEDED;

  /** Whether this instance has become leader, so that its state is durable. */
  boolean isLeader() {
    return this == LEADING || this == RECOVERING_LEADER;
  }

  boolean holdsBack(LeaderCommand message) {
    if (message instanceof Unconditional || message instanceof RefreshNodes) {
      return false;
    }
    return switch (this) {
      case LEADING, SUPERSEDED -> false;
      case STARTING -> !(message instanceof SettingsRead || message instanceof SettingsRefused);
      case RECOVERING -> true;
      case RECOVERING_LEADER -> !isAnsweredAtOnce(message);
    };
  }

  /** Whether it is answered from durable state, or rejected while nothing can be written. */
  private static boolean isAnsweredAtOnce(LeaderCommand message) {
    return message instanceof Query
        || message instanceof NodeTableCommand
        || message instanceof ChangeDrainTimeout
        || message instanceof DrainQueueCommand
        || message instanceof ManagerMessage.FilesSeen;
  }
}
