package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.differential.ThreadlessSystem;
import ebb.simulation.environment.SeededExecutor;
import ebb.simulation.environment.SimulatedTime;

/** One actor system for all seeds, without threads, with simulated time and journal. */
final class SimulatedSystem implements AutoCloseable {
  private final ActorSystem<Void> system;
  private final SimulatedTime time;
  private final SnapshotTestKit snapshots;
  private int lives;

  SimulatedSystem() {
    system =
        ThreadlessSystem.start(
            "simulation",
            config(),
            SeededExecutor.INSTANCE,
            starting -> {
              while (!starting.isDone()) {
                SeededExecutor.INSTANCE.awaitFirst().run();
              }
            });
    time = (SimulatedTime) Adapter.toClassic(system).scheduler();
    snapshots = SnapshotTestKit.create(system);
  }

  private static Config config() {
    return ThreadlessSystem.config(
            "throughput = 1,", SeededExecutor.Configurator.class, SimulatedTime.class)
        .withFallback(
            ConfigFactory.parseString(
                "akka.persistence.journal.plugin = simulated-journal\n"
                    + "simulated-journal {\n"
                    + "  class = \""
                    + SimulatedJournal.class.getName()
                    + "\"\n"
                    // It would remember the failures of one seed in the next.
                    + "  circuit-breaker { max-failures = 1000000000, call-timeout = 60 s }\n"
                    + "}\n"
                    // Recovery starts with a snapshot from time to time.
                    + "ebb.nodes-list-manager.snapshot-every = 20\n"))
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
