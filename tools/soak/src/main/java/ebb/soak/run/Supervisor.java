package ebb.soak.run;

import ebb.demo.cluster.ResourceManagerProcess;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Restarts instances that have ended, as systemd does, unless a fault keeps them down. */
final class Supervisor implements AutoCloseable {
  private static final long PAUSE_MILLIS = 300;

  private final List<ResourceManagerProcess> instances;
  private final List<Semaphore> free;
  private final BooleanSupplier canStart;
  private final RunRecord record;
  private final Thread thread = new Thread(this::keep, "soak-supervisor");

  /** Restarted instances that do not serve yet, and when each was seen to have ended. */
  private final Map<ResourceManagerProcess, Instant> starting = new HashMap<>();

  private volatile boolean closed;

  /**
   * @param canStart whether everything that an instance needs is available
   */
  Supervisor(List<ResourceManagerProcess> instances, BooleanSupplier canStart, RunRecord record) {
    this.instances = List.copyOf(instances);
    this.canStart = canStart;
    this.record = record;
    free = Stream.generate(() -> new Semaphore(1)).limit(instances.size()).toList();
    thread.setDaemon(true);
  }

  void begin() {
    thread.start();
  }

  /**
   * Leaves the instance to the caller until it is {@link #release released}.
   *
   * @return false if another caller has it
   */
  boolean take(int instance) throws InterruptedException {
    return free.get(instance).tryAcquire(1, TimeUnit.SECONDS);
  }

  void release(int instance) {
    free.get(instance).release();
  }

  private void keep() {
    try {
      while (!closed) {
        closeWindows();
        for (int i = 0; i < instances.size(); i++) {
          if (free.get(i).tryAcquire()) {
            try {
              startIfEnded(instances.get(i));
            } finally {
              release(i);
            }
          }
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      starting.values().forEach(record::isStartedAgain);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      record.isWrong("no instance is started again any more: " + e);
    }
  }

  private void startIfEnded(ResourceManagerProcess instance) {
    if (closed || instance.running().isPresent() || !canStart.getAsBoolean()) {
      return;
    }
    starting.putIfAbsent(instance, Instant.now());
    record.ended(instance.name(), "with exit code " + instance.process().exitCode().orElse(-1));
    instance.start().mayEnd();
  }

  private void closeWindows() {
    Map.copyOf(starting)
        .forEach(
            (instance, seen) -> {
              if (instance.adminApi().isReady()) {
                record.isStartedAgain(seen);
                starting.remove(instance);
              }
            });
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
