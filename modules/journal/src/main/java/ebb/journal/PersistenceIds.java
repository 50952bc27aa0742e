package ebb.journal;

import ebb.domain.NodeId;

/** The names under which actors write to the journal; frozen, as the events are. */
final class PersistenceIds {
  private PersistenceIds() {}

  static String ofNode(NodeId nodeId) {
    return "RMNode|" + nodeId;
  }
}
