package ebb.simulator;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When each node of a fleet was first answered by another ResourceManager than the one that is
 * lost. Any thread may write, any may read.
 */
public final class ReconnectTimes {
  /** In the place of the one that is lost: whoever answers counts. */
  static final int NOBODY = -1;

  private static final long NOT_YET = -1;

  private final int lost;
  private final long start = System.nanoTime();
  private final AtomicLongArray heard;

  /**
   * Counts from now.
   *
   * @param lost which of the ResourceManagers, or {@link #NOBODY}; its answers do not count
   */
  ReconnectTimes(int nodes, int lost) {
    this.lost = lost;
    long[] nobody = new long[nodes];
    Arrays.fill(nobody, NOT_YET);
    heard = new AtomicLongArray(nobody);
  }

  /** A heartbeat of the node was answered, and not with what sends it back or home. */
  void answered(int node, int tracker) {
    if (tracker != lost) {
      heard.compareAndSet(node, NOT_YET, System.nanoTime() - start);
    }
  }

  /** Nodes that have not been answered yet. */
  public int missing() {
    return (int) all().filter(time -> time == NOT_YET).count();
  }

  /** How long it took, of those that have been answered, the fastest first. */
  public List<Duration> times() {
    return all().filter(time -> time != NOT_YET).sorted().mapToObj(Duration::ofNanos).toList();
  }

  private LongStream all() {
    return IntStream.range(0, heard.length()).mapToLong(heard::get);
  }
}
