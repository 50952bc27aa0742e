package ebb.domain.refresh;

import ebb.domain.NodeState;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes count as untracked, and when they are forgotten ({@code
 * yarn.resourcemanager.node-removal-untracked.*}).
 *
 * @param timeout a node is forgotten after being out of service and untracked for longer than this
 * @param withoutIncludePath whether nodes in no list are also untracked if no include list is
 *     configured
 * @param states only nodes in these states are forgotten; empty means every state out of service
 */
public record UntrackedPolicy(
    Duration timeout, boolean withoutIncludePath, Optional<Set<NodeState>> states) {
  /** YARN's default configuration. */
  public static final UntrackedPolicy DEFAULT =
      new UntrackedPolicy(Duration.ofMinutes(1), false, Optional.empty());

  private static final Duration LONGEST_PERIOD = Duration.ofMinutes(10);

  public UntrackedPolicy {
    if (timeout.toMillis() < 2) {
      throw new IllegalArgumentException("Expected at least 2 ms, but got " + timeout);
    }
    states = states.map(Set::copyOf);
  }

  /** How often to look for nodes to forget. */
  public Duration period() {
    Duration half = Duration.ofMillis(timeout.toMillis() / 2);
    return half.compareTo(LONGEST_PERIOD) < 0 ? half : LONGEST_PERIOD;
  }

  /** Whether a node is in no list, in a cluster that lists its nodes (isUntrackedNode). */
  public boolean isUntracked(ListSettings settings, NodeAddress node) {
    return switch (settings.lists().verdictOn(node)) {
      case NOT_INCLUDED -> true;
      case ALLOWED ->
          withoutIncludePath
              && settings.hasNoIncludePath()
              && settings.lists().includes().isEmpty();
      case EXCLUDED_BY_HOST, EXCLUDED_BY_IP -> false;
    };
  }

  /**
   * Whether a node in this state may be forgotten once it is untracked. A NEW node, which was seen
   * but never registered, always may, because its state cannot be configured.
   */
  public boolean forgets(NodeState state) {
    return state == NodeState.NEW
        || (!state.isActive() && states.map(chosen -> chosen.contains(state)).orElse(true));
  }
}
