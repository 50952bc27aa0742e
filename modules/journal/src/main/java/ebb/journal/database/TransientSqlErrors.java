package ebb.journal.database;

import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Tells what a database may do when asked again from what it will never do. */
public final class TransientSqlErrors {
  /**
   * Classes of SQLSTATE: a feature that is not there, data that does not fit, a violated
   * constraint, a statement that is wrong or not allowed.
   */
  private static final Set<String> FINAL = Set.of("0A", "21", "22", "23", "42");

  /** The same in SQLite's codes, which come without an SQLSTATE. */
  private static final Set<Integer> FINAL_CODES =
      Set.of(
          SQLiteErrorCode.SQLITE_ERROR.code,
          SQLiteErrorCode.SQLITE_TOOBIG.code,
          SQLiteErrorCode.SQLITE_CONSTRAINT.code,
          SQLiteErrorCode.SQLITE_MISMATCH.code);

  private static final String UNDEFINED_TABLE = "42P01";

  private TransientSqlErrors() {}

  public static boolean isMissingTable(SQLException e) {
    return UNDEFINED_TABLE.equals(e.getSQLState())
        || (e instanceof SQLiteException
            && String.valueOf(e.getMessage()).contains("no such table"));
  }

  /**
   * A connection that cannot be had, a timeout, a server that shuts down, a full disk, and what is
   * unknown.
   */
  public static boolean mayPass(SQLException e) {
    String state = e.getSQLState();
    if (state == null) {
      return !(e instanceof SQLiteException) || !FINAL_CODES.contains(e.getErrorCode() & 0xff);
    }
    return state.length() != 5 || !FINAL.contains(state.substring(0, 2));
  }
}
