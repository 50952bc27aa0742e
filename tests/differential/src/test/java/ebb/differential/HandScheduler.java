package ebb.differential;

import akka.actor.AbstractScheduler;
import akka.actor.Cancellable;
import akka.event.LoggingAdapter;
import com.typesafe.config.Config;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Akka's scheduler with manual time. Timers run on the thread that advances time. Timers due at the
 * same millisecond run in the order in which they were set, unlike in Akka's
 * ExplicitlyTriggeredScheduler, so that every run is the same.
 */
public final class HandScheduler extends AbstractScheduler {
  private final ConcurrentSkipListMap<Due, Runnable> timers = new ConcurrentSkipListMap<>();
  private long now;
  private long count;

  private record Due(long at, long number) implements Comparable<Due> {
    private static final Comparator<Due> ORDER =
        Comparator.comparingLong(Due::at).thenComparingLong(Due::number);

    @Override
    public int compareTo(Due other) {
      return ORDER.compare(this, other);
    }
  }

  /** Called by Akka. */
  public HandScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {}

  void pass(int millis) {
    long end = now() + millis;
    Map.Entry<Due, Runnable> first = timers.firstEntry();
    while (first != null && first.getKey().at() <= end) {
      timers.remove(first.getKey());
      setNow(first.getKey().at());
      first.getValue().run();
      first = timers.firstEntry();
    }
    setNow(end);
  }

  private synchronized long now() {
    return now;
  }

  private synchronized void setNow(long millis) {
    now = millis;
  }

  // ---- as Akka sees it ----

  @Override
  public synchronized Cancellable scheduleOnce(
      FiniteDuration delay, Runnable task, ExecutionContext executor) {
    Due due = new Due(now + Math.max(1, delay.toMillis()), count++);
    timers.put(due, task);
    return new Cancellable() {
      @Override
      public boolean cancel() {
        return timers.remove(due) != null;
      }

      @Override
      public boolean isCancelled() {
        return !timers.containsKey(due);
      }
    };
  }

  @Override
  @SuppressWarnings("deprecation") // it is abstract nevertheless
  public Cancellable schedule(
      FiniteDuration first, FiniteDuration interval, Runnable task, ExecutionContext executor) {
    // Nothing takes time here, so fixed rate and fixed delay are the same.
    return scheduleWithFixedDelay(first, interval, task, executor);
  }

  @Override
  public double maxFrequency() {
    return 1000;
  }
}
