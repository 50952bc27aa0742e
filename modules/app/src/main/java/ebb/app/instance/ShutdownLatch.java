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
 * The end of an instance: all phases of Akka's coordinated shutdown are over. Each phase has a
 * timeout. The actor system itself has none: Artery may wait forever for the others to close a TLS
 * connection, and a supervisor would wait for the process. So open connections are cut after a
 * while.
 */
public final class ShutdownLatch {
  /** Longer than akka.remote.artery.advanced.shutdown-flush-timeout. */
  private static final Duration CUT_CONNECTIONS_AFTER = Duration.ofMillis(1500);

  private final ActorSystem<?> system;
  private final CompletableFuture<Done> begun = new CompletableFuture<>();

  private ShutdownLatch(ActorSystem<?> system) {
    this.system = system;
  }

  /** Call this before anything can end the system. */
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
   * Completes with what an instance waits for while it starts, unless the end begins before. For
   * example, the others may down an instance that has just joined them. The awaited result never
   * comes then.
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
    // This is the end that has already begun; its reason stays.
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.unknownReason())
        .toCompletableFuture()
        .join();
  }
}
