package ebb.simulation.environment;

import akka.actor.AbstractScheduler;
import akka.actor.Cancellable;
import akka.event.LoggingAdapter;
import com.typesafe.config.Config;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Akka's scheduler and the clock of everything. Time stands still while there is work, and then
 * jumps to the next timer. If several timers are due at the same millisecond, a random number
 * chooses the first.
 */
public final class SimulatedTime extends AbstractScheduler {
  private static final long EPOCH = 1_700_000_000_000L;
  private static final Duration MEASURED = Duration.ofSeconds(8);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private Random ties = new Random(0);
  private long now;
  private long count;

  /** Called by Akka. */
  public SimulatedTime(Config config, LoggingAdapter log, ThreadFactory threads) {}

  private static final class Timer implements Cancellable, Comparable<Timer> {
    private final long at;
    private final int tie;
    private final long number;
    private final Runnable task;
    private boolean over;

    Timer(long at, int tie, long number, Runnable task) {
      this.at = at;
      this.tie = tie;
      this.number = number;
      this.task = task;
    }

    /** By far the most frequent of all timers. */
    @Override
    public int compareTo(Timer other) {
      if (at != other.at) {
        return at < other.at ? -1 : 1;
      }
      return tie != other.tie
          ? Integer.compare(tie, other.tie)
          : Long.compare(number, other.number);
    }

    @Override
    public boolean cancel() {
      boolean first = !over;
      over = true;
      return first;
    }

    @Override
    public boolean isCancelled() {
      return over;
    }
  }

  /** Discards all timers, and resets the clock to its start. */
  public synchronized void reset(Random random) {
    timers.clear();
    ties = random;
    now = 0;
    count = 0;
  }

  /** Milliseconds since the start. */
  public synchronized long now() {
    return now;
  }

  public Instant instant() {
    return instant(now());
  }

  public static Instant instant(long millis) {
    return Instant.ofEpochMilli(EPOCH + millis);
  }

  /** The wall clock. */
  public Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Instant instant() {
        return SimulatedTime.this.instant();
      }
    };
  }

  /** Runs the task itself, on the thread that advances time. */
  public synchronized Cancellable after(long millis, Runnable task) {
    Timer timer = new Timer(now + Math.max(0, millis), ties.nextInt(), count++, task);
    timers.add(timer);
    return timer;
  }

  /**
   * Advances to the next timer and runs it.
   *
   * @param end at which time stops
   * @return false if there is none before the end; the time is then the end
   */
  public boolean next(long end) {
    Timer timer = takeUntil(end);
    if (timer == null) {
      return false;
    }
    if (timer.cancel()) {
      timer.task.run();
    }
    return true;
  }

  private synchronized @Nullable Timer takeUntil(long end) {
    Timer first = timers.peek();
    if (first == null || first.at > end) {
      now = end;
      return null;
    }
    timers.remove();
    now = first.at;
    return first;
  }

  // ---- as Akka sees it ----

  @Override
  public Cancellable scheduleOnce(FiniteDuration delay, Runnable task, ExecutionContext executor) {
    return after(millis(delay), () -> executor.execute(task));
  }

  @Override
  @SuppressWarnings("deprecation") // it is abstract nevertheless
  public Cancellable schedule(
      FiniteDuration first, FiniteDuration interval, Runnable task, ExecutionContext executor) {
    // Nothing takes time here, so fixed rate and fixed delay are the same.
    return scheduleWithFixedDelay(first, interval, task, executor);
  }

  /** At least a millisecond, or time would stand still. */
  private static long millis(FiniteDuration delay) {
    Duration whole = Duration.ofNanos(delay.toNanos());
    return whole.equals(Duration.ofMillis(whole.toMillis()))
        ? whole.toMillis()
        : untouchedByRealTime(whole).toMillis() + 1;
  }

  /**
   * The remainder of tens of seconds after some real nanoseconds, as code that measures real time
   * computes it, rounded so that every run is the same, however slow the machine is.
   */
  public static Duration untouchedByRealTime(Duration left) {
    long measured = left.toMillis() % LIMIT.toMillis();
    return measured < MEASURED.toMillis()
        ? left
        : left.plus(LIMIT).minusMillis(measured).truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public double maxFrequency() {
    return 1000;
  }
}
