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
public record PostgresPair(PostgresServer primary, PostgresServer standby, String url) {

  /** Synchronous: every commit waits until the standby has it. */
  public static PostgresPair synchronous() {
    PostgresServer primary = PostgresServer.start();
    String direct = primary.createDatabase();
    return of(primary, direct, primary.startSynchronousStandby());
  }

  /** Asynchronous: the standby gets everything some time later. */
  public static PostgresPair asynchronous() {
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

  /** Sends SIGKILL to the primary; returns when the promoted standby accepts writes. */
  public void failOver() throws SQLException {
    primary.kill();
    execute(standby, "SELECT pg_promote()");
  }

  /**
   * Starts the former primary as a primary, which accepts writes of every client that finds it
   * first.
   */
  public void bringBackFormerPrimary() throws SQLException {
    primary.startAgain();
    // It would wait for a standby that it no longer has.
    execute(primary, "ALTER SYSTEM SET synchronous_standby_names = ''");
    execute(primary, "SELECT pg_reload_conf()");
  }

  /** Stops replication to the standby. */
  public void cutOffStandby() throws SQLException {
    execute(standby, "ALTER SYSTEM SET primary_conninfo = ''");
    execute(standby, "SELECT pg_reload_conf()");
  }

  /** Whether the standby gets nothing any more. */
  public boolean isCutOff() throws SQLException {
    return number(primary, "SELECT count(*) FROM pg_stat_replication") == 0;
  }

  /** The number of events in one of the two. */
  public long events(PostgresServer server) throws SQLException {
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
