package ebb.journal.database;

import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Distinguishes errors that a retry may resolve from permanent ones. */
public final class TransientSqlErrors {
  /**
   * Permanent classes of SQLSTATE: an unsupported feature, unsuitable data, a violated constraint,
   * or a statement that is wrong or not allowed.
   */
  private static final Set<String> FINAL = Set.of("0A", "21", "22", "23", "42");

  /** The same as codes of SQLite, whose errors have no SQLSTATE. */
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
   * Whether a retry may succeed: after a failed connection, a timeout, a server shutdown, a full
   * disk, or an unknown error.
   */
  public static boolean mayPass(SQLException e) {
    String state = e.getSQLState();
    if (state == null) {
      return !(e instanceof SQLiteException) || !FINAL_CODES.contains(e.getErrorCode() & 0xff);
    }
    return state.length() != 5 || !FINAL.contains(state.substring(0, 2));
  }
}
