package ebb.app;

import akka.Done;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Sees to it that a member ends which the leader's cluster has given up, also one that knows
 * nothing of it or believes that it goes on itself. Nobody but the database reaches it then: the
 * leader strikes it off there, again and again until that is done.
 */
final class LostMembers {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final ActorContext<Message> context;
  private final LongSupplier led;
  private final StrikeOff strikeOff;
  private final Set<String> lost = new HashSet<>();

  private LostMembers(ActorContext<Message> context, LongSupplier led, StrikeOff strikeOff) {
    this.context = context;
    this.led = led;
    this.strikeOff = strikeOff;
  }

  /** What is done about members that were lost. */
  interface StrikeOff {
    /**
     * @param term in which this instance leads
     * @param lost as {@link UniqueName} calls them
     */
    CompletionStage<Done> ask(long term, Set<String> lost);
  }

  sealed interface Message {}

  /** Somebody is a member no more. */
  record Removed(MemberRemoved event) implements Message {}

  private enum Tick implements Message {
    NOW
  }

  private record StruckOff(Set<String> members) implements Message {}

  private record Failed() implements Message {}

  /**
   * @param led the term in which this instance leads, 0 for none; asked every second
   */
  static Behavior<Message> create(LongSupplier led, StrikeOff strikeOff) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  Cluster.get(context.getSystem())
                      .subscriptions()
                      .tell(
                          Subscribe.create(
                              context.messageAdapter(MemberRemoved.class, Removed::new),
                              MemberRemoved.class));
                  timers.startTimerWithFixedDelay(Tick.NOW, AGAIN);
                  return new LostMembers(context, led, strikeOff).behavior();
                }));
  }

  private Behavior<Message> behavior() {
    return Behaviors.receive(Message.class)
        .onMessage(Removed.class, this::onRemoved)
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(StruckOff.class, this::onStruckOff)
        .onMessage(Failed.class, failed -> Behaviors.same())
        .build();
  }

  /** Whoever left as planned has given up its place itself. */
  private Behavior<Message> onRemoved(Removed removed) {
    if (removed.event().previousStatus().equals(MemberStatus.down())) {
      lost.add(UniqueName.of(removed.event().member()));
    }
    return Behaviors.same();
  }

  private Behavior<Message> onTick() {
    long term = led.getAsLong();
    if (term != 0 && !lost.isEmpty()) {
      Set<String> members = Set.copyOf(lost);
      context.pipeToSelf(
          strikeOff.ask(term, members),
          (done, failure) -> failure == null ? new StruckOff(members) : new Failed());
    }
    return Behaviors.same();
  }

  private Behavior<Message> onStruckOff(StruckOff struckOff) {
    lost.removeAll(struckOff.members());
    return Behaviors.same();
  }
}
