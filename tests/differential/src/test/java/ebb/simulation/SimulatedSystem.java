package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One actor system for all seeds, without threads, with simulated time and journal. */
final class SimulatedSystem implements AutoCloseable {
  private final ActorSystem<Void> system;
  private final SimulatedTime time;
  private final SnapshotTestKit snapshots;
  private int lives;

  SimulatedSystem() {
    CompletableFuture<ActorSystem<Void>> starting =
        CompletableFuture.supplyAsync(
            () -> ActorSystem.create(Behaviors.empty(), "simulation", config()),
            task -> {
              Thread starter =
                  new Thread(
                      () -> {
                        task.run();
                        SeededExecutor.INSTANCE.execute(() -> {});
                      });
              starter.setDaemon(true);
              starter.start();
            });
    while (!starting.isDone()) {
      SeededExecutor.INSTANCE.awaitFirst().run();
    }
    system = starting.join();
    time = (SimulatedTime) Adapter.toClassic(system).scheduler();
    snapshots = SnapshotTestKit.create(system);
  }

  private static Config config() {
    String dispatchers =
        Stream.of(
                "akka.actor.default-dispatcher",
                "akka.actor.internal-dispatcher",
                "akka.actor.default-blocking-io-dispatcher",
                "akka.persistence.dispatchers.default-plugin-dispatcher",
                "akka.persistence.dispatchers.default-replay-dispatcher",
                "akka.persistence.dispatchers.default-stream-dispatcher",
                "ebb.blocking-dispatcher")
            .map(
                name ->
                    name
                        + " { type = Dispatcher, throughput = 1, executor = \""
                        + SeededExecutor.Configurator.class.getName()
                        + "\" }\n")
            .collect(Collectors.joining());
    return ConfigFactory.parseString(
            dispatchers
                + "akka.actor.provider = local\n"
                + "akka.scheduler.implementation = \""
                + SimulatedTime.class.getName()
                + "\"\n"
                + "akka.loglevel = OFF\n"
                + "akka.stdout-loglevel = OFF\n"
                + "akka.jvm-shutdown-hooks = off\n"
                + "akka.coordinated-shutdown.run-by-jvm-shutdown-hook = off\n"
                + "akka.log-dead-letters = off\n"
                + "akka.persistence.testkit.snapshots.serialize = off\n"
                + "akka.persistence.journal.plugin = simulated-journal\n"
                + "simulated-journal {\n"
                + "  class = \""
                + SimulatedJournal.class.getName()
                + "\"\n"
                // It would remember the failures of one seed in the next.
                + "  circuit-breaker { max-failures = 1000000000, call-timeout = 60 s }\n"
                + "}\n"
                // Recovery is to begin with one now and then.
                + "ebb.nodes-list-manager.snapshot-every = 20\n")
        .withFallback(PersistenceTestKitSnapshotPlugin.config())
        .withFallback(ConfigFactory.load());
  }

  ActorSystem<Void> akka() {
    return system;
  }

  SimulatedTime time() {
    return time;
  }

  void clearSnapshots() {
    snapshots.clearAll();
  }

  <T> ActorRef<T> spawn(Behavior<T> top) {
    return system.systemActorOf(top, "life-" + ++lives, Props.empty());
  }

  @Override
  public void close() {
    system.terminate();
    while (SeededExecutor.INSTANCE.size() > 0) {
      SeededExecutor.INSTANCE.awaitFirst().run();
    }
  }
}
