package ebb.differential;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/** One actor system for all scripts, with manual time, a journal in memory and no threads. */
final class EbbSystem {
  private final ActorSystem<Void> system;
  private final HandScheduler time;
  private final PersistenceTestKit journal;
  private int sequences;

  EbbSystem() {
    this(ConfigFactory.empty());
  }

  /**
   * @param other settings, which override those here
   */
  EbbSystem(Config other) {
    system =
        ThreadlessSystem.start(
            "differential",
            other.withFallback(config()),
            PumpExecutor.INSTANCE,
            starting -> PumpExecutor.INSTANCE.pumpUntil(starting::isDone));
    PumpExecutor.INSTANCE.pump();
    time = (HandScheduler) Adapter.toClassic(system).scheduler();
    journal = PersistenceTestKit.create(system);
  }

  private static Config config() {
    return ThreadlessSystem.config("", PumpExecutor.Configurator.class, HandScheduler.class)
        .withFallback(ConfigFactory.parseString("akka.persistence.testkit.events.serialize = off"))
        .withFallback(PersistenceTestKitPlugin.config())
        .withFallback(PersistenceTestKitSnapshotPlugin.config())
        .withFallback(ConfigFactory.load());
  }

  ActorSystem<Void> akka() {
    return system;
  }

  /** Starts the top-level actor of one sequence. */
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
