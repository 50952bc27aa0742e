package ebb.nodeslist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lets commands through to the NodesListManager, a limited number at a time. All that come while
 * that writes are stashed by Akka, and those that need no write are then handled one within the
 * other: some five hundred of them overflow a thread's stack, which ends the process
 * (akka/akka-core#29933). Used by one actor; not for several threads.
 */
final class Turnstile {

  /** The stack is deep enough for twice as many, should the manager start again. */
  static final int ROOM = 100;

  private final int longest;
  private final Deque<NodesListCommand> waiting = new ArrayDeque<>();
  private long passed;
  private long taken;

  /**
   * @param longest how many may wait
   */
  Turnstile(int longest) {
    this.longest = longest;
  }

  /**
   * @return false if too many wait already
   */
  boolean add(NodesListCommand command) {
    if (waiting.size() >= longest) {
      return false;
    }
    waiting.add(command);
    return true;
  }

  /** What may go through now, in the order in which it was added. */
  List<ManagerMessage.Passed> next() {
    List<ManagerMessage.Passed> batch = new ArrayList<>();
    while (!waiting.isEmpty() && passed - taken < ROOM) {
      passed++;
      batch.add(new ManagerMessage.Passed(passed, waiting.remove()));
    }
    return batch;
  }

  /** The manager has begun with the one of this number, and so with all before. */
  void taken(long number) {
    taken = Math.max(taken, number);
  }

  /** The manager has started again; what it had not begun with is lost, or will be. */
  void restarted() {
    taken = passed;
  }
}
