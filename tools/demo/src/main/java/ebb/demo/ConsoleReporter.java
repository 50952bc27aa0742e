package ebb.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints what happens, each line with the time since the start. */
final class ConsoleReporter {
  private final PrintStream out;
  private final long start = System.nanoTime();
  private boolean muted;

  ConsoleReporter(PrintStream out) {
    this.out = out;
  }

  /** Prints one or more lines. */
  synchronized void say(String text) {
    if (!muted) {
      text.lines().forEach(line -> out.println(clock() + "  " + line));
      out.flush();
    }
  }

  /** Prints the title of a step. */
  synchronized void headline(String text) {
    if (!muted) {
      out.println();
      say(text);
    }
  }

  /** Prints the final message; everything after it is discarded. */
  synchronized void sayLast(String text) {
    say(text);
    muted = true;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private String clock() {
    return String.format(Locale.ROOT, "[%5.1f s]", elapsed().toMillis() / 1000.0);
  }
}
