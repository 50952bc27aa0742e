package ebb.nodeslist.protocol;

import akka.actor.typed.javadsl.TimerScheduler;
import ebb.hosts.RefreshRejection;
import ebb.metrics.ProcessMetrics;
import java.time.Duration;
import java.util.Locale;

/**
 * A refresh that a caller waits for. It is answered once, and in bounded time: with the first
 * available answer or, after its timeout, with an error that leaves the outcome open. Soft state:
 * what is not in the journal has not happened.
 */
public final class Refresh {
  public static final NodesListReply DEPOSED = unavailable("This instance is no longer the leader");
  private static final NodesListReply LATE = unavailable("No answer came in time");

  private final NodesListCommand.RefreshNodes command;
  private final TimerScheduler<LeaderCommand> timers;
  private boolean answered;

  /**
   * @param timeout time after which the refresh expires
   */
  public Refresh(
      NodesListCommand.RefreshNodes command,
      TimerScheduler<LeaderCommand> timers,
      Duration timeout) {
    this.command = command;
    this.timers = timers;
    timers.startSingleTimer(this, new ManagerMessage.RefreshExpired(this), timeout);
  }

  public NodesListCommand.RefreshNodes command() {
    return command;
  }

  /** Whether it has been answered, so that nobody waits for it. */
  public boolean isAnswered() {
    return answered;
  }

  public void answer(NodesListReply reply) {
    if (!answered) {
      answered = true;
      timers.cancel(this);
      ProcessMetrics.REFRESHES.increment(command.request().type().name(), result(reply));
      command.replyTo().tell(reply);
    }
  }

  private static String result(NodesListReply reply) {
    if (reply instanceof NodesListReply.Rejected rejected) {
      return rejected.code().name().toLowerCase(Locale.ROOT).replace('_', '-');
    } else if (reply instanceof NodesListReply.Refreshed done && !done.operationId().isEmpty()) {
      return "accepted";
    }
    return reply instanceof NodesListReply.Refreshed done && done.dryRun()
        ? "dry-run"
        : "unchanged";
  }

  public void expire() {
    answer(LATE);
  }

  public void endWithLeader() {
    answer(DEPOSED);
  }

  private static NodesListReply unavailable(String reason) {
    return new NodesListReply.Rejected(
        RefreshRejection.JOURNAL_UNAVAILABLE,
        reason + "; if the refresh is in the journal nevertheless, it is carried out");
  }
}
