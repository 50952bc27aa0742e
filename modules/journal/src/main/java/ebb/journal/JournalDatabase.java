package ebb.journal;

import akka.actor.ClassicActorSystemProvider;
import com.typesafe.config.Config;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open journal of this process: opened, with its tables, before the actor system starts, and
 * closed after it. With H2 it holds one connection all the time, so that the file belongs to this
 * process from start to end, whatever the plugin's pool does.
 *
 * <p>Safe against the death of the process. Against that of the machine with PostgreSQL only: H2
 * does not call fsync while it runs.
 */
public final class JournalDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalDatabase.class);

  /** Where Akka finds the configuration of a lease in this database; with PostgreSQL only. */
  public static final String LEASE = "ebb-lease";

  /** Clocks of machines run apart by some milliseconds in a minute. */
  private static final Duration CHECK_CLOCK_EVERY = Duration.ofSeconds(10);

  private static final String BLOCKING_DISPATCHER = "ebb.blocking-dispatcher";

  private final JournalSettings settings;
  private final Database database;

  /** What keeps the journal for this process, if others may not use it. */
  private final Optional<Connection> held;

  private JournalDatabase(JournalSettings settings, Database database, Optional<Connection> held) {
    this.settings = settings;
    this.database = database;
    this.held = held;
  }

  /**
   * Opens the journal, or makes an empty one. Blocks.
   *
   * @throws JournalInUseException at once, if it is an H2 file and another process has it open
   * @throws JournalException if it cannot be opened for another reason
   */
  public static JournalDatabase open(JournalSettings settings) {
    Database database = settings.database();
    try {
      database.prepare();
      Connection connection = database.connect();
      try {
        database.createTables(connection);
        return new JournalDatabase(settings, database, database.hold(connection));
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

  /** Where the journal is: a file, or a URL without credentials. */
  public String place() {
    return database.place();
  }

  /** What makes Akka Persistence use this journal; belongs above every other configuration. */
  public Config akkaConfig() {
    return AkkaPersistenceConfig.of(settings, database);
  }

  /**
   * Makes sure that no other process runs under the name of this instance. Blocks: after a kill it
   * may wait for the former one's time to live. Nothing to do with H2, whose file is locked.
   *
   * @return to be kept while this process runs; empty with H2
   * @throws JournalException in one line if another process runs under that name, or if the
   *     database cannot be used
   */
  public Optional<InstanceClaim> claim(String instance) {
    if (!settings.isShared()) {
      return Optional.empty();
    }
    var table = new LeaseTable(database::connect, settings.lease().timeToLive());
    try {
      return Optional.of(InstanceClaim.of(instance, table, settings.lease()));
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** The counter of leaderships in this journal. */
  public LeaderTerm leaderTerm() {
    return new LeaderTerm(database::connect);
  }

  /**
   * The wall clock of this process, which follows that of all instances that share this journal:
   * the database's, or the machine's if there is one instance. Blocks for a moment.
   *
   * @param system compares the two from now on
   * @throws JournalException if the database does not tell the time
   */
  public SteadyClock clock(ClassicActorSystemProvider system) {
    TimeReference reference =
        settings.isShared()
            ? new DatabaseTime(database::connect)
            : new TimeReference.OfMachine(Clock.systemUTC());
    try {
      SteadyClock clock = SteadyClock.start(reference, System::nanoTime);
      system
          .classicSystem()
          .scheduler()
          .scheduleWithFixedDelay(
              CHECK_CLOCK_EVERY,
              CHECK_CLOCK_EVERY,
              clock::check,
              system.classicSystem().dispatchers().lookup(BLOCKING_DISPATCHER));
      return clock;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * The rows that the leader of a term keeps here, over connections of their own. Connects when
   * they are used first.
   *
   * @param term the leader's
   */
  public LeaderRows leaderRows(long term) {
    return new LeaderRows(transactions(term));
  }

  TermTransactions transactions(long term) {
    return new TermTransactions(database, term, pool(), settings.stateStore().retryFor());
  }

  private HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setPoolName("leader-rows");
    config.setMaximumPoolSize(settings.stateStore().connections());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(settings.pool().connectionTimeout().toMillis());
    // An outage at this moment is as good as any other.
    config.setInitializationFailTimeout(-1);
    config.setAutoCommit(false);
    config.setDataSource(database.dataSource());
    return new HikariDataSource(config);
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
   * Closes the database and, if it is H2 and the settings say so, rewrites its file without waste.
   * Never throws: everything acknowledged is in the file already. A second call does nothing.
   */
  @Override
  public synchronized void close() {
    held.ifPresent(this::shutDown);
  }

  private void shutDown(Connection connection) {
    try {
      if (!connection.isClosed()) {
        try (connection;
            Statement statement = connection.createStatement()) {
          statement.execute(settings.compactOnStop() ? "SHUTDOWN COMPACT" : "SHUTDOWN");
        }
      }
    } catch (SQLException e) {
      LOG.warn("The journal {} was not closed cleanly; nothing is lost", place(), e);
    }
  }
}
