package ebb.app;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import java.util.concurrent.CompletableFuture;

/**
 * The end of an instance: all phases of Akka's coordinated shutdown are over, each of which has a
 * limit. The actor system itself has none: where the others hear nothing any more, Artery may wait
 * for them for good, and a supervisor would wait for the process.
 */
final class Ending {
  private final ActorSystem<?> system;
  private final CompletableFuture<Done> begun = new CompletableFuture<>();

  private Ending(ActorSystem<?> system) {
    this.system = system;
  }

  /** To be called before anything can end the system. */
  static Ending of(ActorSystem<?> system) {
    Ending ending = new Ending(system);
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "the end has begun",
            () -> {
              ending.begun.complete(Done.getInstance());
              return ending.begun;
            });
    return ending;
  }

  /** Waits until an end has begun, for whatever reason, and is over. */
  void await() {
    begun.join();
    // The end that has begun already, whose reason stays.
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.unknownReason())
        .toCompletableFuture()
        .join();
  }
}
