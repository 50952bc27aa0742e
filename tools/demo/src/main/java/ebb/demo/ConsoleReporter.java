package ebb.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Tells people what happens, with the time since the start in front of each line. */
final class ConsoleReporter {
  private final PrintStream out;
  private final long start = System.nanoTime();
  private boolean muted;

  ConsoleReporter(PrintStream out) {
    this.out = out;
  }

  /** One line, or several. */
  synchronized void say(String text) {
    if (!muted) {
      text.lines().forEach(line -> out.println(clock() + "  " + line));
      out.flush();
    }
  }

  /** The headline of a step. */
  synchronized void headline(String text) {
    if (!muted) {
      out.println();
      say(text);
    }
  }

  /** The last word; whatever is said afterwards is lost. */
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
