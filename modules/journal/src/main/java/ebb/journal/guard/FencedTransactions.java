package ebb.journal.guard;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import ebb.journal.database.Database;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.Transaction;
import ebb.journal.database.TransientSqlErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of the leader of one term, over separate connections. A transaction that fails
 * because the database is unavailable is retried for a bounded time, so its work must be
 * repeatable.
 */
public final class FencedTransactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FencedTransactions.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final Database database;
  private final long term;
  private final HikariDataSource pool;
  private final JournalGuard guard;
  private final Duration retryFor;
  private final CountDownLatch hurried = new CountDownLatch(1);

  /** After {@link #hurry}, a failure makes later calls fail at once: they would wait in vain. */
  private volatile boolean unusable;

  private FencedTransactions(
      Database database, long term, HikariDataSource pool, JournalGuard guard, Duration retryFor) {
    this.database = database;
    this.term = term;
    this.pool = pool;
    this.guard = guard;
    this.retryFor = retryFor;
  }

  /** Connects on first use. */
  public static FencedTransactions of(
      Database database, long term, JournalGuard guard, JournalSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("leader-rows");
    config.setMaximumPoolSize(settings.stateStore().connections());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(settings.pool().connectionTimeout().toMillis());
    // An outage at this moment is retried like any other.
    config.setInitializationFailTimeout(-1);
    config.setDataSource(database.dataSource());
    return new FencedTransactions(
        database, term, new HikariDataSource(config), guard, settings.stateStore().retryFor());
  }

  private interface Attempt<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Does the work in a transaction that locks the term. Taking the next term waits for the end of
   * this transaction, or is done before it and then detected.
   *
   * @throws TermLostException if the next term was taken before
   * @throws JournalException if the database did not complete it in time
   */
  <T> T asLeader(Transaction.Work<T> work) {
    Committed<T> committed =
        retrying(
            connection ->
                guard.inTransaction(
                    connection,
                    transaction -> new Committed<>(fence(transaction), work.in(transaction))));
    guard.leaderCommitted(term, committed.number());
    return committed.result();
  }

  /**
   * The result of a committed transaction.
   *
   * @param number the number of the transaction, counted over all leaders
   */
  private record Committed<T>(long number, T result) {}

  /**
   * Does the work in a transaction that does not depend on the leader term.
   *
   * @throws JournalException if the database did not complete it in time
   */
  <T> T asAnybody(Transaction.Work<T> work) {
    return retrying(connection -> guard.inReadTransaction(connection, work));
  }

  void hurry() {
    hurried.countDown();
  }

  @Override
  public void close() {
    hurry();
    pool.close();
  }

  /** Locks the row of the term until the end of the transaction, and counts the transaction. */
  private long fence(Connection connection) throws SQLException {
    String update =
        "UPDATE \"ebb_leader_term\" SET \"commits\" = \"commits\" + 1 RETURNING \"term\","
            + " \"commits\"";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(update)) {
      if (!row.next()) {
        throw new SQLException("the table ebb_leader_term has lost its row");
      }
      long newest = row.getLong(1);
      if (newest != term) {
        throw new TermLostException(term, newest);
      }
      long number = row.getLong(2);
      guard.requireNext(number);
      return number;
    }
  }

  private <T> T retrying(Attempt<T> attempt) {
    long giveUp = System.nanoTime() + retryFor.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return once(attempt);
      } catch (SQLException e) {
        if (!TransientSqlErrors.mayPass(e)
            || System.nanoTime() - giveUp > 0
            || isHurriedWithin(pause)) {
          // Not if the thread was interrupted: that does not mean that the database is unusable.
          unusable = hurried.getCount() == 0;
          throw database.explain(e);
        }
        LOG.warn("Database error in term {}, retrying: {}", term, e.getMessage());
        pause = min(pause.multipliedBy(2), LONGEST_PAUSE);
      }
    }
  }

  private <T> T once(Attempt<T> attempt) throws SQLException {
    if (unusable) {
      throw new SQLException("the database did not answer before");
    }
    try (Connection connection = pool.getConnection()) {
      return attempt.on(connection);
    }
  }

  private boolean isHurriedWithin(Duration pause) {
    try {
      return hurried.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
