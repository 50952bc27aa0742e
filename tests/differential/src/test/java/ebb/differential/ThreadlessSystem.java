package ebb.differential;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An actor system whose dispatchers give their tasks to one executor, and its timers to a test. */
public final class ThreadlessSystem {
  private ThreadlessSystem() {}

  /**
   * @param dispatcher settings of each dispatcher
   * @param executor configurator of the executor
   */
  public static Config config(String dispatcher, Class<?> executor, Class<?> scheduler) {
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
                        + " { type = Dispatcher, "
                        + dispatcher
                        + " executor = \""
                        + executor.getName()
                        + "\" }\n")
            .collect(Collectors.joining());
    return ConfigFactory.parseString(
        dispatchers
            + "akka.actor.provider = local\n"
            + "akka.scheduler.implementation = \""
            + scheduler.getName()
            + "\"\n"
            + "akka.loglevel = OFF\n"
            + "akka.stdout-loglevel = OFF\n"
            + "akka.jvm-shutdown-hooks = off\n"
            + "akka.coordinated-shutdown.run-by-jvm-shutdown-hook = off\n"
            + "akka.persistence.testkit.snapshots.serialize = off\n"
            + "akka.log-dead-letters = off\n");
  }

  /**
   * Starts it on another thread, because starting waits for its own tasks.
   *
   * @param run runs tasks until the future is done, each time that there is one
   */
  public static ActorSystem<Void> start(
      String name, Config config, Executor tasks, Consumer<CompletableFuture<?>> run) {
    CompletableFuture<ActorSystem<Void>> starting =
        CompletableFuture.supplyAsync(
            () -> ActorSystem.create(Behaviors.empty(), name, config),
            task -> {
              Thread starter =
                  new Thread(
                      () -> {
                        task.run();
                        tasks.execute(() -> {});
                      });
              starter.setDaemon(true);
              starter.start();
            });
    run.accept(starting);
    return starting.join();
  }
}
