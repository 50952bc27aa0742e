package ebb.journal.lease;

import akka.actor.ActorSystem;
import akka.actor.ClassicActorSystemProvider;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that only one process at a time runs under an instance's name, with a row in the
 * journal's database. After a kill, the next process waits until the row expires, unless it can see
 * that the killed process has ended. While the database is unavailable, the lock is kept. It is
 * renewed when the database is back.
 */
public final class InstanceLock {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceLock.class);

  private static final String PREFIX = "instance ";

  /** Waiting time beyond the time to live: two attempts, and the time that the database takes. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final String name;
  private final String owner;

  private InstanceLock(String instance) {
    name = PREFIX + instance;
    owner = host() + ", " + ProcessIdentity.own();
  }

  /**
   * Claims the name before anything else starts. Blocks. A second process is rejected after about
   * one renewal interval. The wait is at most a few seconds longer than the time to live.
   *
   * @throws JournalException with one line if another process runs under that name
   * @throws SQLException if the database does not answer
   */
  public static InstanceLock of(String instance, LeaseTable table, JournalSettings.Lease settings)
      throws SQLException {
    InstanceLock claim = new InstanceLock(instance);
    Optional<String> other =
        new DbLease(table, claim.name, claim.owner)
            .contestNow(settings.timeToLive().plus(MARGIN))
            .other();
    if (other.isPresent()) {
      throw new JournalException(
          "Instance "
              + instance
              + " is already running: "
              + ProcessIdentity.withoutDetails(other.get())
              + "; each instance on this database has a name of its own, ebb.instance");
    }
    return claim;
  }

  /**
   * Makes sure that no instance runs.
   *
   * @throws JournalException with one line if an instance runs, under any name
   * @throws SQLException if the database does not answer
   */
  public static void requireNone(LeaseTable table, JournalSettings.Lease settings)
      throws SQLException {
    for (Map.Entry<String, String> held : table.held(PREFIX).entrySet()) {
      if (!ProcessIdentity.isDead(held.getValue())) {
        throw new JournalException(
            "Still running: "
                + held.getKey()
                + ": "
                + ProcessIdentity.withoutDetails(held.getValue()),
            "stop all instances first, for example with 'ebb leave'; a killed one counts as running for "
                + settings.timeToLive().toSeconds()
                + " s more");
      }
    }
  }

  /**
   * Renews the lock while the system runs, and releases it at the end.
   *
   * @param onLost called with a reason if another process has the lock; this process should end
   */
  public void keep(ClassicActorSystemProvider provider, Consumer<String> onLost) {
    ActorSystem system = provider.classicSystem();
    DbLease row = new DbLease(LeaseDatabase.of(system).table(), name, owner);
    new LeaseRenewals(system, row).keep(onLost);
    releaseAtTheEnd(system, row);
  }

  private static void releaseAtTheEnd(ActorSystem system, DbLease row) {
    system.registerOnTermination(
        () -> {
          try {
            row.release();
          } catch (SQLException e) {
            LOG.debug("{} is not released, and expires", row.name(), e);
          }
        });
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }
}
