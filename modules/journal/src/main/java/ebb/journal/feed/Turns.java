package ebb.journal.feed;

import akka.Done;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lets so many at a time, and whoever has waited longest next. */
final class Turns {
  private final Queue<CompletableFuture<Done>> waiting = new ArrayDeque<>();
  private int free;

  Turns(int atATime) {
    free = atATime;
  }

  /** To be given back with {@link #give} by whoever has got it, wanted any more or not. */
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
