package ebb.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PostgresServerIT {

  @Test
  void shouldRunAsWhoeverStartsItAndKeepItsDataOverAStop() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      // given
      String url = server.createDatabase();
      execute(server, url, "CREATE TABLE kept AS SELECT 42 AS answer");
      assertThat(ask(server, url, "SHOW fsync")).isEqualTo("on");
      long pid = server.pid().orElseThrow();
      // when
      server.stop();
      // then
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
      assertThatThrownBy(() -> server.connect(url)).isInstanceOf(SQLException.class);
      // and when it is there again
      server.startAgain();
      // then
      assertThat(ask(server, url, "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void shouldHandOverToItsStandbyWhenItIsKilled() throws SQLException {
    try (PostgresServer server = PostgresServer.start()) {
      // given a standby that the server waits for
      String url = server.createDatabase();
      try (PostgresServer standby = server.startSynchronousStandby()) {
        String there = url.replace(":" + server.port() + "/", ":" + standby.port() + "/");
        assertThat(ask(standby, there, "SELECT pg_is_in_recovery()")).isEqualTo("t");
        execute(server, url, "CREATE TABLE kept AS SELECT 42 AS answer");
        // when
        server.kill();
        execute(standby, there, "SELECT pg_promote()");
        // then
        assertThat(ask(standby, there, "SELECT answer FROM kept")).isEqualTo("42");
        execute(standby, there, "CREATE TABLE more AS SELECT 43 AS answer");
        // and the killed one comes back as it was
        server.startAgain();
        assertThat(ask(server, url, "SELECT answer FROM kept")).isEqualTo("42");
        assertThat(ask(server, url, "SELECT pg_is_in_recovery()")).isEqualTo("f");
      }
    }
  }

  @Test
  void shouldAskForThePassword() {
    // given
    String url = PostgresServer.shared().createDatabase();
    // when, then
    assertThatThrownBy(() -> DriverManager.getConnection(url, PostgresServer.USER, "wrong"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void shouldEndWithAProcessThatIsKilledAndLeaveNothingBehind() throws IOException {
    // given another process with a server of its own
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ServerOwner.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> said = List.of(owner.inputReader().readLine().split(" ", 2));
    ProcessHandle server = ProcessHandle.of(Long.parseLong(said.get(0))).orElseThrow();
    Path folder = Path.of(said.get(1));
    ProcessHandle guard = server.parent().orElseThrow();
    assertThat(server.isAlive()).isTrue();
    assertThat(folder).isDirectory();
    // when
    owner.destroyForcibly();
    // then
    server.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    guard.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    assertThat(folder).doesNotExist();
  }

  private static void execute(PostgresServer server, String url, String sql) throws SQLException {
    try (Connection connection = server.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(PostgresServer server, String url, String sql) throws SQLException {
    try (Connection connection = server.connect(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
