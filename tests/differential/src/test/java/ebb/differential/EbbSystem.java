package ebb.differential;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One actor system for all scripts, with time by hand, a journal in memory and no thread. */
final class EbbSystem {
  private final ActorSystem<Void> system;
  private final HandScheduler time;
  private final PersistenceTestKit journal;
  private int sequences;

  EbbSystem() {
    this(ConfigFactory.empty());
  }

  /**
   * @param other settings, which count more than those of here
   */
  EbbSystem(Config other) {
    CompletableFuture<ActorSystem<Void>> starting =
        CompletableFuture.supplyAsync(
            () ->
                ActorSystem.create(Behaviors.empty(), "differential", other.withFallback(config())),
            task -> {
              Thread starter =
                  new Thread(
                      () -> {
                        task.run();
                        PumpExecutor.INSTANCE.execute(() -> {});
                      });
              starter.setDaemon(true);
              starter.start();
            });
    PumpExecutor.INSTANCE.pumpUntil(starting::isDone);
    system = starting.join();
    PumpExecutor.INSTANCE.pump();
    time = (HandScheduler) Adapter.toClassic(system).scheduler();
    journal = PersistenceTestKit.create(system);
  }

  private static Config config() {
    String pump =
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
                        + " { type = Dispatcher, executor = \""
                        + PumpExecutor.Configurator.class.getName()
                        + "\" }\n")
            .collect(Collectors.joining());
    return ConfigFactory.parseString(
            pump
                + "akka.actor.provider = local\n"
                + "akka.scheduler.implementation = \""
                + HandScheduler.class.getName()
                + "\"\n"
                + "akka.loglevel = OFF\n"
                + "akka.stdout-loglevel = OFF\n"
                + "akka.jvm-shutdown-hooks = off\n"
                + "akka.coordinated-shutdown.run-by-jvm-shutdown-hook = off\n"
                + "akka.persistence.testkit.events.serialize = off\n"
                + "akka.persistence.testkit.snapshots.serialize = off\n"
                + "akka.log-dead-letters = off\n")
        .withFallback(PersistenceTestKitPlugin.config())
        .withFallback(PersistenceTestKitSnapshotPlugin.config())
        .withFallback(ConfigFactory.load());
  }

  ActorSystem<Void> akka() {
    return system;
  }

  /** Starts the top of one sequence. */
  <T> ActorRef<T> spawn(Behavior<T> behavior) {
    return system.systemActorOf(behavior, "sequence-" + ++sequences, Props.empty());
  }

  void pass(int millis) {
    time.pass(millis);
  }

  void stop() {
    system.terminate();
    PumpExecutor.INSTANCE.pump();
  }

  void clearJournal() {
    journal.clearAll();
  }
}
