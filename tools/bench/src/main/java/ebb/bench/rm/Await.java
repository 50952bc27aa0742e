package ebb.bench.rm;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Waits for something to become true, looking often. */
public final class Await {
  public static final Duration LIMIT = Duration.ofMinutes(10);

  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  /** As the other, with a look every ten milliseconds. */
  public static Duration until(String what, Condition condition)
      throws IOException, YarnException, InterruptedException {
    return until(what, PAUSE, condition);
  }

  /**
   * @param pause between two looks
   * @return how long it took
   * @throws IOException if it took longer than ten minutes
   */
  public static Duration until(String what, Duration pause, Condition condition)
      throws IOException, YarnException, InterruptedException {
    return until(() -> what, pause, condition);
  }

  /**
   * As the others, until a count is what it should be.
   *
   * @param what holds of all of them then
   * @throws IOException if it took longer than ten minutes; says of how many it holds
   */
  public static Duration untilAll(String what, int all, Count count)
      throws IOException, YarnException, InterruptedException {
    return until(
        () -> "all " + what + ": " + count.now() + " of " + all, PAUSE, () -> count.now() == all);
  }

  private static Duration until(Words what, Duration pause, Condition condition)
      throws IOException, YarnException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new IOException("Waited in vain until " + what.now());
      }
      Thread.sleep(pause.toMillis());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private interface Words {
    String now() throws IOException, YarnException, InterruptedException;
  }

  /** May ask a ResourceManager. */
  public interface Count {
    int now() throws IOException, YarnException, InterruptedException;
  }

  /** May ask a ResourceManager. */
  public interface Condition {
    /** Whether it is so now. */
    boolean holds() throws IOException, YarnException, InterruptedException;
  }
}
