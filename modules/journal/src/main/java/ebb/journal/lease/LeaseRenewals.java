package ebb.journal.lease;

import akka.actor.ActorSystem;
import akka.actor.Cancellable;
import akka.dispatch.MessageDispatcher;
import akka.pattern.Patterns;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.MemberRow;
import ebb.metrics.ProcessMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a {@link DbLease} once it is won: renews it, detects its loss, and releases it. Requests
 * are processed one at a time, in their order. Only {@link #release} blocks the caller.
 *
 * <p>The lease is lost when the row has another owner, or is gone. While the database cannot be
 * reached, the owner keeps the lease: no other process can take it either. If only the owner cannot
 * reach the database, or the owner was paused, it may consider the lease its own for too long,
 * until its next successful renewal. Whatever it does until then must be harmless. That is ensured
 * by the term in every transaction of a leader, and by the {@link MemberRow} in every transaction
 * that writes events.
 */
final class LeaseRenewals {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewals.class);

  private final ActorSystem system;
  private final DbLease lease;
  private final JournalSettings.Lease settings;
  private final MessageDispatcher executor;
  private CompletionStage<?> last = CompletableFuture.completedStage(null);
  private @Nullable Cancellable timer;
  private volatile boolean held;
  private volatile boolean renewing;

  LeaseRenewals(ActorSystem system, DbLease lease) {
    this.system = system;
    this.lease = lease;
    LeaseDatabase database = LeaseDatabase.of(system);
    settings = database.settings();
    executor = database.executor();
  }

  /** Work that may fail because the database is unavailable. */
  interface Work<T> {
    T done() throws SQLException;
  }

  boolean isHeld() {
    return held;
  }

  /** Does the work after all earlier requests. */
  synchronized <T> CompletionStage<T> next(Work<T> work) {
    CompletionStage<T> next = afterLast(work);
    last = next;
    return next;
  }

  /**
   * Contends for the lease after all earlier requests, and keeps it once it is won. Does not occupy
   * a thread while it waits, because the renewals of other leases need the threads.
   *
   * @param onLost as for {@link #keep}
   * @return whether the lease was won
   */
  synchronized CompletionStage<Boolean> win(Duration patience, Consumer<String> onLost) {
    CompletionStage<Boolean> next =
        afterLast(() -> lease.contest(patience))
            .thenComposeAsync(contest -> seeThrough(contest, onLost), executor);
    last = next;
    return next;
  }

  private CompletionStage<Boolean> seeThrough(DbLease.Contest contest, Consumer<String> onLost) {
    Optional<DbLease.Outcome> outcome = done(contest::poll);
    if (outcome.isPresent()) {
      boolean won = outcome.get().isWon();
      if (won) {
        keep(onLost);
      }
      return CompletableFuture.completedStage(won);
    }
    return Patterns.after(
        DbLease.PAUSE, system.scheduler(), executor, () -> seeThrough(contest, onLost));
  }

  private <T> CompletionStage<T> afterLast(Work<T> work) {
    return last.handleAsync((before, failure) -> done(work), executor);
  }

  private <T> T done(Work<T> work) {
    try {
      return work.done();
    } catch (SQLException e) {
      throw new JournalException(
          "Cannot read from the database who holds " + lease.name() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Starts to renew the lease. Must be called when this process has taken it.
   *
   * @param onLost called once with the reason, if the lease is lost
   */
  synchronized void keep(Consumer<String> onLost) {
    stopTimer();
    held = true;
    ProcessMetrics.LEASES.done(lease.name());
    timer =
        system
            .scheduler()
            .scheduleWithFixedDelay(
                settings.renewEvery(),
                settings.renewEvery(),
                () -> renewNext(onLost),
                system.dispatcher());
  }

  /** Requests a renewal, unless one is already waiting for a slow database. */
  private synchronized void renewNext(Consumer<String> onLost) {
    if (!renewing) {
      renewing = true;
      last = afterLast(() -> renew(onLost));
    }
  }

  /** Releases the lease, if this process has it. Can be called again. Blocks. */
  void release() throws SQLException {
    held = false;
    stopTimer();
    lease.release();
  }

  private boolean renew(Consumer<String> onLost) {
    try {
      if (held && !lease.renew()) {
        held = false;
        stopTimer();
        onLost.accept(lease.name() + " was taken over by another process");
      } else if (held) {
        ProcessMetrics.LEASES.done(lease.name());
      }
    } catch (SQLException e) {
      LOG.debug("{} could not be renewed, and is kept", lease.name(), e);
    } finally {
      renewing = false;
    }
    return held;
  }

  private synchronized void stopTimer() {
    if (timer != null) {
      ProcessMetrics.LEASES.forget(lease.name());
      timer.cancel();
      timer = null;
    }
  }
}
