package ebb.journal;

import java.sql.SQLException;
import java.util.Set;

/** Tells what a database may do when asked again from what it will never do. */
final class Outage {
  /**
   * Classes of SQLSTATE: a feature that is not there, data that does not fit, a violated
   * constraint, a statement that is wrong or not allowed.
   */
  private static final Set<String> FINAL = Set.of("0A", "21", "22", "23", "42");

  private Outage() {}

  /** A connection that cannot be had, a timeout, a server that shuts down, and what is unknown. */
  static boolean mayPass(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.length() != 5 || !FINAL.contains(state.substring(0, 2));
  }
}
