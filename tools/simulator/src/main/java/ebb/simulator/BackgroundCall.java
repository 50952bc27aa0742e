package ebb.simulator;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * A call on its own thread, with a limit on the wait for it: Hadoop's clients retry for a quarter
 * of an hour. The process may exit before the call returns.
 */
final class BackgroundCall<T> {
  private final FutureTask<T> task;

  private BackgroundCall(FutureTask<T> task) {
    this.task = task;
  }

  static <T> BackgroundCall<T> start(String name, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return new BackgroundCall<>(task);
  }

  /**
   * Waits for the result, but no longer than this.
   *
   * @return empty if it is not done
   * @throws IOException from the call; likewise the other exceptions
   */
  Optional<T> await(Duration atMost) throws IOException, YarnException, InterruptedException {
    try {
      return Optional.of(task.get(atMost.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  private static RuntimeException failure(ExecutionException failed)
      throws IOException, YarnException {
    Throwable cause = failed.getCause();
    if (cause instanceof IOException e) {
      throw e;
    } else if (cause instanceof YarnException e) {
      throw e;
    } else if (cause instanceof RuntimeException e) {
      return e;
    }
    return new IllegalStateException(failed);
  }

  /** Interrupts the call, whose result is no longer wanted. */
  void giveUp() {
    task.cancel(true);
  }
}
