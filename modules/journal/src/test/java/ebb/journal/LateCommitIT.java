package ebb.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import ebb.journal.database.JournalSettings;
import ebb.postgres.PostgresServer;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A COMMIT goes on after its client has given up, as long as a synchronous standby is away. */
final class LateCommitIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NODE = "n1:1";

  @TempDir Path folder;
  private PostgresServer server;
  private JournalSettings settings;
  private JournalDatabase journal;
  private ActorTestKit kit;
  private TestProbe<String> acknowledged;

  @BeforeEach
  void start() {
    server = PostgresServer.start();
    settings = impatient(TestDatabase.onPostgres(server, folder));
    journal = TestDatabase.open(settings);
    kit = ActorTestKit.create(JournalDatabaseTest.config(journal));
    acknowledged = kit.createTestProbe(String.class);
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    journal.close();
    server.close();
  }

  /** A statement has a second, and what is no statement another one. */
  private static JournalSettings impatient(JournalSettings patient) {
    return JournalSettings.from(
        ConfigFactory.load()
            .withValue("ebb.journal.directory", value(patient.directory().toString()))
            .withValue("ebb.journal.url", value(patient.url() + "?socketTimeout=2"))
            .withValue("ebb.journal.user", value(patient.user()))
            .withValue("ebb.journal.password-file", value(patient.passwordFile()))
            .withValue("ebb.journal.pool.statement-timeout", value("1s")));
  }

  private static ConfigValue value(String text) {
    return ConfigValueFactory.fromAnyRef(text);
  }

  @Test
  void shouldNotRecoverWithoutAnEventThatComesLater() throws SQLException {
    // given an actor whose second event is not committed in time
    ActorRef<RecordingActor.Append> writer = actor();
    writer.tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
    configure("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    awaitAnEndlessCommit();
    writer.tell(new RecordingActor.Append(""));
    acknowledged.expectTerminated(writer, PATIENCE);
    // when it starts again
    ActorRef<RecordingActor.Append> tooEarly = actor();
    // then it does not recover as long as nobody knows
    acknowledged.expectTerminated(tooEarly, PATIENCE);
    // and with that event when the standby is not waited for any more
    configure("ALTER SYSTEM RESET synchronous_standby_names");
    commit(server.connect(plainUrl()));
    actor().tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 3");
  }

  /** What is not committed in the end is not there, and its place is free. */
  @Test
  void shouldRecoverOnceAWriteHasFailedForGood() throws SQLException {
    // given another instance, whose transaction has the place of the next event
    actor().tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 1");
    try (Connection other = settings.database().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          """
          INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,
              event_ser_manifest, event_payload, checksum)
          VALUES ('RMNode|%s', 2, '', 0, '', '', 0)
          """
              .formatted(NODE));
      // when
      ActorRef<RecordingActor.Append> tooEarly = actor();
      acknowledged.expectTerminated(tooEarly, PATIENCE);
      other.rollback();
    }
    // then
    actor().tell(new RecordingActor.Append(""));
    acknowledged.expectMessage(PATIENCE, NODE + " 2");
  }

  private ActorRef<RecordingActor.Append> actor() {
    return kit.spawn(RecordingActor.create(NODE, acknowledged.ref()));
  }

  private void configure(String statement) throws SQLException {
    try (Connection connection = server.connect(plainUrl());
        Statement change = connection.createStatement()) {
      change.execute(statement);
      change.execute("SELECT pg_reload_conf()");
    }
  }

  /** The server takes a moment until it goes by what it has read. */
  private void awaitAnEndlessCommit() {
    assertThatThrownBy(
            () -> {
              while (true) {
                commit(server.connect(plainUrl() + "?socketTimeout=1"));
              }
            })
        .isInstanceOf(SQLException.class)
        .hasRootCauseInstanceOf(SocketTimeoutException.class);
  }

  private static void commit(Connection connection) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE ebb_journal SET probed_at = probed_at + 1");
    }
  }

  /** Without limits. */
  private String plainUrl() {
    return settings.url().replaceFirst("\\?.*", "");
  }
}
