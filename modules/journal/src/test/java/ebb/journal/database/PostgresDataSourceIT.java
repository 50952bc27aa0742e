package ebb.journal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PostgresDataSourceIT {
  @TempDir Path folder;

  /** Whoever opens a pipe waits for its other end. */
  @Test
  void shouldRefuseAPasswordFileThatIsAPipe() throws Exception {
    Path pipe = folder.resolve("password");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    PostgresDataSource database = new PostgresDataSource();
    database.setPasswordFile(pipe.toString());

    assertThatThrownBy(database::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(pipe.toString())
        .hasMessageContaining("it is a pipe");
  }

  /** Two servers take writes, as when nobody has stopped the one that was thought to be lost. */
  @Test
  void shouldNotGoBackToAServerThatWasReplaced() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      String url = server.createDatabase();
      execute(server, url, "CREATE ROLE anybody LOGIN PASSWORD '" + server.password() + "'");
      try (PostgresServer standby = server.startStandby()) {
        String there = url.replace(":" + server.port() + "/", ":" + standby.port() + "/");
        PostgresDataSource both =
            as("anybody", url.replace("127.0.0.1", "127.0.0.1:" + standby.port() + ",127.0.0.1"));
        both.setTargetServerType("primary");
        PostgresDataSource former = as("anybody", url);
        as("anybody", there).getConnection().close();
        former.getConnection().close();
        both.getConnection().close();

        server.kill();
        execute(standby, there, "SELECT pg_promote()");
        both.getConnection().close();
        server.startAgain();

        assertThatThrownBy(former::getConnection)
            .isInstanceOf(SQLException.class)
            .hasMessageContaining(":" + server.port() + "/")
            .hasMessageContaining("was replaced, and takes writes")
            .hasMessageContaining("it is on timeline 1, and 2 has begun");
        both.getConnection().close();
      }
    }
  }

  private PostgresDataSource as(String user, String url) {
    Path password = folder.resolve("password");
    PostgresDataSource database = new PostgresDataSource();
    database.setUrl(url);
    database.setUser(user);
    database.setPasswordFile(password.toString());
    return database;
  }

  private void execute(PostgresServer server, String url, String sql) throws Exception {
    Files.writeString(folder.resolve("password"), server.password());
    try (Connection connection = server.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
