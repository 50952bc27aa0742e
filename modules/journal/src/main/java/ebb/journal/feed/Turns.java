package ebb.journal.feed;

import akka.Done;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Grants a limited number of turns at the same time, in the order of the requests. */
final class Turns {
  private final Queue<CompletableFuture<Done>> waiting = new ArrayDeque<>();
  private int free;

  Turns(int atATime) {
    free = atATime;
  }

  /** Requests a turn. It must be given back with {@link #give}, even if it is no longer needed. */
  synchronized CompletionStage<Done> take() {
    if (free > 0) {
      free--;
      return CompletableFuture.completedFuture(Done.getInstance());
    }
    CompletableFuture<Done> turn = new CompletableFuture<>();
    waiting.add(turn);
    return turn;
  }

  void give() {
    CompletableFuture<Done> next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        free++;
        return;
      }
    }
    next.complete(Done.getInstance());
  }
}
