package ebb.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.journal.database.Database;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.JdbcLease;
import java.time.Duration;
import java.util.Map;

/** Derives the settings of akka-persistence-jdbc from Ebb's. */
final class AkkaPersistenceConfig {
  /** One pool for journal, snapshots and queries; the plugin's default is one for each. */
  private static final String SHARED = "slick";

  /** How much longer than the time to live of a lease the database may take. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private AkkaPersistenceConfig() {}

  static Config of(JournalSettings settings, Database database) {
    return plugins()
        .withFallback(directory(settings))
        .withFallback(journal(settings))
        .withFallback(pool(settings.pool(), database))
        .withFallback(lease(settings.lease()));
  }

  /** The folder by which the plugin's parts find the open journal. */
  private static Config directory(JournalSettings settings) {
    return ConfigFactory.parseMap(Map.of("ebb.journal.directory", settings.directory().toString()));
  }

  /** The configuration of the lease that Akka creates for the name {@code ebb-lease}. */
  private static Config lease(JournalSettings.Lease lease) {
    return ConfigFactory.parseMap(
            Map.of(
                "lease-class",
                JdbcLease.class.getName(),
                "heartbeat-timeout",
                lease.timeToLive(),
                "heartbeat-interval",
                lease.renewEvery(),
                // Long enough for the lease of a killed owner to expire.
                "lease-operation-timeout",
                lease.timeToLive().plus(ANSWER)))
        .atPath(JournalDatabase.LEASE);
  }

  private static Config plugins() {
    return ConfigFactory.parseMap(
        Map.of(
            "akka.persistence.journal.plugin", "jdbc-journal",
            "akka.persistence.snapshot-store.plugin", "jdbc-snapshot-store",
            "jdbc-journal.use-shared-db", SHARED,
            "jdbc-snapshot-store.use-shared-db", SHARED,
            "jdbc-read-journal.use-shared-db", SHARED));
  }

  private static Config journal(JournalSettings settings) {
    JournalSettings.Write write = settings.write();
    JournalSettings.CircuitBreaker breaker = settings.circuitBreaker();
    return ConfigFactory.parseMap(
        Map.of(
            "jdbc-journal.bufferSize", write.bufferSize(),
            "jdbc-journal.batchSize", write.batchSize(),
            // One transaction at a time, because the watermark has to be the last commit.
            "jdbc-journal.parallelism", 1,
            "jdbc-journal.dao", GuardedJournalDao.class.getName(),
            // The filter would start an actor for each recovery, against sequence numbers that two
            // writers have used. Here the table has each sequence number of an actor only once.
            "jdbc-journal.replay-filter.mode", "off",
            "jdbc-journal.circuit-breaker.max-failures", breaker.maxFailures(),
            "jdbc-journal.circuit-breaker.call-timeout", breaker.callTimeout(),
            "jdbc-journal.circuit-breaker.reset-timeout", breaker.resetTimeout(),
            "jdbc-read-journal.max-buffer-size", settings.readPageSize()));
  }

  private static Config pool(JournalSettings.Pool pool, Database database) {
    Config sizes =
        ConfigFactory.parseMap(
            Map.of(
                // Slick requires as many threads as connections.
                "numThreads", pool.connections(),
                "maxConnections", pool.connections(),
                "minConnections", pool.idleConnections(),
                "queueSize", pool.queueSize(),
                "connectionTimeout", pool.connectionTimeout().toMillis()));
    return database
        .slick()
        .withFallback(sizes.atPath("db"))
        .atPath("akka-persistence-jdbc.shared-databases." + SHARED);
  }
}
