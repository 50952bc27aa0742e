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
 * Paces the messages to nodes. Nodes that lack something come first: a limited number at the same
 * time, each until it lacks nothing. A node that does not answer goes behind the others, so it
 * delays them but never stops them. In addition, every node has its turn periodically, and a node
 * with an unsettled order more often, because a node may be asleep or its publication may have been
 * lost. Used by one actor.
 */
final class Reconciler {
  /** The interval at which {@link #step} must be called. */
  static final Duration STEP = Duration.ofMillis(100);

  private final int window;
  private final long retryAfter;
  private final Sweep<NodeId> all;
  private final Sweep<NodeId> unsettled;
  private final LinkedHashSet<NodeId> waiting = new LinkedHashSet<>();

  /** The nodes that were notified, with the step at which they were. */
  private final Map<NodeId, Long> told = new HashMap<>();

  /** The nodes that are expected to publish, with the step since which they are. */
  private final Map<NodeId, Long> expected = new HashMap<>();

  private long step;

  Reconciler(NodesListSettings settings) {
    this.window = settings.window();
    this.retryAfter = steps(settings.retryAfter());
    this.all = new Sweep<>(steps(settings.reconcileAllWithin()));
    this.unsettled = new Sweep<>(steps(settings.wakeEvery()));
  }

  /** The node lacks something that has not been sent to it yet. */
  void add(NodeId node) {
    told.remove(node);
    waiting.add(node);
  }

  /** The node is about to publish; {@link #takeUnanswered()} returns it if it does not. */
  void expect(NodeId node) {
    expected.put(node, step);
  }

  /** The node no longer lacks anything. */
  void remove(NodeId node) {
    expected.remove(node);
    told.remove(node);
    waiting.remove(node);
  }

  /**
   * Takes the nodes that lack something and may be notified now. They count as notified from here.
   */
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

  /** The number of steps that have begun. */
  long now() {
    return step;
  }

  /**
   * Begins the next step. Takes the nodes that have not answered for a while: they no longer count
   * as notified.
   */
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
   * The nodes to notify now.
   *
   * @param registered supplies all nodes; called when a sweep of them begins
   * @param notSettled supplies the nodes with an unsettled order; called as above
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

  /**
   * Spreads a sweep over steps: if ten thousand nodes were notified at once, heartbeats would wait.
   */
  private static void sweep(
      Sweep<NodeId> sweep, Supplier<Collection<NodeId>> nodes, Set<NodeId> turns) {
    if (!sweep.isUnderWay()) {
      sweep.begin(nodes.get());
    }
    sweep.step(turns::add);
  }

  /** The steps in this time, at least one. */
  static int steps(Duration time) {
    // Not dividedBy, which computes with BigDecimal: this is called at each step.
    return Math.max(1, Math.toIntExact(time.toMillis() / STEP.toMillis()));
  }
}
