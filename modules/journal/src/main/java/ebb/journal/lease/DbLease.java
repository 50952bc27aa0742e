package ebb.journal.lease;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One row of {@link LeaseTable}, as one of those sees it who want to hold it. All methods block;
 * one thread at a time calls them, but for {@link #giveIn}.
 */
final class DbLease {
  private static final Logger LOG = LoggerFactory.getLogger(DbLease.class);

  /** How long a contender waits before he looks again. */
  static final Duration PAUSE = Duration.ofMillis(500);

  /** Whose row went between two looks. */
  private static final Optional<String> SOMEBODY = Optional.of("somebody else");

  private final LeaseTable table;
  private final String name;
  private final String owner;
  private volatile boolean wanted;

  /**
   * @param owner different for each process
   */
  DbLease(LeaseTable table, String name, String owner) {
    this.table = table;
    this.name = name;
    this.owner = owner;
  }

  /**
   * An attempt to take it that waits for the end of an owner who has ceased to renew it. One who
   * does renew it is alive, so that there is no use in waiting.
   */
  final class Contest {
    private final long end;
    private Optional<LeaseTable.Row> before = Optional.empty();

    /**
     * @param patience at most; the time to live and some more covers an owner who was killed
     */
    Contest(Duration patience) {
      end = System.nanoTime() + patience.toNanos();
    }

    /**
     * Takes it, or looks who has it; to be called again after a {@link #PAUSE}.
     *
     * @return empty if that is not decided yet
     * @throws SQLException if the database did not answer until the end
     */
    Optional<Outcome> look() throws SQLException {
      boolean last = System.nanoTime() - end > 0 || !wanted;
      try {
        Optional<LeaseTable.Row> now = table.look(name);
        String dead = now.map(LeaseTable.Row::owner).filter(ProcessIdentity::isDead).orElse("");
        if (table.take(name, owner, dead)) {
          return Optional.of(new Outcome(Optional.empty()));
        }
        boolean renewed = before.isPresent() && now.isPresent() && !before.equals(now);
        before = now;
        return renewed || last
            ? Optional.of(new Outcome(now.map(LeaseTable.Row::owner).or(() -> SOMEBODY)))
            : Optional.empty();
      } catch (SQLException e) {
        if (last) {
          throw e;
        }
        LOG.debug("Cannot read from the database who holds {}", name, e);
        return Optional.empty();
      }
    }
  }

  /**
   * What became of a contest.
   *
   * @param other who holds it; empty if we do
   */
  record Outcome(Optional<String> other) {
    boolean isWon() {
      return other.isEmpty();
    }
  }

  /** Begins a contest. */
  Contest contest(Duration patience) {
    wanted = true;
    return new Contest(patience);
  }

  /** Sees a contest through. Blocks for as long. */
  Outcome contestNow(Duration patience) throws SQLException {
    Contest contest = contest(patience);
    while (true) {
      Optional<Outcome> outcome = contest.look();
      if (outcome.isPresent()) {
        return outcome.get();
      }
      pause();
    }
  }

  /** Ends a contest early. Any thread may call it. */
  void giveIn() {
    wanted = false;
  }

  /**
   * @return false if it is lost: the row names somebody else, or is gone
   * @throws SQLException if the database does not say; it is still ours then
   */
  boolean renew() throws SQLException {
    return table.renew(name, owner);
  }

  void release() throws SQLException {
    table.release(name, owner);
  }

  String name() {
    return name;
  }

  private void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      wanted = false;
    }
  }
}
