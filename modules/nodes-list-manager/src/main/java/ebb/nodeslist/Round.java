package ebb.nodeslist;

import ebb.domain.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives each node its turn once in a while, spread evenly over that time: if ten thousand were told
 * at once, heartbeats would have to wait. (The Round of ebb.hadoop counts steps instead.)
 */
final class Round {
  private final Duration length;
  private Instant begun;
  private List<NodeId> nodes = List.of();
  private int next;

  /**
   * @param length of a round; at zero each step is one
   * @param now when the first round is over, in which there is nobody
   */
  Round(Duration length, Instant now) {
    this.length = length;
    this.begun = now.minus(length);
  }

  /**
   * Whose turn it is.
   *
   * @param all of the next round, when one begins
   */
  List<NodeId> next(Instant now, Supplier<Collection<NodeId>> all) {
    if (next == nodes.size() && !now.isBefore(begun.plus(length))) {
      begun = now;
      nodes = List.copyOf(all.get());
      next = 0;
    }
    int from = next;
    next = Math.max(next, dueAt(now));
    return nodes.subList(from, next);
  }

  private int dueAt(Instant now) {
    long elapsed = Duration.between(begun, now).toMillis();
    return elapsed >= length.toMillis()
        ? nodes.size()
        : (int) (nodes.size() * elapsed / length.toMillis());
  }
}
