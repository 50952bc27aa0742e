package ebb.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings under {@code ebb.journal}; reference.conf says what each means.
 *
 * @param directory folder of the database
 */
public record JournalSettings(
    Path directory,
    boolean compactOnStop,
    Write write,
    int readPageSize,
    Pool pool,
    CircuitBreaker circuitBreaker) {

  record Write(int bufferSize, int batchSize, int parallelism) {
    Write {
      requireAtLeast(1, bufferSize, "write.buffer-size");
      requireAtLeast(1, batchSize, "write.batch-size");
      requireAtLeast(1, parallelism, "write.parallelism");
    }
  }

  record Pool(int connections, int idleConnections, int queueSize, Duration connectionTimeout) {
    Pool {
      requireAtLeast(1, connections, "pool.connections");
      requireAtLeast(0, idleConnections, "pool.idle-connections");
      requireAtLeast(1, queueSize, "pool.queue-size");
      requireAtLeast(1, connectionTimeout.toSeconds(), "pool.connection-timeout");
    }
  }

  record CircuitBreaker(int maxFailures, Duration callTimeout, Duration resetTimeout) {
    CircuitBreaker {
      requireAtLeast(1, maxFailures, "circuit-breaker.max-failures");
      requireAtLeast(1, callTimeout.toMillis(), "circuit-breaker.call-timeout");
      requireAtLeast(1, resetTimeout.toMillis(), "circuit-breaker.reset-timeout");
    }
  }

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if a number is too small; the message names the key
   */
  public JournalSettings {
    directory = directory.toAbsolutePath().normalize();
    requireAtLeast(1, readPageSize, "read.page-size");
    // It would end the path within the database's URL.
    if (directory.toString().indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "Expected no semicolon in ebb.journal.directory, but got " + directory);
    }
  }

  /**
   * Reads them.
   *
   * @param config of the whole application, with the reference.conf of this module
   * @throws com.typesafe.config.ConfigException if a key is missing or of the wrong type
   */
  public static JournalSettings from(Config config) {
    Config journal = config.getConfig("ebb.journal");
    return new JournalSettings(
        Path.of(journal.getString("directory")),
        journal.getBoolean("compact-on-stop"),
        new Write(
            journal.getInt("write.buffer-size"),
            journal.getInt("write.batch-size"),
            journal.getInt("write.parallelism")),
        journal.getInt("read.page-size"),
        new Pool(
            journal.getInt("pool.connections"),
            journal.getInt("pool.idle-connections"),
            journal.getInt("pool.queue-size"),
            journal.getDuration("pool.connection-timeout")),
        new CircuitBreaker(
            journal.getInt("circuit-breaker.max-failures"),
            journal.getDuration("circuit-breaker.call-timeout"),
            journal.getDuration("circuit-breaker.reset-timeout")));
  }

  /** The defaults, for a database in this folder. */
  public static JournalSettings in(Path directory) {
    return from(ConfigFactory.load()).withDirectory(directory);
  }

  JournalSettings withDirectory(Path other) {
    return new JournalSettings(other, compactOnStop, write, readPageSize, pool, circuitBreaker);
  }

  private static void requireAtLeast(long least, long value, String key) {
    if (value < least) {
      throw new IllegalArgumentException(
          "Expected at least " + least + " for ebb.journal." + key + ", but got " + value);
    }
  }
}
