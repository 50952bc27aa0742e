package ebb.app.instance;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.CoordinatedShutdown;
import akka.actor.PoisonPill;
import akka.actor.typed.ActorSystem;
import akka.io.Tcp;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The end of an instance: all phases of Akka's coordinated shutdown are over, each of which has a
 * limit. The actor system itself has none: Artery may wait for good for the others to close a TLS
 * connection, and a supervisor would wait for the process. So what is open is cut after a while.
 */
public final class ShutdownLatch {
  /** Longer than akka.remote.artery.advanced.shutdown-flush-timeout. */
  private static final Duration CUT_CONNECTIONS_AFTER = Duration.ofMillis(1500);

  private final ActorSystem<?> system;
  private final CompletableFuture<Done> begun = new CompletableFuture<>();

  private ShutdownLatch(ActorSystem<?> system) {
    this.system = system;
  }

  /** To be called before anything can end the system. */
  public static ShutdownLatch of(ActorSystem<?> system) {
    ShutdownLatch ending = new ShutdownLatch(system);
    ActorRef connections = Tcp.get(system.classicSystem()).getManager();
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseActorSystemTerminate(),
        "cut connections that do not end",
        () -> {
          system
              .scheduler()
              .scheduleOnce(
                  CUT_CONNECTIONS_AFTER,
                  () -> connections.tell(PoisonPill.getInstance(), ActorRef.noSender()),
                  system.executionContext());
          return CompletableFuture.completedStage(Done.getInstance());
        });
    shutdown.addTask(
        CoordinatedShutdown.PhaseBeforeServiceUnbind(),
        "the end has begun",
        () -> {
          ending.begun.complete(Done.getInstance());
          return ending.begun;
        });
    return ending;
  }

  /**
   * What an instance waits for while it starts. If the end begins before, as when the others down
   * an instance that has just joined them, nothing of that is to come any more.
   *
   * @return empty if the end has begun before
   */
  <T> CompletionStage<Optional<T>> unlessItBegins(CompletionStage<T> awaited) {
    CompletionStage<Optional<T>> ended = begun.thenApply(done -> Optional.empty());
    return awaited.thenApply(Optional::of).applyToEither(ended, Function.identity());
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
