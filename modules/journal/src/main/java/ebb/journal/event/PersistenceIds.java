package ebb.journal.event;

import ebb.domain.NodeId;

/** The persistence ids of actors in the journal; frozen like the events. */
public final class PersistenceIds {
  /** The persistence id of the NodesListManager. */
  public static final String LISTS = "NodesListManager|ebb";

  private PersistenceIds() {}

  /** The persistence id of the RMNode of this node. */
  public static String ofNode(NodeId nodeId) {
    return "RMNode|" + nodeId;
  }
}
