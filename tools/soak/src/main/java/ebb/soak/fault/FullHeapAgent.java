package ebb.soak.fault;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs inside a JVM and fills all but a small rest of its heap, so that the JVM is almost always
 * collecting garbage. Without that rest the JVM would run out of memory at once; a thread that
 * needs more than the rest still causes that.
 */
public final class FullHeapAgent {
  private static final int BLOCK = 1 << 20;
  private static final long REST = 4L * BLOCK;
  private static final long PAUSE_MILLIS = 1;

  private FullHeapAgent() {}

  /**
   * Called by the JVM when the agent attaches; returns at once.
   *
   * @param millis duration
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
