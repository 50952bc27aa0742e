package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;

/**
 * Stands between the caller of a refresh and the NodesListManager, which cannot speak while it
 * waits for the journal: passes its answer on, or says after a bounded time that there is none.
 */
final class RefreshCall extends AbstractBehavior<NodesListReply> {
  private static final NodesListReply LATE = unavailable("No answer came in time");
  private static final NodesListReply DEPOSED = unavailable("This instance leads no longer");

  private final ActorRef<NodesListReply> caller;
  private boolean answered;

  static Behavior<NodesListReply> create(ActorRef<NodesListReply> caller, Duration timeout) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  // A message like the answer itself; whichever is first counts.
                  timers.startSingleTimer(LATE, timeout);
                  return new RefreshCall(context, caller);
                }));
  }

  private RefreshCall(ActorContext<NodesListReply> context, ActorRef<NodesListReply> caller) {
    super(context);
    this.caller = caller;
  }

  @Override
  public Receive<NodesListReply> createReceive() {
    return newReceiveBuilder()
        .onAnyMessage(this::pass)
        .onSignal(PostStop.class, stopped -> onStop())
        .build();
  }

  private Behavior<NodesListReply> pass(NodesListReply reply) {
    answered = true;
    caller.tell(reply);
    return Behaviors.stopped();
  }

  private Behavior<NodesListReply> onStop() {
    if (!answered) {
      caller.tell(DEPOSED);
    }
    return this;
  }

  private static NodesListReply unavailable(String reason) {
    return new NodesListReply.Rejected(
        RefreshRejection.JOURNAL_UNAVAILABLE,
        reason + "; if the refresh is in the journal nevertheless, it is carried out");
  }
}
