package ebb.journal.event;

import ebb.domain.NodeId;

/** The names under which actors write to the journal; frozen, as the events are. */
public final class PersistenceIds {
  /** Of the NodesListManager. */
  public static final String LISTS = "NodesListManager|ebb";

  private PersistenceIds() {}

  /** Of the RMNode of this node. */
  public static String ofNode(NodeId nodeId) {
    return "RMNode|" + nodeId;
  }
}
