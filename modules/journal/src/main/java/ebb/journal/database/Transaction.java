package ebb.journal.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Runs a transaction on a connection that otherwise uses auto-commit. */
public final class Transaction {
  private Transaction() {}

  public interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  /**
   * Does all of the work or none of it.
   *
   * <p>The connection uses auto-commit again afterwards, whatever happens. Otherwise, with SQLite,
   * it would keep all others from writing. And if SQLite has rolled back by itself, as on a full
   * disk, further statements on the connection would run without any transaction.
   */
  public static <T> T of(Connection connection, Work<T> work) throws SQLException {
    try {
      connection.setAutoCommit(false);
      T result = work.in(connection);
      connection.commit();
      connection.setAutoCommit(true);
      return result;
    } catch (SQLException | RuntimeException e) {
      attempt(connection::rollback, e);
      attempt(() -> connection.setAutoCommit(true), e);
      if (isReadOnly(e)) {
        attempt(() -> connection.unwrap(SQLiteConnection.class).close(), e);
      }
      throw e;
    }
  }

  /** A connection that was opened while the disk was read-only can never write. No pool notices. */
  private static boolean isReadOnly(Exception e) {
    return e instanceof SQLiteException failure
        && (failure.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_READONLY.code;
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** A broken connection has nothing to roll back. */
  private static void attempt(Step step, Exception reason) {
    try {
      step.run();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
