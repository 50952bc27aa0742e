package ebb.nodeslist.lists;

import akka.Done;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs blocking calls, such as reads of files, one after the other. A call that hangs forever, on a
 * dead network file system, holds one thread and no more, and later calls fail with that reason.
 * Soft state.
 */
public final class SerialIoExecutor {
  private static final int MOST_WAITING = 16;

  private final Duration timeout;
  private final Clock clock;
  private final Executor blocking;
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
  private @Nullable Instant busySince;
  private int waiting;

  /**
   * @param timeout for each call
   * @param blocking runs the calls
   */
  public SerialIoExecutor(Duration timeout, Clock clock, Executor blocking) {
    this.timeout = timeout;
    this.clock = clock;
    this.blocking = blocking;
  }

  /** Waiting would be of no use. */
  public static final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BusyException(String reason) {
      super(reason);
    }
  }

  /**
   * The stage fails with a TimeoutException if the read is not done in time, at once with a {@link
   * BusyException} if an earlier read is not or if too many wait, and with the read's own
   * exception.
   */
  public <T> CompletionStage<T> submit(Callable<T> read) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    synchronized (this) {
      Instant since = busySince;
      if (since != null && since.plus(timeout).isBefore(clock.instant())) {
        return refused("a read of the files that began at " + since + " has not come back");
      } else if (waiting >= MOST_WAITING) {
        return refused(waiting + " other reads wait already");
      }
      waiting++;
      // However the previous read ended.
      last =
          last.handleAsync(
              (before, failure) -> {
                run(read, answer);
                return Done.getInstance();
              },
              blocking);
    }
    return answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static <T> CompletionStage<T> refused(String reason) {
    return CompletableFuture.failedFuture(new BusyException(reason));
  }

  private <T> void run(Callable<T> read, CompletableFuture<T> answer) {
    boolean givenUp = answer.isDone();
    begin(givenUp ? null : clock.instant());
    if (givenUp) {
      return;
    }
    try {
      answer.complete(read.call());
    } catch (Exception e) { // whatever it is, the caller waits for it
      answer.completeExceptionally(e);
    } finally {
      end();
    }
  }

  private synchronized void begin(@Nullable Instant now) {
    busySince = now;
    waiting--;
  }

  private synchronized void end() {
    busySince = null;
  }
}
