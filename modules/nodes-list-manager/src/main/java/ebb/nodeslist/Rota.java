package ebb.nodeslist;

import ebb.domain.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Nodes that take turns, a few at each step and each once in a while: heartbeats would wait if ten
 * thousand were told something at once. Used by one actor; not for several threads.
 */
final class Rota {
  /** Of the timer that asks for the next ones. */
  static final Duration STEP = Duration.ofMillis(100);

  /** From one step to the next, with what Akka's timers are late. */
  private static final Duration LATE_STEP = Duration.ofMillis(120);

  private final long steps;
  private final LinkedHashSet<NodeId> waiting = new LinkedHashSet<>();

  /** What a step owes to the next, in parts of a node. */
  private long carry;

  /**
   * @param within the time in which each node has its turn, if there is a step as often as {@link
   *     #STEP} says; all at each step if it is shorter than that
   */
  Rota(Duration within) {
    this.steps = Math.max(1, within.dividedBy(LATE_STEP));
  }

  /** Behind all others; who is here already keeps its place. */
  void add(NodeId node) {
    waiting.add(node);
  }

  void remove(Set<NodeId> gone) {
    gone.forEach(waiting::remove);
  }

  /** These and no others; who is here already keeps its place. */
  void keep(Set<NodeId> wanted) {
    waiting.retainAll(wanted);
    waiting.addAll(wanted);
  }

  /** Those whose turn it is at this step; they wait again, behind all others. */
  List<NodeId> next() {
    carry += waiting.size();
    long number = carry / steps;
    carry %= steps;
    List<NodeId> due = new ArrayList<>();
    Iterator<NodeId> first = waiting.iterator();
    while (due.size() < number) {
      due.add(first.next());
      first.remove();
    }
    waiting.addAll(due);
    return due;
  }
}
