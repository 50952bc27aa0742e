package ebb.journal.replay;

import ebb.domain.DrainStatus;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodeAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * A node as it was at an instant.
 *
 * @param address by which lists named it
 * @param last the event that led there, with the states around it; empty if the node had entered
 *     the register and done nothing yet
 */
public record PastNode(NodeId nodeId, NodeAddress address, Optional<NodeStep> last) {

  public NodeLifecycle node() {
    return last.map(NodeStep::after).orElseGet(() -> NodeLifecycle.unregistered(nodeId));
  }

  /**
   * The sub-status as far as the journal tells it: a drain that is beyond its deadline is TIMEOUT.
   * What a node waits for until then, its NodeManager reports, and reports are in no journal.
   */
  public Optional<DrainStatus> status(Instant at) {
    return node().drain().filter(drain -> drain.isOverAt(at)).map(drain -> DrainStatus.TIMEOUT);
  }

  /**
   * Whether an operator sees another node: a refresh with nothing to do changes its number only.
   */
  boolean looksLike(PastNode other) {
    NodeLifecycle one = node();
    NodeLifecycle two = other.node();
    return one.state() == two.state()
        && one.capacity().equals(two.capacity())
        && one.healthy() == two.healthy()
        && one.drain().equals(two.drain())
        && one.awaitsRegistration() == two.awaitsRegistration()
        && one.lastDrain().equals(two.lastDrain())
        && address.equals(other.address);
  }
}
