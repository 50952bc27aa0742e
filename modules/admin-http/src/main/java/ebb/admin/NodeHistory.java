package ebb.admin;

import ebb.domain.NodeId;
import ebb.journal.JournaledEvent;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the journal holds of a node; the API's only way to it. */
@FunctionalInterface
public interface NodeHistory {

  /**
   * Must not block.
   *
   * @return all events of the node, oldest first; none for a node that the journal does not know
   */
  CompletionStage<List<JournaledEvent.OfNode>> of(NodeId nodeId);
}
