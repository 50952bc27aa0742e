package ebb.journal.lease;

import akka.actor.AbstractExtensionId;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.dispatch.MessageDispatcher;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import ebb.journal.database.JournalSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The connections and threads of all leases of an actor system. They are separate, so that a busy
 * journal delays no renewal. Connects on first use, and closes with the system.
 */
final class LeaseDatabase implements Extension {
  static final Id ID = new Id();

  private static final String DISPATCHER = "ebb.journal.lease.dispatcher";

  /** Two for renewals, and one that an eviction occupies while it waits. */
  private static final int CONNECTIONS = 3;

  /** Short, because the next renewal comes soon, and a late answer is useless. */
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(3);

  private final JournalSettings settings;
  private final HikariDataSource pool;
  private final MessageDispatcher executor;

  private LeaseDatabase(ExtendedActorSystem system) {
    settings = JournalSettings.from(system.settings().config());
    if (!settings.isShared()) {
      throw new IllegalStateException("Leases need a PostgreSQL database: ebb.journal.url");
    }
    pool = pool(settings);
    executor = system.dispatchers().lookup(DISPATCHER);
    system.registerOnTermination(pool::close);
  }

  static final class Id extends AbstractExtensionId<LeaseDatabase> {
    @Override
    public LeaseDatabase createExtension(ExtendedActorSystem system) {
      return new LeaseDatabase(system);
    }
  }

  static LeaseDatabase of(ActorSystem system) {
    return ID.get(system);
  }

  Connection connect() throws SQLException {
    return pool.getConnection();
  }

  LeaseTable table() {
    return new LeaseTable(this::connect, settings.lease().timeToLive());
  }

  JournalSettings.Lease settings() {
    return settings.lease();
  }

  /** For blocking calls. */
  MessageDispatcher executor() {
    return executor;
  }

  private static HikariDataSource pool(JournalSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("leases");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(STATEMENT_TIMEOUT.toMillis());
    config.setInitializationFailTimeout(-1);
    config.setDataSource(settings.database(STATEMENT_TIMEOUT).dataSource());
    return new HikariDataSource(config);
  }
}
