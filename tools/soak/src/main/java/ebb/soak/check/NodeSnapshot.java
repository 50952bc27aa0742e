package ebb.soak.check;

import ebb.domain.Drain;
import ebb.domain.NodeLifecycle;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a node as an instance reports it.
 *
 * @param epoch of its drain; empty if it does not drain
 * @param deadline empty if it does not drain, or has an infinite timeout
 * @param whole the complete state; empty if the answer does not have it
 */
public record NodeSnapshot(
    String state, OptionalLong epoch, Optional<Instant> deadline, Optional<NodeLifecycle> whole) {

  /** The part that the admin API shows. */
  public NodeSnapshot(String state, OptionalLong epoch, Optional<Instant> deadline) {
    this(state, epoch, deadline, Optional.empty());
  }

  /** The complete state. */
  public static NodeSnapshot of(NodeLifecycle node) {
    return new NodeSnapshot(
        node.state().name(),
        node.drain().map(drain -> OptionalLong.of(drain.epoch())).orElse(OptionalLong.empty()),
        node.drain().flatMap(Drain::deadline),
        Optional.of(node));
  }

  /** Whether all of it is true of the node. */
  boolean isTrueOf(NodeLifecycle node) {
    NodeSnapshot all = of(node);
    return equals(whole.isPresent() ? all : all.inShort());
  }

  private NodeSnapshot inShort() {
    return new NodeSnapshot(state, epoch, deadline);
  }

  /** A short form. */
  @Override
  public String toString() {
    return state
        + (epoch.isPresent() ? ", drain " + epoch.getAsLong() : "")
        + deadline.map(at -> " until " + at).orElse("");
  }
}
