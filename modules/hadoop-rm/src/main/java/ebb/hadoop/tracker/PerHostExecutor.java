package ebb.hadoop.tracker;

import ebb.domain.provenance.PeerNetwork;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
 * Runs work that may wait for a name server or a topology script, on its own threads. A host that
 * hangs occupies one thread for each network of peers that names it. A network occupies at most
 * {@link #MOST_OF_A_NETWORK} threads, whatever it names. Further work waits without a thread. Each
 * thread that is occupied for long is replaced, up to a limit. Work that has timed out is dropped,
 * unless it has begun.
 */
public final class PerHostExecutor implements HostExecutor {
  private static final int FAST = 16;
  private static final int MOST_SLOW = 496;
  private static final long SLOW_MILLIS = 250;

  /** A whole cluster behind one address can register, as long as fewer of its names hang. */
  static final int MOST_OF_A_NETWORK = 64;

  private final Duration timeout;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService observer;
  private final ScheduledFuture<?> observation;

  private final Places<NamedHost> hosts = new Places<>(1);
  private final Places<PeerNetwork> networks = new Places<>(MOST_OF_A_NETWORK);

  /** The start time of each task. There is at most one task for each {@link NamedHost}. */
  private final Map<Task<?>, Long> running = new HashMap<>();

  /**
   * One for each network. Otherwise a task that waits for its network would block other networks.
   */
  private record NamedHost(String host, Optional<PeerNetwork> from) {}

  private static final class Task<T> {
    private final NamedHost host;
    private final Supplier<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private Task(NamedHost host, Supplier<T> work) {
      this.host = host;
      this.work = work;
    }

    private Optional<PeerNetwork> from() {
      return host.from();
    }

    private void run() {
      if (!result.isDone()) {
        try {
          result.complete(work.get());
        } catch (RuntimeException e) {
          result.completeExceptionally(e);
        }
      }
    }
  }

  /** Gives each owner a number of places. Further tasks wait for a place in order. */
  private static final class Places<K> {
    private final int most;
    private final Map<K, Queue> queues = new HashMap<>();

    private static final class Queue {
      private int taken;
      private final Set<Task<?>> waiting = new LinkedHashSet<>();
    }

    private Places(int most) {
      this.most = most;
    }

    /** Whether the task got a place. Otherwise it waits. */
    private boolean take(K owner, Task<?> task) {
      Queue queue = queues.computeIfAbsent(owner, any -> new Queue());
      if (queue.taken < most) {
        queue.taken++;
        return true;
      }
      queue.waiting.add(task);
      return false;
    }

    /** Passes the place on to the next waiting task, and returns that task; empty if none waits. */
    private Optional<Task<?>> pass(K owner) {
      Queue queue = Objects.requireNonNull(queues.get(owner));
      Optional<Task<?>> next = queue.waiting.stream().findFirst();
      next.ifPresentOrElse(queue.waiting::remove, () -> queue.taken--);
      if (queue.taken == 0) {
        queues.remove(owner);
      }
      return next;
    }

    private int waiting() {
      return queues.values().stream().mapToInt(queue -> queue.waiting.size()).sum();
    }

    /** Removes a waiting task. Returns whether it was waiting. */
    private boolean leave(K owner, Task<?> task) {
      Queue queue = queues.get(owner);
      return queue != null && queue.waiting.remove(task);
    }
  }

  /**
   * @param timeout after which the work's stage fails
   */
  public PerHostExecutor(Duration timeout) {
    this.timeout = timeout;
    threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(FAST, daemons("host-lane"));
    threads.setMaximumPoolSize(FAST + MOST_SLOW);
    threads.setKeepAliveTime(10, TimeUnit.SECONDS);
    threads.allowCoreThreadTimeOut(true);
    threads.setRejectedExecutionHandler(
        new ThreadPoolExecutor.DiscardPolicy()); // once it is closed
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

  @Override
  public <T> CompletionStage<T> run(String host, Optional<PeerNetwork> from, Supplier<T> work) {
    Task<T> task = new Task<>(new NamedHost(host, from), work);
    enqueue(task);
    return task.result
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((result, failure) -> forget(task));
  }

  private synchronized void enqueue(Task<?> task) {
    if (hosts.take(task.host, task)) {
      enterNetwork(task);
    }
  }

  private void enterNetwork(Task<?> task) {
    if (task.from().isEmpty() || networks.take(task.from().get(), task)) {
      threads.execute(() -> serve(task));
    }
  }

  private void serve(Task<?> task) {
    begin(task);
    try {
      task.run();
    } finally {
      end(task);
    }
  }

  private synchronized void begin(Task<?> task) {
    running.put(task, System.nanoTime());
  }

  private synchronized void end(Task<?> task) {
    running.remove(task);
    task.from().flatMap(networks::pass).ifPresent(next -> threads.execute(() -> serve(next)));
    hosts.pass(task.host).ifPresent(this::enterNetwork);
  }

  /** A task that waited for its network still has the place of its host. */
  private synchronized void forget(Task<?> task) {
    if (!hosts.leave(task.host, task)
        && task.from().isPresent()
        && networks.leave(task.from().get(), task)) {
      hosts.pass(task.host).ifPresent(this::enterNetwork);
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

  /** The number of tasks that wait without a thread; for tests. */
  synchronized int waiting() {
    return hosts.waiting() + networks.waiting();
  }

  /** Whether every host and network is free; for tests. */
  synchronized boolean isIdle() {
    return running.isEmpty() && hosts.queues.isEmpty() && networks.queues.isEmpty();
  }

  /** Waiting callers get the timeout. */
  @Override
  public void close() {
    observation.cancel(false);
    observer.shutdownNow();
    threads.shutdownNow();
  }
}
