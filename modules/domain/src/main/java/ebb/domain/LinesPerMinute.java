package ebb.domain;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How many lines of the log peers can bring about: without a bound they roll over the log until
 * nothing else is in it. The first lines of a minute are written, and the first one after it says
 * how many were left out.
 *
 * <p>Lines of a kind count together, and where they come from a peer, those of its network: so
 * nobody hides another. Kinds and networks above {@link #MOST_KINDS} in a minute share their lines.
 *
 * <p>Soft state. May be used by any thread.
 */
public final class LinesPerMinute {
  static final int MOST_KINDS = 1_000;

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private static final Kind SHARED = new Kind("", Optional.empty());

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<Kind, Count> counts = new HashMap<>();
  private long removed;

  private record Kind(String text, Optional<PeerNetwork> from) {}

  private static final class Count {
    private long begin;
    private long asked;

    private boolean isOver(long now) {
      return now - begin >= MINUTE;
    }
  }

  /**
   * @param most of a kind
   * @param nanoTime as {@link System#nanoTime}
   */
  public LinesPerMinute(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    removed = nanoTime.getAsLong();
  }

  /**
   * Whether one more line of this kind may be written.
   *
   * @return how many of them were left out before; empty if this one is, too
   */
  public synchronized OptionalLong next(String kind, Optional<PeerNetwork> from) {
    long now = nanoTime.getAsLong();
    Count count = countOf(new Kind(kind, from), now);
    long leftOut = 0;
    if (count.isOver(now)) {
      leftOut = Math.max(0, count.asked - most);
      count.begin = now;
      count.asked = 0;
    }
    count.asked++;
    return count.asked <= most ? OptionalLong.of(leftOut) : OptionalLong.empty();
  }

  private Count countOf(Kind kind, long now) {
    if (counts.size() >= MOST_KINDS && now - removed >= MINUTE) {
      counts.values().removeIf(each -> each.isOver(now));
      removed = now;
    }
    Kind own = counts.size() < MOST_KINDS || counts.containsKey(kind) ? kind : SHARED;
    return counts.computeIfAbsent(
        own,
        any -> {
          Count count = new Count();
          count.begin = now;
          return count;
        });
  }

  /**
   * Writes a line if it may be.
   *
   * @param log writes at a level
   * @param line has what the kind has not, such as the peer's address
   */
  public void write(Consumer<String> log, String kind, Optional<PeerNetwork> from, String line) {
    next(kind, from)
        .ifPresent(
            leftOut ->
                log.accept(
                    leftOut == 0
                        ? line
                        : line + " (" + leftOut + " more like it in the last minutes)"));
  }
}
