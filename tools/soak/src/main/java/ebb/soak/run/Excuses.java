package ebb.soak.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the faults that go on excuse, and whether there are enough of them. Thread-safe. */
final class Excuses {
  /** An end of a process belongs to faults that were over so long before. */
  private static final Duration FAULTS_COUNT_FOR = Duration.ofMinutes(2);

  /** The last of three ends when the cluster loses two within this time: it has no majority. */
  private static final Duration LOST_TOGETHER = Duration.ofSeconds(10);

  /**
   * After so long all has to recover. Otherwise there would be no deadline or answer that nothing
   * excuses, as there is a fault every 15 seconds and a start takes as long.
   */
  private static final Duration MOST_WITHOUT_A_BREAK = Duration.ofMinutes(1);

  /** As long again as drains may be late after a fault. */
  private static final Duration BREAK = Duration.ofSeconds(40);

  private final List<Trouble> going = new ArrayList<>();
  private final List<Past> past = new ArrayList<>();
  private final Supplier<Instant> clock;
  private Instant withoutABreakSince = Instant.MAX;
  private Instant lastOver = Instant.MIN;

  private record Past(Trouble trouble, Instant over) {}

  Excuses(Supplier<Instant> clock) {
    this.clock = clock;
  }

  synchronized void begins(Trouble trouble) {
    if (hadABreak()) {
      withoutABreakSince = clock.get();
    }
    going.add(trouble);
  }

  synchronized void isOver(Trouble trouble) {
    going.remove(trouble);
    lastOver = clock.get();
    past.add(new Past(trouble, lastOver));
  }

  /** Whether no other fault may begin until all of them are over, and have been for a while. */
  synchronized boolean haveToEnd() {
    return !hadABreak() && clock.get().isAfter(withoutABreakSince.plus(MOST_WITHOUT_A_BREAK));
  }

  private boolean hadABreak() {
    return going.isEmpty() && !clock.get().isBefore(lastOver.plus(BREAK));
  }

  /** Whether it has a fault, or had one a while ago, of its own or of all, or of two others. */
  synchronized boolean hold(String instance) {
    Instant now = clock.get();
    long lost =
        since(now.minus(LOST_TOGETHER))
            .flatMap(each -> each.instance().stream())
            .distinct()
            .count();
    return lost > 1 || since(now.minus(FAULTS_COUNT_FOR)).anyMatch(each -> each.mayEnd(instance));
  }

  private Stream<Trouble> since(Instant time) {
    return Stream.concat(
        going.stream(), past.stream().filter(each -> each.over().isAfter(time)).map(Past::trouble));
  }
}
