package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;

/**
 * What work costs this thread. The bytes and processor time of one thread do not depend on how busy
 * the machine is, unlike wall-clock time.
 */
record Cost(long bytes, long nanos) {
  private static final int FEW = 1_000;
  private static final int TIMES = 32;
  private static final double SQUARE_ROOT = Math.sqrt(TIMES);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * 32 times as much costs about 32 times as much, or three times that where the larger input does
   * not fit the processor's cache any more. What grows with the square costs 1,024 times as much.
   * Half-way between 32 and 1,024, as factors go, tells one from the other.
   *
   * @param prepared makes ready for so many of something, and returns the work
   */
  static void assertThatGrowsInProportion(IntFunction<Runnable> prepared) {
    of(FEW, prepared); // the first run is of code that is not compiled yet
    Cost few = of(FEW, prepared).least(of(FEW, prepared)).least(of(FEW, prepared));
    Cost many = of(TIMES * FEW, prepared);
    if (many.nanos > SQUARE_ROOT * TIMES * few.nanos) {
      many = many.least(of(TIMES * FEW, prepared)).least(of(TIMES * FEW, prepared));
    }
    assertThat((double) many.bytes / few.bytes).as("growth of memory").isLessThan(1.5 * TIMES);
    assertThat((double) many.nanos / few.nanos)
        .as("growth of time")
        .isLessThan(SQUARE_ROOT * TIMES);
  }

  private static Cost of(int size, IntFunction<Runnable> prepared) {
    Runnable work = prepared.apply(size);
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    work.run();
    return new Cost(
        THREADS.getCurrentThreadAllocatedBytes() - bytes,
        THREADS.getCurrentThreadCpuTime() - nanos);
  }

  private Cost least(Cost other) {
    return new Cost(Math.min(bytes, other.bytes), Math.min(nanos, other.nanos));
  }
}
