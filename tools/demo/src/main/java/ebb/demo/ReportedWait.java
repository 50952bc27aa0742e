package ebb.demo;

import ebb.demo.cluster.ClusterException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Waits for conditions, prints a note when that takes long, and gives up at the limit. */
final class ReportedWait {
  /** Reads something that may not exist yet. */
  @FunctionalInterface
  interface Read<T> {
    /**
     * @return empty if it does not exist yet
     * @throws IOException has the same meaning
     */
    Optional<T> read() throws IOException;
  }

  /** A condition that may not hold yet. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration BETWEEN_WORDS = Duration.ofSeconds(15);

  private final ConsoleReporter reporter;
  private final Runnable guard;

  /**
   * @param guard throws if waiting has become pointless
   */
  ReportedWait(ConsoleReporter reporter, Runnable guard) {
    this.reporter = reporter;
    this.guard = guard;
  }

  /**
   * Polls until the value is there.
   *
   * @param what completes "waiting for …"
   * @throws ClusterException if it is not there in time
   */
  <T> T awaitValue(String what, Duration limit, Read<T> read) {
    Duration begun = reporter.elapsed();
    Duration nextWord = begun.plus(BETWEEN_WORDS);
    String lastTrouble = "";
    while (true) {
      try {
        Optional<T> value = read.read();
        if (value.isPresent()) {
          return value.get();
        }
        lastTrouble = "";
      } catch (IOException e) {
        lastTrouble = " (" + e + ")";
      }
      guard.run();
      Duration now = reporter.elapsed();
      if (now.compareTo(begun.plus(limit)) > 0) {
        throw new ClusterException(
            "Waited " + limit.toSeconds() + " s in vain for " + what + lastTrouble);
      }
      if (now.compareTo(nextWord) > 0) {
        reporter.say("... waiting for " + what + ", " + now.minus(begun).toSeconds() + " s");
        nextWord = now.plus(BETWEEN_WORDS);
      }
      pause();
    }
  }

  /**
   * Polls until the condition holds.
   *
   * @param what completes "waiting for …"
   * @throws ClusterException if it does not hold in time
   */
  void await(String what, Duration limit, Condition condition) {
    Boolean held =
        awaitValue(
            what, limit, () -> condition.holds() ? Optional.of(Boolean.TRUE) : Optional.empty());
    assert held;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted", e);
    }
  }
}
