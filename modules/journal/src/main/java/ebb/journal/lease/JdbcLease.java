package ebb.journal.lease;

import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.coordination.lease.LeaseException;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import ebb.journal.database.JournalException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Akka's lease as a row of the journal's PostgreSQL database. Akka makes it by its class name, from
 * the configuration at {@code ebb-lease}, for the split-brain resolver and for the singleton.
 *
 * <p>It is lost when the row names somebody else, or is gone. While the database cannot be reached
 * its owner keeps it: nobody else can take it there either, so the leader stays the leader. An
 * owner who is the only one that does not reach it, or who was paused, may believe in it for longer
 * than it is his, until his first renewal that gets through. That does no harm, because the lease
 * only keeps two instances from trying to lead. What may be written is fenced by the term: a later
 * leader has taken a newer one before he does anything, every transaction of a leader holds the row
 * of the newest, and whoever writes a node's events holds its row of a member, which a member that
 * the cluster has given up has not. Who does not reach the database writes nothing.
 *
 * <p>An owner who was killed loses it after the time to live, and whoever asks for it meanwhile
 * waits for that: the split-brain resolver asks once only. An owner who renews it is not waited
 * for.
 */
public final class JdbcLease extends Lease {
  private final LeaseSettings settings;
  private final DbLease row;
  private final LeaseRenewals renewals;

  public JdbcLease(LeaseSettings settings, ExtendedActorSystem system) {
    this(settings, system, ProcessIdentity.own());
  }

  /** For tests, in which several owners live in one process. */
  public JdbcLease(LeaseSettings settings, ActorSystem system, String mark) {
    this.settings = settings;
    // A later process at the same address is somebody else.
    String owner = settings.ownerName() + ", " + mark;
    row = new DbLease(LeaseDatabase.of(system).table(), settings.leaseName(), owner);
    renewals = new LeaseRenewals(system, row);
  }

  @Override
  public LeaseSettings getSettings() {
    return settings;
  }

  @Override
  public CompletionStage<Boolean> acquire() {
    return acquire(lost -> {});
  }

  /**
   * @return false if somebody else holds it; fails with a {@link JournalException} if the database
   *     did not answer for as long as an owner lives who was killed
   */
  @Override
  public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLostCallback) {
    return renewals.win(
        settings.timeoutSettings().getOperationTimeout(),
        reason -> leaseLostCallback.accept(Optional.of(new LeaseException(reason))));
  }

  /** True once it is given up, or was not ours; fails as {@link #acquire} does. */
  @Override
  public CompletionStage<Boolean> release() {
    row.giveIn();
    return renewals.next(
        () -> {
          renewals.release();
          return true;
        });
  }

  @Override
  public boolean checkLease() {
    return renewals.isHeld();
  }
}
