package ebb.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.journal.database.Database;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.JdbcLease;
import java.time.Duration;
import java.util.Map;

/** The settings of akka-persistence-jdbc that follow from ours. */
final class AkkaPersistenceConfig {
  /** One pool for journal, snapshots and queries; the plugin's default is one for each. */
  private static final String SHARED = "slick";

  /** What the database may take beyond that. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private AkkaPersistenceConfig() {}

  static Config of(JournalSettings settings, Database database) {
    return plugins()
        .withFallback(directory(settings))
        .withFallback(journal(settings))
        .withFallback(pool(settings.pool(), database))
        .withFallback(lease(settings.lease()));
  }

  /** What the plugin's parts find the open journal by. */
  private static Config directory(JournalSettings settings) {
    return ConfigFactory.parseMap(Map.of("ebb.journal.directory", settings.directory().toString()));
  }

  /** How Akka makes a lease, wherever one is asked for by this name. */
  private static Config lease(JournalSettings.Lease lease) {
    return ConfigFactory.parseMap(
            Map.of(
                "lease-class",
                JdbcLease.class.getName(),
                "heartbeat-timeout",
                lease.timeToLive(),
                "heartbeat-interval",
                lease.renewEvery(),
                // Who was killed is waited for.
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
            // What is committed last is what has to be remembered, so one transaction at a time.
            "jdbc-journal.parallelism", 1,
            "jdbc-journal.dao", GuardedJournalDao.class.getName(),
            // An actor for each recovery, against numbers that two writers gave: the table has each
            // number of an actor's once.
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
                // Slick asks for as many threads as connections.
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
