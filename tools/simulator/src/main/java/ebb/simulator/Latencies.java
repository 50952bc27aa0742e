package ebb.simulator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies of heartbeats. Any thread may record, one may take the figures. */
final class Latencies {
  private static final long LONGEST = TimeUnit.MINUTES.toNanos(5);
  private static final int DIGITS = 3;

  private final Recorder recorder = new Recorder(TimeUnit.MICROSECONDS.toNanos(1), LONGEST, DIGITS);
  private final LongAdder failed = new LongAdder();
  private final LongAdder missed = new LongAdder();
  private long since = System.nanoTime();

  void answered(long nanos) {
    recorder.recordValue(Math.min(Math.max(nanos, 0), LONGEST));
  }

  void failed() {
    failed.increment();
  }

  /** A heartbeat was due while the previous one was unanswered. */
  void missed() {
    missed.increment();
  }

  /** Returns what was recorded since the previous call, and resets it. */
  synchronized HeartbeatFigures take() {
    long now = System.nanoTime();
    Histogram histogram = recorder.getIntervalHistogram();
    Duration time = Duration.ofNanos(now - since);
    since = now;
    return new HeartbeatFigures(
        histogram.getTotalCount(),
        failed.sumThenReset(),
        missed.sumThenReset(),
        time,
        Duration.ofNanos(histogram.getValueAtPercentile(50)),
        Duration.ofNanos(histogram.getValueAtPercentile(99)),
        Duration.ofNanos(histogram.getMaxValue()));
  }
}
