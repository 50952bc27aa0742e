package ebb.simulation.environment;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import ebb.differential.UnendingExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadFactory;

/**
 * Holds the tasks of all of Akka's dispatchers, each one message of one actor, until one is taken;
 * a random number chooses which. Messages between two actors keep their order, as Akka guarantees;
 * everything else may be reordered.
 */
public final class SeededExecutor extends UnendingExecutor {
  public static final SeededExecutor INSTANCE = new SeededExecutor();

  private final List<Runnable> tasks = new ArrayList<>();

  private SeededExecutor() {}

  /** Named in Akka's configuration. */
  public static final class Configurator extends ExecutorServiceConfigurator {
    public Configurator(Config config, DispatcherPrerequisites prerequisites) {
      super(config, prerequisites);
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
      return () -> INSTANCE;
    }
  }

  @Override
  public synchronized void execute(Runnable task) {
    tasks.add(task);
    notifyAll();
  }

  public synchronized int size() {
    return tasks.size();
  }

  /** Any of them; empty if there is none. */
  public synchronized Optional<Runnable> take(Random random) {
    if (tasks.isEmpty()) {
      return Optional.empty();
    }
    int chosen = random.nextInt(tasks.size());
    Runnable last = tasks.remove(tasks.size() - 1);
    return Optional.of(chosen == tasks.size() ? last : tasks.set(chosen, last));
  }

  /** Waits for a task of another thread; only for the start of the actor system. */
  public synchronized Runnable awaitFirst() {
    try {
      while (tasks.isEmpty()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return tasks.remove(0);
  }
}
