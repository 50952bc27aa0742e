package ebb.soak.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Which process ends the current faults excuse, and whether the system needs a break from faults.
 * Thread-safe.
 */
final class Excuses {
  /** How long after its end a fault still excuses the end of a process. */
  private static final Duration FAULTS_COUNT_FOR = Duration.ofMinutes(2);

  /**
   * A cluster of three that loses two instances within this time has no majority, so the third ends
   * as well.
   */
  private static final Duration LOST_TOGETHER = Duration.ofSeconds(10);

  /**
   * After this long without a break, everything has to recover. Otherwise some fault would excuse
   * every deadline and answer, because there is one every 15 seconds and a start takes as long.
   */
  private static final Duration MOST_WITHOUT_A_BREAK = Duration.ofMinutes(1);

  /** As long as drains may be late after a fault, and the same again. */
  private static final Duration BREAK = Duration.ofSeconds(40);

  private final List<ActiveFault> going = new ArrayList<>();
  private final List<Past> past = new ArrayList<>();
  private final Supplier<Instant> clock;
  private Instant withoutABreakSince = Instant.MAX;
  private Instant lastOver = Instant.MIN;

  private record Past(ActiveFault fault, Instant over) {}

  Excuses(Supplier<Instant> clock) {
    this.clock = clock;
  }

  synchronized void begins(ActiveFault active) {
    if (hadABreak()) {
      withoutABreakSince = clock.get();
    }
    going.add(active);
  }

  synchronized void isOver(ActiveFault active) {
    going.remove(active);
    lastOver = clock.get();
    past.add(new Past(active, lastOver));
  }

  /** Whether no fault may begin until all have ended, and a break has passed since. */
  synchronized boolean haveToEnd() {
    return !hadABreak() && clock.get().isAfter(withoutABreakSince.plus(MOST_WITHOUT_A_BREAK));
  }

  private boolean hadABreak() {
    return going.isEmpty() && !clock.get().isBefore(lastOver.plus(BREAK));
  }

  /**
   * Whether this instance may end now, because of a current or recent fault of its own or of shared
   * parts, or because two instances have faults.
   */
  synchronized boolean hold(String instance) {
    Instant now = clock.get();
    long lost =
        since(now.minus(LOST_TOGETHER))
            .flatMap(each -> each.instance().stream())
            .distinct()
            .count();
    return lost > 1 || since(now.minus(FAULTS_COUNT_FOR)).anyMatch(each -> each.mayEnd(instance));
  }

  private Stream<ActiveFault> since(Instant time) {
    return Stream.concat(
        going.stream(), past.stream().filter(each -> each.over().isAfter(time)).map(Past::fault));
  }
}
