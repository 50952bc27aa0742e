package ebb.journal.database;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.TimeLimit;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings under {@code ebb.journal}; reference.conf describes them.
 *
 * @param directory the folder of this process's watermarks and, with SQLite, of the journal
 * @param url the URL of a PostgreSQL database; empty for SQLite
 */
public record JournalSettings(
    Path directory,
    String url,
    String user,
    String passwordFile,
    Write write,
    int readPageSize,
    Pool pool,
    CircuitBreaker circuitBreaker,
    StateStore stateStore,
    Lease lease) {

  public record Write(int bufferSize, int batchSize) {
    public Write {
      requireAtLeast(1, bufferSize, "write.buffer-size");
      requireAtLeast(1, batchSize, "write.batch-size");
    }
  }

  public record Pool(
      int connections,
      int idleConnections,
      int queueSize,
      Duration connectionTimeout,
      Duration statementTimeout) {
    public Pool {
      requireAtLeast(1, connections, "pool.connections");
      requireAtLeast(0, idleConnections, "pool.idle-connections");
      requireAtLeast(1, queueSize, "pool.queue-size");
      requireAtLeast(1, connectionTimeout.toSeconds(), "pool.connection-timeout");
      requireAtLeast(1, statementTimeout.toSeconds(), "pool.statement-timeout");
      requireAtMost(connectionTimeout, "pool.connection-timeout");
      requireAtMost(statementTimeout, "pool.statement-timeout");
    }
  }

  public record StateStore(int connections, Duration retryFor) {
    public StateStore {
      requireAtLeast(1, connections, "state-store.connections");
      requireAtLeast(0, retryFor.toMillis(), "state-store.retry-for");
      requireAtMost(retryFor, "state-store.retry-for");
    }
  }

  /**
   * @param timeToLive when this has passed without a renewal, another owner may take the lease
   */
  public record Lease(Duration timeToLive, Duration renewEvery) {
    private static final int RENEWALS_THAT_MAY_FAIL = 3;

    public Lease {
      requireAtMost(timeToLive, "lease.time-to-live");
      requireAtMost(renewEvery, "lease.renew-every");
      requireAtLeast(100, renewEvery.toMillis(), "lease.renew-every, in milliseconds,");
      if (timeToLive.compareTo(renewEvery.multipliedBy(RENEWALS_THAT_MAY_FAIL)) <= 0) {
        throw new IllegalArgumentException(
            "ebb.journal.lease.time-to-live = "
                + timeToLive
                + " is not allowed; allowed is more than three times ebb.journal.lease.renew-every,"
                + " "
                + renewEvery);
      }
    }
  }

  public record CircuitBreaker(int maxFailures, Duration callTimeout, Duration resetTimeout) {
    public CircuitBreaker {
      requireAtLeast(1, maxFailures, "circuit-breaker.max-failures");
      requireAtLeast(1, callTimeout.toMillis(), "circuit-breaker.call-timeout");
      requireAtLeast(1, resetTimeout.toMillis(), "circuit-breaker.reset-timeout");
      requireAtMost(callTimeout, "circuit-breaker.call-timeout");
      requireAtMost(resetTimeout, "circuit-breaker.reset-timeout");
    }
  }

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if a number is too small, a time is too long, or the URL
   *     cannot be used; the message names the key, and contains no credentials
   */
  public JournalSettings {
    directory = directory.toAbsolutePath().normalize();
    requireAtLeast(1, readPageSize, "read.page-size");
    // A question mark would end the path within the database's URL.
    if (directory.toString().indexOf('?') >= 0) {
      throw new IllegalArgumentException(
          "Expected no question mark in ebb.journal.directory, but got " + directory);
    }
    if (!url.isEmpty()) {
      requirePostgres(url);
    }
  }

  /**
   * Reads the settings.
   *
   * @param config the application's whole configuration, with the reference.conf of this module
   * @throws com.typesafe.config.ConfigException if a key is missing or of the wrong type
   */
  public static JournalSettings from(Config config) {
    Config journal = config.getConfig("ebb.journal");
    return new JournalSettings(
        Path.of(journal.getString("directory")),
        journal.getString("url"),
        journal.getString("user"),
        journal.getString("password-file"),
        new Write(journal.getInt("write.buffer-size"), journal.getInt("write.batch-size")),
        journal.getInt("read.page-size"),
        new Pool(
            journal.getInt("pool.connections"),
            journal.getInt("pool.idle-connections"),
            journal.getInt("pool.queue-size"),
            journal.getDuration("pool.connection-timeout"),
            journal.getDuration("pool.statement-timeout")),
        new CircuitBreaker(
            journal.getInt("circuit-breaker.max-failures"),
            journal.getDuration("circuit-breaker.call-timeout"),
            journal.getDuration("circuit-breaker.reset-timeout")),
        new StateStore(
            journal.getInt("state-store.connections"),
            journal.getDuration("state-store.retry-for")),
        new Lease(
            journal.getDuration("lease.time-to-live"), journal.getDuration("lease.renew-every")));
  }

  /**
   * The settings of the loaded configuration for a SQLite journal in this folder, whatever database
   * is configured.
   */
  public static JournalSettings in(Path directory) {
    Config configured = ConfigFactory.load();
    Config file = ConfigFactory.parseString("ebb.journal.url = \"\"").withFallback(configured);
    return from(file).withDirectory(directory);
  }

  public JournalSettings withDirectory(Path other) {
    return new JournalSettings(
        other,
        url,
        user,
        passwordFile,
        write,
        readPageSize,
        pool,
        circuitBreaker,
        stateStore,
        lease);
  }

  /** Whether several instances can share the journal. */
  public boolean isShared() {
    return !url.isEmpty();
  }

  public Database database() {
    return database(pool.statementTimeout());
  }

  /** The database with another statement timeout; without effect with SQLite. */
  public Database database(Duration statementTimeout) {
    return isShared()
        ? new PostgresDatabase(url, user, passwordFile, statementTimeout)
        : SqliteFile.in(directory);
  }

  private static void requirePostgres(String url) {
    if (!PostgresDatabase.isAllowed(url)) {
      throw new IllegalArgumentException("ebb.journal.url: " + PostgresDatabase.EXPECTED);
    }
  }

  private static void requireAtMost(Duration time, String key) {
    TimeLimit.require("ebb.journal." + key, time);
  }

  private static void requireAtLeast(long least, long value, String key) {
    if (value < least) {
      throw new IllegalArgumentException(
          "Expected at least " + least + " for ebb.journal." + key + ", but got " + value);
    }
  }
}
