package ebb.nodeslist;

import ebb.domain.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Paces what nodes are told. Those that lack something come first: a limited number at a time, each
 * until it lacks nothing. One that does not answer goes behind the others, so that it delays them
 * but never stops them. Beside these every node has its turn once in a while, and a draining one
 * more often, because a node may sleep, or have said something that was lost. Used by one actor.
 */
final class Reconciler {
  /** How often {@link #step} is to be called. */
  static final Duration STEP = Duration.ofMillis(100);

  private final int window;
  private final long retryAfter;
  private final Round round;
  private final Round drainingRound;
  private final LinkedHashSet<NodeId> waiting = new LinkedHashSet<>();

  /** With the step at which each was told. */
  private final Map<NodeId, Long> told = new HashMap<>();

  private long step;

  Reconciler(NodesListSettings settings, Instant now) {
    this.window = settings.window();
    this.retryAfter = Math.max(1, settings.retryAfter().dividedBy(STEP));
    this.round = new Round(settings.attachAllWithin(), now);
    this.drainingRound = new Round(settings.wakeEvery(), now);
  }

  /** There is something to be told that the node has not been told yet. */
  void add(NodeId node) {
    told.remove(node);
    waiting.add(node);
  }

  /** The node lacks nothing any more. */
  void remove(NodeId node) {
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

  /**
   * Who is to be told now.
   *
   * @param all nodes, and those that may be draining; asked when a round of them begins
   * @param lacking whether a node that was told still lacks something
   */
  List<NodeId> step(
      Instant now,
      Supplier<Collection<NodeId>> all,
      Supplier<Collection<NodeId>> draining,
      Predicate<NodeId> lacking) {
    step++;
    List<NodeId> unanswered =
        told.entrySet().stream()
            .filter(each -> step - each.getValue() >= retryAfter)
            .map(Map.Entry::getKey)
            .toList();
    unanswered.forEach(told::remove);
    unanswered.stream().filter(lacking).forEach(waiting::add);
    List<NodeId> due = new ArrayList<>(next());
    for (NodeId node : turns(now, all, draining)) {
      if (!told.containsKey(node) && !waiting.contains(node)) {
        due.add(node);
      }
    }
    return due;
  }

  private Set<NodeId> turns(
      Instant now, Supplier<Collection<NodeId>> all, Supplier<Collection<NodeId>> draining) {
    Set<NodeId> turns = new LinkedHashSet<>(drainingRound.next(now, draining));
    turns.addAll(round.next(now, all));
    return turns;
  }
}
