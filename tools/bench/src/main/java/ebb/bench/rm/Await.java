package ebb.bench.rm;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Polls until a condition holds. */
public final class Await {
  public static final Duration LIMIT = Duration.ofMinutes(10);

  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  /** Polls every ten milliseconds. */
  public static Duration until(String what, Condition condition)
      throws IOException, YarnException, InterruptedException {
    return until(what, PAUSE, condition);
  }

  /**
   * @param pause between two polls
   * @return how long it took
   * @throws IOException if it took longer than ten minutes
   */
  public static Duration until(String what, Duration pause, Condition condition)
      throws IOException, YarnException, InterruptedException {
    return until(() -> what, pause, condition);
  }

  /**
   * Polls until a count reaches its target.
   *
   * @param what then holds for all of them
   * @throws IOException if it took longer than ten minutes; the message has the last count
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

  /** A count, which may call a ResourceManager. */
  public interface Count {
    int now() throws IOException, YarnException, InterruptedException;
  }

  /** A condition, which may call a ResourceManager. */
  public interface Condition {
    /** Whether it holds now. */
    boolean holds() throws IOException, YarnException, InterruptedException;
  }
}
