package ebb.nodeslist;

import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Confirmations of orders on their way into the journal, one batch at a time: each takes a place in
 * the NodesListManager's stash while that writes, and nobody would repeat one that finds none. Soft
 * state, used by one actor; what is lost with it comes again, because its order does.
 */
final class Confirmations {
  private final int enough;
  private final List<ConfirmedOrder> gathered = new ArrayList<>();
  private boolean writing;

  /** Whether more was asked for while a batch was under way. */
  private boolean due;

  /**
   * @param enough how many are worth a write
   */
  Confirmations(int enough) {
    this.enough = enough;
  }

  void add(ConfirmedOrder order) {
    gathered.add(order);
  }

  boolean areEnough() {
    return gathered.size() >= enough;
  }

  /**
   * What is to be written now; empty if there is nothing, or {@link #written} has to come first.
   */
  Optional<List<ConfirmedOrder>> take() {
    due = writing;
    if (writing || gathered.isEmpty()) {
      return Optional.empty();
    }
    writing = true;
    List<ConfirmedOrder> batch = List.copyOf(gathered);
    gathered.clear();
    return Optional.of(batch);
  }

  /**
   * The batch that was taken is durable.
   *
   * @param lost nothing, or all of it if nobody has said so
   * @return whether the next one is to be taken at once
   */
  boolean written(List<ConfirmedOrder> lost) {
    writing = false;
    gathered.addAll(lost);
    return due || !lost.isEmpty();
  }
}
