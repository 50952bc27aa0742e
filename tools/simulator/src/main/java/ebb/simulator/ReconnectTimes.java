package ebb.simulator;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When each node of a fleet got its first answer from a ResourceManager other than the lost one.
 * Any thread may write, any may read.
 */
public final class ReconnectTimes {
  /** Instead of a lost ResourceManager: all answers count. */
  static final int NOBODY = -1;

  private static final long NOT_YET = -1;

  private final int lost;
  private final long start = System.nanoTime();
  private final AtomicLongArray heard;

  /**
   * Counts from now.
   *
   * @param lost index of the ResourceManager, or {@link #NOBODY}; its answers do not count
   */
  ReconnectTimes(int nodes, int lost) {
    this.lost = lost;
    long[] nobody = new long[nodes];
    Arrays.fill(nobody, NOT_YET);
    heard = new AtomicLongArray(nobody);
  }

  /** The node's heartbeat got an answer that keeps it registered. */
  void answered(int node, int tracker) {
    if (tracker != lost) {
      heard.compareAndSet(node, NOT_YET, System.nanoTime() - start);
    }
  }

  /** Nodes without an answer so far. */
  public int missing() {
    return (int) all().filter(time -> time == NOT_YET).count();
  }

  /** The times of the nodes that have an answer, in ascending order. */
  public List<Duration> times() {
    return all().filter(time -> time != NOT_YET).sorted().mapToObj(Duration::ofNanos).toList();
  }

  private LongStream all() {
    return IntStream.range(0, heard.length()).mapToLong(heard::get);
  }
}
