package ebb.demo;

import ebb.demo.cluster.ClusterException;
import ebb.demo.process.ProcessFailedException;
import ebb.journal.database.JournalException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;

/** Plays the steps in turn, and prints the title and the duration of each. */
final class Steps {
  private final ConsoleReporter reporter;
  private int number;

  Steps(ConsoleReporter reporter) {
    this.reporter = reporter;
  }

  /**
   * @throws StepFailedException if the step fails
   */
  void play(String title, Runnable step) {
    Boolean played =
        play(
            title,
            () -> {
              step.run();
              return Boolean.TRUE;
            });
    assert played;
  }

  /** Plays a step that has a result. */
  <T> T play(String title, Supplier<T> step) {
    number++;
    reporter.headline("Step " + number + ": " + title);
    Duration begun = reporter.elapsed();
    try {
      T result = step.get();
      Duration took = reporter.elapsed().minus(begun);
      reporter.say("Step " + number + " took " + took.toSeconds() + " s.");
      return result;
    } catch (StepFailedException
        | ClusterException
        | ProcessFailedException
        | JournalException
        | UncheckedIOException e) {
      throw new StepFailedException(number, title, e);
    }
  }
}
