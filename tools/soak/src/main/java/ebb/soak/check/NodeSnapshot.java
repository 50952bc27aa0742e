package ebb.soak.check;

import ebb.domain.Drain;
import ebb.domain.NodeLifecycle;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an instance says of a node.
 *
 * @param epoch of its drain; empty if it does not drain
 * @param deadline empty if it does not drain, or without limit
 * @param whole all that the node is; empty if the answer has no room for it
 */
public record NodeSnapshot(
    String state, OptionalLong epoch, Optional<Instant> deadline, Optional<NodeLifecycle> whole) {

  /** Of an answer for people and programs. */
  public NodeSnapshot(String state, OptionalLong epoch, Optional<Instant> deadline) {
    this(state, epoch, deadline, Optional.empty());
  }

  /** All that it is. */
  public static NodeSnapshot of(NodeLifecycle node) {
    return new NodeSnapshot(
        node.state().name(),
        node.drain().map(drain -> OptionalLong.of(drain.epoch())).orElse(OptionalLong.empty()),
        node.drain().flatMap(Drain::deadline),
        Optional.of(node));
  }

  /** Whether it says nothing of the node that is not so. */
  boolean isTrueOf(NodeLifecycle node) {
    NodeSnapshot all = of(node);
    return equals(whole.isPresent() ? all : all.inShort());
  }

  private NodeSnapshot inShort() {
    return new NodeSnapshot(state, epoch, deadline);
  }

  /** In short. */
  @Override
  public String toString() {
    return state
        + (epoch.isPresent() ? ", drain " + epoch.getAsLong() : "")
        + deadline.map(at -> " until " + at).orElse("");
  }
}
