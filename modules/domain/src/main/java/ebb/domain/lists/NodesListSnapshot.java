package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import java.util.List;
import java.util.Optional;

/**
 * A {@link NodesListState} as it is stored to shorten recovery. Frozen once released, only added
 * to; the events stay in the journal, so that a snapshot that cannot be read may be deleted.
 *
 * @param pending orders whose execution is not confirmed
 * @param possiblyDraining each node with the refresh that last asked it to drain
 * @param includePath as in {@link ListSettings#includePath}
 */
public record NodesListSnapshot(
    long listVersion,
    String listsHash,
    HostLists lists,
    DrainTimeout configured,
    List<RegisterEntry> register,
    List<NodeOrder> pending,
    List<DrainEntry> possiblyDraining,
    Optional<String> includePath) {

  public NodesListSnapshot {
    register = List.copyOf(register);
    pending = List.copyOf(pending);
    possiblyDraining = List.copyOf(possiblyDraining);
  }

  /** A node that was seen at least once. */
  public record RegisterEntry(NodeId nodeId, NodeAddress address) {}

  /**
   * A node that may be draining.
   *
   * @param listVersion the refresh that last asked the node to drain
   */
  public record DrainEntry(NodeId nodeId, long listVersion) {}
}
