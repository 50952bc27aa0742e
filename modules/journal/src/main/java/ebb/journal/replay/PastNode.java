package ebb.journal.replay;

import ebb.domain.DrainStatus;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.RecordedProgress;
import ebb.domain.lists.NodeAddress;
import ebb.domain.work.Workload;
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
   * The sub-status as far as the journal tells it, which is not told of each change; empty before
   * the first that it was told, but for a drain that is beyond its deadline.
   */
  public Optional<DrainStatus> status(Instant at) {
    return node()
        .drain()
        .filter(drain -> node().progress().isPresent() || drain.isOverAt(at))
        .map(drain -> DrainStatus.of(drain, workload(), at));
  }

  /** What the node waits for, as far as the journal tells it. */
  public Optional<Workload> workload() {
    return node().progress().flatMap(RecordedProgress::workload);
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
        && workload().equals(other.workload())
        && one.awaitsRegistration() == two.awaitsRegistration()
        && one.lastDrain().equals(two.lastDrain())
        && address.equals(other.address);
  }
}
