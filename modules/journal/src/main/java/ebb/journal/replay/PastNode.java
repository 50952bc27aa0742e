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
 * A node as it was at a past instant.
 *
 * @param address the address by which lists could name the node
 * @param last the node's last event, with the states before and after it; empty if the node was in
 *     the register but had no event yet
 */
public record PastNode(NodeId nodeId, NodeAddress address, Optional<NodeStep> last) {

  public NodeLifecycle node() {
    return last.map(NodeStep::after).orElseGet(() -> NodeLifecycle.unregistered(nodeId));
  }

  /**
   * The sub-status according to the journal, which does not record every change. Empty before the
   * first recorded one, except for a drain whose deadline has passed.
   */
  public Optional<DrainStatus> status(Instant at) {
    return node()
        .drain()
        .filter(drain -> node().progress().isPresent() || drain.isOverAt(at))
        .map(drain -> DrainStatus.of(drain, workload(), at));
  }

  /** What the node waits for, according to the journal. */
  public Optional<Workload> workload() {
    return node().progress().flatMap(RecordedProgress::workload);
  }

  /** Whether an operator sees no difference. A newer list version alone does not count as one. */
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
