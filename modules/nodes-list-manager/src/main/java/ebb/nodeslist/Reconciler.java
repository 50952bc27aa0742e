package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.Sweep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Paces what nodes are told. Those that lack something come first: a limited number at a time, each
 * until it lacks nothing. One that does not answer goes behind the others, so that it delays them
 * but never stops them. Beside these every node has its turn once in a while, and one that is not
 * settled more often, because a node may sleep, or have said something that was lost. Used by one
 * actor.
 */
final class Reconciler {
  /** How often {@link #step} is to be called. */
  static final Duration STEP = Duration.ofMillis(100);

  private final int window;
  private final long retryAfter;
  private final Sweep<NodeId> all;
  private final Sweep<NodeId> unsettled;
  private final LinkedHashSet<NodeId> waiting = new LinkedHashSet<>();

  /** With the step at which each was told. */
  private final Map<NodeId, Long> told = new HashMap<>();

  /** With the step since which each is to make itself known. */
  private final Map<NodeId, Long> expected = new HashMap<>();

  private long step;

  Reconciler(NodesListSettings settings) {
    this.window = settings.window();
    this.retryAfter = steps(settings.retryAfter());
    this.all = new Sweep<>(steps(settings.reconcileAllWithin()));
    this.unsettled = new Sweep<>(steps(settings.wakeEvery()));
  }

  /** There is something to be told that the node has not been told yet. */
  void add(NodeId node) {
    told.remove(node);
    waiting.add(node);
  }

  /** The node is about to make itself known, and is told if it does not. */
  void expect(NodeId node) {
    expected.put(node, step);
  }

  /** The node lacks nothing any more. */
  void remove(NodeId node) {
    expected.remove(node);
    told.remove(node);
    waiting.remove(node);
  }

  /** Who lacks something and may be told now; counts as told from here on. */
  List<NodeId> next() {
    List<NodeId> next = new ArrayList<>();
    Iterator<NodeId> first = waiting.iterator();
    while (told.size() < window && first.hasNext()) {
      NodeId node = first.next();
      first.remove();
      told.put(node, step);
      next.add(node);
    }
    return next;
  }

  /** The next step begins: those that have not answered for a while count as not told from now. */
  List<NodeId> takeUnanswered() {
    step++;
    List<NodeId> unanswered = new ArrayList<>();
    takeUnanswered(told, unanswered);
    takeUnanswered(expected, unanswered);
    return unanswered;
  }

  private void takeUnanswered(Map<NodeId, Long> since, List<NodeId> unanswered) {
    if (!since.isEmpty()) {
      since
          .entrySet()
          .removeIf(each -> step - each.getValue() >= retryAfter && unanswered.add(each.getKey()));
    }
  }

  /**
   * Who is to be told now.
   *
   * @param registered all nodes; asked when a sweep of them begins
   * @param notSettled those with an order that is not settled; as above
   */
  List<NodeId> step(
      Supplier<Collection<NodeId>> registered, Supplier<Collection<NodeId>> notSettled) {
    List<NodeId> due = new ArrayList<>(next());
    Set<NodeId> turns = new LinkedHashSet<>();
    sweep(unsettled, notSettled, turns);
    sweep(all, registered, turns);
    turns.stream()
        .filter(node -> !told.containsKey(node) && !waiting.contains(node))
        .forEach(due::add);
    return due;
  }

  /** If ten thousand were told at once, heartbeats would have to wait. */
  private static void sweep(
      Sweep<NodeId> sweep, Supplier<Collection<NodeId>> nodes, Set<NodeId> turns) {
    if (!sweep.isUnderWay()) {
      sweep.begin(nodes.get());
    }
    sweep.step(turns::add);
  }

  /** At least one. */
  static int steps(Duration time) {
    // Not dividedBy, which computes with BigDecimal: this is asked at each step.
    return Math.max(1, Math.toIntExact(time.toMillis() / STEP.toMillis()));
  }
}
