package ebb.journal.event;

import ebb.domain.NodeId;
import java.util.Optional;

/** The persistence ids of actors in the journal; frozen like the events. */
public final class PersistenceIds {
  /** The persistence id of the NodesListManager. */
  public static final String LISTS = "NodesListManager|ebb";

  private static final String OF_NODES = "RMNode|";

  private PersistenceIds() {}

  /** The persistence id of the RMNode of this node. */
  public static String ofNode(NodeId nodeId) {
    return OF_NODES + nodeId;
  }

  /** The node whose RMNode has this persistence id; empty for other actors. */
  public static Optional<NodeId> nodeOf(String persistenceId) {
    return persistenceId.startsWith(OF_NODES)
        ? Optional.of(NodeId.parse(persistenceId.substring(OF_NODES.length())))
        : Optional.empty();
  }
}
