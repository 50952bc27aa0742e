package ebb.soak.fault;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs inside a JVM and takes its heap but for a rest, so that it collects garbage again and again
 * and everything else there hardly moves. It leaves a rest, because a thread that gets none ends
 * the JVM at once; whoever needs more than the rest ends it nevertheless.
 */
public final class FullHeapAgent {
  private static final int BLOCK = 1 << 20;
  private static final long REST = 4L * BLOCK;
  private static final long PAUSE_MILLIS = 1;

  private FullHeapAgent() {}

  /**
   * Called by the JVM when it is attached to; returns at once.
   *
   * @param millis for how long
   */
  public static void agentmain(String millis) {
    Duration lasts = Duration.ofMillis(Long.parseLong(millis));
    Thread thread = new Thread(() -> fill(lasts), "full-heap");
    thread.setDaemon(true);
    thread.start();
  }

  private static void fill(Duration lasts) {
    long end = System.nanoTime() + lasts.toNanos();
    List<byte[]> taken = new ArrayList<>();
    try {
      while (System.nanoTime() < end) {
        System.gc();
        for (long left = unused() - REST; left >= BLOCK; left -= BLOCK) {
          taken.add(new byte[BLOCK]);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Reference.reachabilityFence(taken);
    }
  }

  private static long unused() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
  }
}
