package ebb.nodeslist;

import ebb.nodeslist.ManagerMessage.Refresh;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Refreshes one after the other. Soft state: what is not in the journal has not happened. */
final class RefreshLine {
  private final int longest;
  private final AtomicLong tickets;
  private final Deque<Refresh> waiting = new ArrayDeque<>();
  private @Nullable Turn current;

  /** The refresh that is being worked on. */
  record Turn(long ticket, NodesListCommand.RefreshNodes command) {}

  /**
   * @param longest how many may wait
   * @param tickets never repeats a number, also not when this line is replaced after a failure
   */
  RefreshLine(int longest, AtomicLong tickets) {
    this.longest = longest;
    this.tickets = tickets;
  }

  /** Whether there is room for it. */
  boolean add(Refresh refresh, Instant now) {
    waiting.removeIf(other -> other.giveUpAt().isBefore(now));
    return waiting.size() < longest && waiting.add(refresh);
  }

  /** Empty if there is one already, or none waits. */
  Optional<Turn> next(Instant now) {
    if (current != null) {
      return Optional.empty();
    }
    waiting.removeIf(refresh -> refresh.giveUpAt().isBefore(now));
    Refresh refresh = waiting.poll();
    if (refresh != null) {
      current = new Turn(tickets.incrementAndGet(), refresh.command());
    }
    return Optional.ofNullable(current);
  }

  /** Empty if the ticket is that of a refresh that is over. */
  Optional<Turn> current(long ticket) {
    return Optional.ofNullable(current).filter(turn -> turn.ticket() == ticket);
  }

  void finish() {
    current = null;
  }

  void rejectAll(NodesListReply reply) {
    if (current != null) {
      current.command().replyTo().tell(reply);
      current = null;
    }
    waiting.forEach(refresh -> refresh.command().replyTo().tell(reply));
    waiting.clear();
  }
}
