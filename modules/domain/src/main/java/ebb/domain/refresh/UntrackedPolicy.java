package ebb.domain.refresh;

import ebb.domain.NodeState;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes count as untracked, and when those are forgotten ({@code
 * yarn.resourcemanager.node-removal-untracked.*}).
 *
 * @param timeout how long a node has to be out of service and untracked, strictly more
 * @param withoutIncludePath whether nodes that no list names are untracked also where no include
 *     list is configured
 * @param states only nodes in these are forgotten; empty means in any state out of service
 */
public record UntrackedPolicy(
    Duration timeout, boolean withoutIncludePath, Optional<Set<NodeState>> states) {
  /** What YARN does if nothing else is configured. */
  public static final UntrackedPolicy DEFAULT =
      new UntrackedPolicy(Duration.ofMinutes(1), false, Optional.empty());

  private static final Duration LONGEST_PERIOD = Duration.ofMinutes(10);

  public UntrackedPolicy {
    if (timeout.toMillis() < 2) {
      throw new IllegalArgumentException("Expected at least 2 ms, but got " + timeout);
    }
    states = states.map(Set::copyOf);
  }

  /** How often to look. */
  public Duration period() {
    Duration half = Duration.ofMillis(timeout.toMillis() / 2);
    return half.compareTo(LONGEST_PERIOD) < 0 ? half : LONGEST_PERIOD;
  }

  /** A node that no list names, in a cluster that names its nodes (isUntrackedNode). */
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
   * Whether a node in this state may be forgotten once it is untracked. A NEW one, which was seen
   * and never came, is nothing that anybody could have chosen.
   */
  public boolean forgets(NodeState state) {
    return state == NodeState.NEW
        || (!state.isActive() && states.map(chosen -> chosen.contains(state)).orElse(true));
  }
}
