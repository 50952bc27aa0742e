package ebb.domain.text;

import ebb.domain.provenance.PeerNetwork;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits the log lines that peers can cause. Without a limit, they could roll over the log until it
 * contains nothing else. The first lines of a minute are written, and the first one after that
 * minute states how many were left out.
 *
 * <p>Lines of a kind are counted together, and those caused by a peer are counted per network, so
 * that no network can hide the lines of another. Kinds of a network above {@link
 * #MOST_KINDS_OF_A_NETWORK} in a minute share a count. Networks above {@link #MOST_NETWORKS} share
 * the counts of each kind.
 *
 * <p>Soft state. May be used by any thread.
 */
public final class LinesPerMinute {
  static final int MOST_NETWORKS = 1_000;
  static final int MOST_KINDS_OF_A_NETWORK = 20;

  /** For lines without a network, and for networks that share their counts. */
  static final int MOST_KINDS = 1_000;

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private static final String REST = "";

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<Optional<PeerNetwork>, Kinds> counts = new HashMap<>();
  private long removed;

  private static final class Count {
    private long begin;
    private long asked;

    private boolean isOver(long now) {
      return now - begin >= MINUTE;
    }
  }

  /** The counts of one network. */
  private static final class Kinds {
    private final int most;
    private final Map<String, Count> counts = new HashMap<>();
    private long removed;

    private Kinds(int most, long now) {
      this.most = most;
      removed = now;
    }

    private Count of(String kind, long now) {
      if (counts.size() >= most && now - removed >= MINUTE) {
        areOver(now);
        removed = now;
      }
      return counts.computeIfAbsent(
          counts.size() < most || counts.containsKey(kind) ? kind : REST,
          any -> {
            Count count = new Count();
            count.begin = now;
            return count;
          });
    }

    /** Removes the counts whose minute is over; returns whether none is left. */
    private boolean areOver(long now) {
      counts.values().removeIf(each -> each.isOver(now));
      return counts.isEmpty();
    }
  }

  /**
   * @param most lines per kind and minute
   * @param nanoTime as {@link System#nanoTime}
   */
  public LinesPerMinute(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    removed = nanoTime.getAsLong();
  }

  /**
   * Counts one more line of this kind, and decides whether it may be written.
   *
   * @return how many lines were left out before it; empty if this one must be left out, too
   */
  public synchronized OptionalLong next(String kind, Optional<PeerNetwork> from) {
    long now = nanoTime.getAsLong();
    Count count = countOf(kind, from, now);
    long leftOut = 0;
    if (count.isOver(now)) {
      leftOut = Math.max(0, count.asked - most);
      count.begin = now;
      count.asked = 0;
    }
    count.asked++;
    return count.asked <= most ? OptionalLong.of(leftOut) : OptionalLong.empty();
  }

  private Count countOf(String kind, Optional<PeerNetwork> from, long now) {
    if (counts.size() >= MOST_NETWORKS && now - removed >= MINUTE) {
      counts.values().removeIf(each -> each.areOver(now));
      removed = now;
    }
    Optional<PeerNetwork> own =
        counts.size() < MOST_NETWORKS || counts.containsKey(from) ? from : Optional.empty();
    int mostKinds = own.isPresent() ? MOST_KINDS_OF_A_NETWORK : MOST_KINDS;
    return counts.computeIfAbsent(own, any -> new Kinds(mostKinds, now)).of(kind, now);
  }

  /**
   * Writes a line if it is within the limit.
   *
   * @param log writes the line at a level
   * @param line contains what the kind does not, such as the peer's address
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
