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
 * Akka's lease as a row of the journal's PostgreSQL database. Akka creates it by its class name,
 * from the configuration at {@code ebb-lease}, for the split-brain resolver and for the singleton.
 *
 * <p>The lease is lost when the row has another owner, or is gone. While the database cannot be
 * reached, the owner keeps the lease: no other process can take it either, so the leader stays the
 * leader. If only the owner cannot reach the database, or the owner was paused, it may consider the
 * lease its own for too long, until its next successful renewal. That does no harm, because the
 * lease only keeps two instances from trying to lead. Writes are fenced by the term. A later leader
 * takes a newer term before it does anything, and every transaction of a leader locks the row of
 * the newest term. Every transaction that writes a node's events locks the row of the member, which
 * an evicted member does not have. An instance that cannot reach the database writes nothing.
 *
 * <p>A killed owner loses the lease after the time to live. A contender waits for that, because the
 * split-brain resolver requests the lease only once. A contender does not wait for an owner that
 * renews the lease.
 */
public final class JdbcLease extends Lease {
  private final LeaseSettings settings;
  private final DbLease row;
  private final LeaseRenewals renewals;

  public JdbcLease(LeaseSettings settings, ExtendedActorSystem system) {
    this(settings, system, ProcessIdentity.own());
  }

  /** For tests with several owners in one process. */
  public JdbcLease(LeaseSettings settings, ActorSystem system, String mark) {
    this.settings = settings;
    // A later process at the same address is a different owner.
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
   * @return false if another owner holds the lease; fails with a {@link JournalException} if the
   *     database does not answer until a killed owner's lease would have expired
   */
  @Override
  public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLostCallback) {
    return renewals.win(
        settings.timeoutSettings().getOperationTimeout(),
        reason -> leaseLostCallback.accept(Optional.of(new LeaseException(reason))));
  }

  /** True once the lease is released, or if it was not held; fails like {@link #acquire}. */
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
