package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.SharedJournal;
import ebb.domain.DecommissionCause;
import ebb.postgres.PostgresException;
import ebb.postgres.PostgresServer;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The disk of PostgreSQL is full for a while. The server has no room for its write-ahead log and
 * exits.
 */
@Tag("long")
class FullDatabaseDiskIT {
  private static final int MEGABYTES = 160;
  private static final Duration SHORT = Duration.ofSeconds(15);
  private static final Duration NOTICED = Duration.ofSeconds(10);
  private static final Duration RECOVERED = Duration.ofSeconds(15);

  private Path mount;
  private Optional<TemporaryDisk> disk = Optional.empty();
  private Optional<PostgresServer> server = Optional.empty();
  private Optional<LoneInstance> running = Optional.empty();

  @BeforeEach
  void makeFolder() throws IOException {
    mount = Files.createTempDirectory("ebb-small-disk");
  }

  @AfterEach
  void close() throws IOException {
    running.ifPresent(LoneInstance::close);
    server.ifPresent(PostgresServer::close);
    disk.ifPresent(TemporaryDisk::close);
    Files.deleteIfExists(mount);
  }

  /** The instance waits for it, and resumes by itself when it is back. */
  @Test
  void shouldGoOnWhenTheDatabaseHasRoomAgain() throws Exception {
    // The server may run as another user.
    Files.setPosixFilePermissions(mount, PosixFilePermissions.fromString("rwxr-xr-x"));
    TemporaryDisk small = TemporaryDisk.at(mount, MEGABYTES);
    disk = Optional.of(small);
    PostgresServer postgres = PostgresServer.startIn(Files.createDirectory(mount.resolve("pg")));
    server = Optional.of(postgres);
    String url = postgres.createDatabase();
    LoneInstance instance =
        LoneInstance.with(new SharedJournal(url, PostgresServer.USER, postgres.password()));
    running = Optional.of(instance);
    instance.start();
    BeatingNode serving = instance.startNode("127.0.55.1");
    BeatingNode draining = instance.startNode("127.0.55.2");
    instance.drain(draining, SHORT);
    Instant deadline = instance.drainOf(draining).orElseThrow().deadline().orElseThrow();

    small.fill();
    useUpItsLog(postgres, url);
    Instant broken = Instant.now();

    await().atMost(NOTICED).untilAsserted(() -> expectUnready(instance));
    report("not ready", broken);
    assertThatThrownBy(instance::refresh).isInstanceOf(IOException.class);
    BeatingNode late = instance.startUnregistered("127.0.55.3");
    await()
        .atMost(LoneInstance.PATIENCE)
        .until(
            () ->
                Instant.now().isAfter(deadline.plusSeconds(1))
                    && instance
                        .view(draining)
                        .flatMap(view -> view.status())
                        .orElse("")
                        .contains("TIMEOUT"));
    int beats = serving.heartbeats();
    await().atMost(LoneInstance.PATIENCE).until(() -> serving.heartbeats() > beats);

    small.clear();
    startLikeASupervisor(postgres);
    Instant mended = Instant.now();

    await().atMost(RECOVERED).until(() -> instance.process().adminApi().isReady());
    report("ready", mended);
    await()
        .atMost(RECOVERED)
        .until(() -> instance.view(draining).orElseThrow().is("DECOMMISSIONED"));
    report("drain ended", mended);
    await()
        .atMost(RECOVERED)
        .until(() -> instance.view(late).filter(view -> view.is("RUNNING")).isPresent());
    report("node registered", mended);
    instance.refresh();
    report("refresh accepted", mended);
    instance.cluster().checkAlive();
    Written written = new Written(instance.cluster().journal());
    assertThat(written.causes(List.of(draining))).containsExactly(DecommissionCause.TIMEOUT);
  }

  /** Each round writes a segment of the log. When none is left, the server exits. */
  private static void useUpItsLog(PostgresServer postgres, String url) {
    await()
        .atMost(LoneInstance.PATIENCE)
        .until(
            () -> {
              try (Connection connection = postgres.connect(url);
                  Statement statement = connection.createStatement()) {
                statement.execute(
                    "SELECT pg_logical_emit_message(true, 'ebb', repeat('x', 99999))");
                statement.execute("SELECT pg_switch_wal()");
                return false;
              } catch (SQLException e) {
                System.out.println("full disk of PostgreSQL: " + e.getMessage());
                return true;
              }
            });
  }

  /** The server itself gives up if its recovery fails. */
  private static void startLikeASupervisor(PostgresServer postgres) {
    await()
        .atMost(LoneInstance.PATIENCE)
        .ignoreExceptionsInstanceOf(PostgresException.class)
        .until(
            () -> {
              postgres.stop();
              postgres.startAgain();
              return true;
            });
  }

  private static void expectUnready(LoneInstance instance) {
    assertThatThrownBy(() -> instance.process().adminApi().warnings())
        .hasMessageContaining("503")
        .hasMessageContaining("the journal cannot be written");
  }

  private static void report(String step, Instant since) {
    System.out.println(
        "full disk of PostgreSQL: "
            + step
            + " after "
            + Duration.between(since, Instant.now()).toMillis()
            + " ms");
  }
}
