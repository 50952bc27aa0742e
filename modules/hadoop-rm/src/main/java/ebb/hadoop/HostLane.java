package ebb.hadoop;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs what may wait for a name server or a topology script, on threads of its own. A host that
 * hangs holds one thread and delays nobody but itself: what is wanted for the same host waits
 * without a thread, and each thread that is held for long is replaced, up to a limit.
 */
final class HostLane implements HostWork {
  private static final int FAST = 16;
  private static final int MOST_SLOW = 240;
  private static final long SLOW_MILLIS = 250;

  private final Duration timeout;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService observer;
  private final ScheduledFuture<?> observation;

  /** Work that waits for its host; a host without an entry is free. */
  private final Map<String, Deque<Runnable>> waiting = new HashMap<>();

  private final Map<String, Long> running = new HashMap<>();

  /**
   * @param timeout after which nobody waits for the work any more
   */
  HostLane(Duration timeout) {
    this.timeout = timeout;
    threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(FAST, daemons("host-lane"));
    threads.setMaximumPoolSize(FAST + MOST_SLOW);
    threads.setKeepAliveTime(10, TimeUnit.SECONDS);
    threads.allowCoreThreadTimeOut(true);
    observer = Executors.newSingleThreadScheduledExecutor(daemons("host-lane-observer"));
    observation =
        observer.scheduleWithFixedDelay(
            this::makeUpForSlowOnes, SLOW_MILLIS, SLOW_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Work that timed out before it began is left. */
  @Override
  public <T> CompletionStage<T> run(String host, Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    enqueue(host, () -> complete(result, work));
    return result.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
    if (!result.isDone()) {
      try {
        result.complete(work.get());
      } catch (RuntimeException e) {
        result.completeExceptionally(e);
      }
    }
  }

  private synchronized void enqueue(String host, Runnable work) {
    Deque<Runnable> line = waiting.get(host);
    if (line != null) {
      line.add(work);
    } else {
      waiting.put(host, new ArrayDeque<>());
      threads.execute(() -> serve(host, work));
    }
  }

  private void serve(String host, Runnable work) {
    begin(host);
    try {
      work.run();
    } finally {
      next(host);
    }
  }

  private synchronized void begin(String host) {
    running.put(host, System.nanoTime());
  }

  private synchronized void next(String host) {
    running.remove(host);
    Deque<Runnable> line = waiting.get(host);
    Runnable work = line == null ? null : line.poll();
    if (work == null) {
      waiting.remove(host);
    } else {
      threads.execute(() -> serve(host, work));
    }
  }

  private synchronized void makeUpForSlowOnes() {
    long now = System.nanoTime();
    long slow =
        running.values().stream()
            .filter(since -> now - since > TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS))
            .count();
    threads.setCorePoolSize(FAST + (int) Math.min(slow, MOST_SLOW));
  }

  /** Who waits is told so by the timeout. */
  @Override
  public void close() {
    observation.cancel(false);
    observer.shutdownNow();
    threads.shutdownNow();
  }
}
