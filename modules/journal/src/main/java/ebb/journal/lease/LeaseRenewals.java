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
 * Holds a {@link DbLease} once it is won: renews it, notices when it is lost, and releases it. One
 * thing at a time, in the order in which it was asked for; nothing here blocks the caller.
 *
 * <p>Lost means that the row names somebody else. While the database cannot be reached the owner
 * keeps it, for nobody else can take it there either. An owner who is alone in not reaching it, or
 * who was paused, may believe in it for longer than it is his: he notices at the first renewal that
 * gets through. What he does until then must be harmless by itself, which the term in every
 * transaction of a leader and the {@link MemberRow} in every one that writes events see to.
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

  /** Something that may fail for want of a database. */
  interface Work<T> {
    T done() throws SQLException;
  }

  boolean isHeld() {
    return held;
  }

  /** Does it after everything that was asked for before. */
  synchronized <T> CompletionStage<T> next(Work<T> work) {
    CompletionStage<T> next = afterLast(work);
    last = next;
    return next;
  }

  /**
   * Contends for it, after everything that was asked for before, and keeps it once it is won. No
   * thread waits meanwhile: the renewals of other leases need it.
   *
   * @param onLost as for {@link #keep}
   * @return whether it was won
   */
  synchronized CompletionStage<Boolean> win(Duration patience, Consumer<String> onLost) {
    CompletionStage<Boolean> next =
        afterLast(() -> lease.contest(patience))
            .thenComposeAsync(contest -> seeThrough(contest, onLost), executor);
    last = next;
    return next;
  }

  private CompletionStage<Boolean> seeThrough(DbLease.Contest contest, Consumer<String> onLost) {
    Optional<DbLease.Outcome> outcome = done(contest::look);
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
   * To be called when it is ours.
   *
   * @param onLost called once, if that happens, with the reason
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

  /** At most one of them waits for a database that is slow. */
  private synchronized void renewNext(Consumer<String> onLost) {
    if (!renewing) {
      renewing = true;
      last = afterLast(() -> renew(onLost));
    }
  }

  /** Gives it up, if it is ours; later calls find it released. */
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
        onLost.accept(lease.name() + " was taken by somebody else");
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
