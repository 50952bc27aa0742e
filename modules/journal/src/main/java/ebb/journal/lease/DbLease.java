package ebb.journal.lease;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One row of {@link LeaseTable}, as seen by one contender. All methods block. For use by one thread
 * at a time, except {@link #giveIn}.
 */
final class DbLease {
  private static final Logger LOG = LoggerFactory.getLogger(DbLease.class);

  /** How long a contender waits between two attempts. */
  static final Duration PAUSE = Duration.ofMillis(500);

  /** Stands for an owner that took the lease after its row had been read as missing. */
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
   * An attempt to take the lease. If the owner no longer renews it, the contest waits until it
   * expires. If the owner renews it, it is alive, and waiting would be useless.
   */
  final class Contest {
    private final long end;
    private Optional<LeaseTable.Row> before = Optional.empty();

    /**
     * @param patience how long to wait at most; slightly more than the time to live is enough to
     *     outlast a killed owner
     */
    Contest(Duration patience) {
      end = System.nanoTime() + patience.toNanos();
    }

    /**
     * Takes the lease, or reads who holds it. Call this again after a {@link #PAUSE} while it
     * returns empty.
     *
     * @return empty while the contest is undecided
     * @throws SQLException if the database still does not answer at the end
     */
    Optional<Outcome> poll() throws SQLException {
      boolean last = System.nanoTime() - end > 0 || !wanted;
      try {
        Optional<LeaseTable.Row> now = table.find(name);
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
   * The outcome of a contest.
   *
   * @param other the owner of the lease; empty if this process holds it
   */
  record Outcome(Optional<String> other) {
    boolean isWon() {
      return other.isEmpty();
    }
  }

  /** Starts a contest. */
  Contest contest(Duration patience) {
    wanted = true;
    return new Contest(patience);
  }

  /** Runs a contest to its end. Blocks until then. */
  Outcome contestNow(Duration patience) throws SQLException {
    Contest contest = contest(patience);
    while (true) {
      Optional<Outcome> outcome = contest.poll();
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
   * @return false if the lease is lost: the row has another owner, or is gone
   * @throws SQLException if the database does not answer; the lease is not lost then
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
