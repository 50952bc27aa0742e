package ebb.differential;

import akka.actor.ActorRef;
import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import akka.dispatch.Mailbox;
import com.typesafe.config.Config;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs all tasks of all of Akka's dispatchers one after the other on the thread that pumps. When
 * none is left, every actor has done what it can do before time passes.
 */
public final class PumpExecutor extends UnendingExecutor {
  static final PumpExecutor INSTANCE = new PumpExecutor();

  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  private volatile @Nullable Runnable running;

  private PumpExecutor() {}

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
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /**
   * Runs until nothing is left.
   *
   * @return whether there was anything
   */
  boolean pump() {
    boolean any = false;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      any = true;
      run(task);
    }
    return any;
  }

  private void run(Runnable task) {
    running = task;
    task.run();
    running = null;
  }

  /** The actor that is running; empty during a future, or if none is. */
  Optional<ActorRef> running() {
    return running instanceof Mailbox mailbox
        ? Optional.of(mailbox.actor().self())
        : Optional.empty();
  }

  /** Waits for another thread, which adds a task when it makes the condition true. */
  void pumpUntil(BooleanSupplier done) {
    try {
      while (!done.getAsBoolean()) {
        run(tasks.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
