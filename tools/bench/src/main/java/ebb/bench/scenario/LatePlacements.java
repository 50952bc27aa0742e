package ebb.bench.scenario;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Containers that the scheduler allocates after it has answered the refresh that drains all nodes.
 * An application asks for one more on each node at that moment.
 *
 * @param last when its master saw the last one, counted from the answer; zero if there was none
 */
record LatePlacements(int containers, Duration last) {
  /** Long enough, because a master asks four times a second. */
  private static final Duration SETTLED = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(10);

  /** All nodes must be draining, and drain again when this returns. */
  static LatePlacements of(BenchContext context)
      throws IOException, YarnException, InterruptedException {
    DrainCycle cycle = new DrainCycle(context);
    cycle.recommission();
    int before = context.applications().started();
    cycle.drainAndReturn();
    long answered = System.nanoTime();
    context.applications().ask(context.settings().nodes());
    int placed = before;
    long last = answered;
    for (long now = answered; now - last < SETTLED.toNanos(); now = System.nanoTime()) {
      int started = context.applications().started();
      if (started > placed) {
        placed = started;
        last = now;
      }
      Thread.sleep(PAUSE.toMillis());
    }
    context.applications().ask(0);
    return new LatePlacements(placed - before, Duration.ofNanos(last - answered));
  }
}
