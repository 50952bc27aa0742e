package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PostgresDataSourceTest {
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
}
