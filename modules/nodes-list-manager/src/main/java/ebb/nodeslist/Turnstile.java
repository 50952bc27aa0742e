package ebb.nodeslist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  /**
   * Numbers of those that the manager has not done with. None is lost without a restart, because
   * its stash has room for all.
   */
  private final Set<Long> underWay = new HashSet<>();

  private long passed;

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
    while (!waiting.isEmpty() && underWay.size() < ROOM) {
      passed++;
      underWay.add(passed);
      batch.add(new ManagerMessage.Passed(passed, waiting.remove()));
    }
    return batch;
  }

  /** The manager will get no message more because of the one of this number. */
  void taken(long number) {
    underWay.remove(number);
  }

  /** The manager has started again; what it had not done with is lost, or will be. */
  void restarted() {
    underWay.clear();
  }
}
