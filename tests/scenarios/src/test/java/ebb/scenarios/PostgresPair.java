package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL server and its standby, behind one URL.
 *
 * @param url of the database, which names both
 */
record PostgresPair(PostgresServer primary, PostgresServer standby, String url) {

  /** Every commit waits until the standby has it, too. */
  static PostgresPair synchronous() {
    PostgresServer primary = PostgresServer.start();
    String direct = primary.createDatabase();
    return of(primary, direct, primary.startSynchronousStandby());
  }

  /** The standby gets everything some time later. */
  static PostgresPair asynchronous() {
    PostgresServer primary = PostgresServer.start();
    String direct = primary.createDatabase();
    return of(primary, direct, primary.startStandby());
  }

  private static PostgresPair of(PostgresServer primary, String direct, PostgresServer standby) {
    String host = "127.0.0.1:";
    String url =
        direct.replace(host + primary.port(), host + primary.port() + "," + host + standby.port())
            + "?targetServerType=primary";
    return new PostgresPair(primary, standby, url);
  }

  /**
   * SIGKILL for the primary; returns when the standby takes writes, and not before it has begun.
   */
  void failOver() throws SQLException {
    primary.kill();
    execute(standby, "SELECT pg_promote()");
  }

  /** Whoever finds the former primary first writes to it, if nothing keeps him from it. */
  void bringBackFormerPrimary() throws SQLException {
    primary.startAgain();
    // It would wait for a standby that it does not have any more.
    execute(primary, "ALTER SYSTEM SET synchronous_standby_names = ''");
    execute(primary, "SELECT pg_reload_conf()");
  }

  /** The standby gets nothing any more. */
  void cutOffStandby() throws SQLException {
    execute(standby, "ALTER SYSTEM SET primary_conninfo = ''");
    execute(standby, "SELECT pg_reload_conf()");
  }

  /** Whether the standby has ceased to get anything. */
  boolean isCutOff() throws SQLException {
    return number(primary, "SELECT count(*) FROM pg_stat_replication") == 0;
  }

  /** Events in one of the two. */
  long events(PostgresServer server) throws SQLException {
    return number(server, "SELECT count(*) FROM event_journal");
  }

  private void execute(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.connect(direct(server));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.connect(direct(server));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  private String direct(PostgresServer server) {
    return "jdbc:postgresql://127.0.0.1:"
        + server.port()
        + url.replaceAll(".*(/ebb_\\d+)\\?.*", "$1");
  }
}
