package ebb.scenarios;

import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.journal.event.JournaledEvent;
import java.util.List;

/**
 * The events of the journal.
 *
 * @param all in the order of the journal
 */
public record Written(List<JournaledEvent> all) {

  /** The events of this kind, of any node. */
  public <E extends NodeEvent> List<E> events(Class<E> kind) {
    return JournaledEvent.ofKind(kind, all);
  }

  /** The events of this kind of these nodes. */
  public <E extends NodeEvent> List<E> events(Class<E> kind, List<BeatingNode> some) {
    var ids = some.stream().map(BeatingNode::id).toList();
    return events(kind).stream().filter(event -> ids.contains(event.nodeId())).toList();
  }

  /** The cause of each end of these nodes' service. */
  public List<DecommissionCause> causes(List<BeatingNode> some) {
    return events(NodeDecommissioned.class, some).stream().map(NodeDecommissioned::cause).toList();
  }

  /** All accepted refreshes. */
  public List<RefreshAccepted> refreshes() {
    return JournaledEvent.ofKind(RefreshAccepted.class, all);
  }
}
