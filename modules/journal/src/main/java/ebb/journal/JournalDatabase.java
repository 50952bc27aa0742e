package ebb.journal;

import akka.actor.ClassicActorSystemProvider;
import com.typesafe.config.Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open journal of this process: opened, with its tables, before the actor system starts, and
 * closed after it. Holds one connection all the time, so that the file belongs to this process from
 * start to end, whatever the plugin's pool does.
 *
 * <p>Safe against the death of the process, not of the machine: H2 does not call fsync while it
 * runs.
 */
public final class JournalDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalDatabase.class);
  private static final String SCHEMA = "h2-schema.sql";

  private final JournalSettings settings;
  private final H2File database;
  private final Connection connection;

  private JournalDatabase(JournalSettings settings, H2File database, Connection connection) {
    this.settings = settings;
    this.database = database;
    this.connection = connection;
  }

  /**
   * Opens the journal, or makes an empty one. Blocks.
   *
   * @throws JournalInUseException at once, if another process has it open
   * @throws JournalException if it cannot be opened for another reason
   */
  public static JournalDatabase open(JournalSettings settings) {
    var database = new H2File(settings.directory());
    try {
      Files.createDirectories(settings.directory());
      Connection connection = database.connect();
      try {
        createTables(connection);
        return new JournalDatabase(settings, database, connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (IOException e) {
      throw new JournalException("Cannot make the folder " + settings.directory(), e);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** As {@link #open(JournalSettings)} with the defaults. */
  public static JournalDatabase open(Path directory) {
    return open(JournalSettings.in(directory));
  }

  private static void createTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(schema());
    }
  }

  private static String schema() {
    try (InputStream script = JournalDatabase.class.getResourceAsStream(SCHEMA)) {
      return new String(
          Objects.requireNonNull(script, SCHEMA).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file that holds the journal. */
  public Path file() {
    return database.file();
  }

  /** What makes Akka Persistence use this journal; belongs above every other configuration. */
  public Config akkaConfig() {
    return AkkaPersistenceConfig.of(settings, database);
  }

  /** The counter of leaderships in this journal. */
  public LeaderTerm leaderTerm() {
    return new LeaderTerm(database::connect);
  }

  /**
   * Closes this when the system has ended, after the plugin's pool: the system's termination, and
   * with it the last phase of its CoordinatedShutdown, waits for it. To be called right after the
   * system was made, because the hooks of a termination run in reverse order of their registration.
   */
  public void closeAfter(ClassicActorSystemProvider system) {
    system.classicSystem().registerOnTermination(this::close);
  }

  /**
   * Closes the database and, if the settings say so, rewrites its file without waste. Never throws:
   * everything acknowledged is in the file already. A second call does nothing.
   */
  @Override
  public synchronized void close() {
    try {
      if (!connection.isClosed()) {
        shutDown();
      }
    } catch (SQLException e) {
      LOG.warn("The journal {} was not closed cleanly; nothing is lost", file(), e);
    }
  }

  private void shutDown() throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute(settings.compactOnStop() ? "SHUTDOWN COMPACT" : "SHUTDOWN");
    }
  }
}
