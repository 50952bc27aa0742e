package ebb.app.cluster;

import static java.util.stream.Collectors.toSet;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterStateSubscription;
import akka.cluster.typed.GetCurrentState;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that whoever the cluster has given up writes no event any more, and ends, also one
 * that knows nothing of it or believes that it goes on itself. Nobody but the database reaches it
 * then: it is evicted there.
 */
public final class MemberEvictor {
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ActorSystem<?> system;
  private final Function<Supplier<CompletionStage<Set<String>>>, CompletionStage<Done>> evictAllBut;

  private boolean underWay;

  /** Of the strike-off after the one that is under way. */
  private CompletableFuture<Done> next = new CompletableFuture<>();

  /** Whether somebody waits for it. */
  private boolean isAsked;

  /**
   * @param evictAllBut asks for the members, as {@link MemberAddress} calls them; fails as long as
   *     it is not done
   */
  public MemberEvictor(
      ActorSystem<?> system,
      Function<Supplier<CompletionStage<Set<String>>>, CompletionStage<Done>> evictAllBut) {
    this.system = system;
    this.evictAllBut = evictAllBut;
  }

  /** Strikes off, again and again, for as long as this instance leads. */
  public void follow(BooleanSupplier leads) {
    system
        .scheduler()
        .scheduleWithFixedDelay(
            AGAIN,
            AGAIN,
            () -> {
              if (leads.getAsBoolean() && isIdle()) {
                CompletionStage<Done> unused = evict();
              }
            },
            system.executionContext());
  }

  private synchronized boolean isIdle() {
    return !underWay;
  }

  /**
   * Fails unless all are evicted who are no members by now. One at a time: who asks meanwhile
   * shares the next.
   */
  public synchronized CompletionStage<Done> evict() {
    CompletableFuture<Done> mine = next;
    isAsked = true;
    if (!underWay) {
      begin();
    }
    return mine;
  }

  private synchronized void begin() {
    CompletableFuture<Done> now = next;
    next = new CompletableFuture<>();
    isAsked = false;
    underWay = true;
    evictAllBut.apply(this::members).whenComplete((done, failure) -> end(now, failure));
  }

  private void end(CompletableFuture<Done> now, @Nullable Throwable failure) {
    beginNext();
    if (failure == null) {
      now.complete(Done.getInstance());
    } else {
      now.completeExceptionally(failure);
    }
  }

  private synchronized void beginNext() {
    underWay = false;
    if (isAsked) {
      begin();
    }
  }

  /** Asks whoever tells Akka's own actors of a loss: what they know, the answer has. */
  private CompletionStage<Set<String>> members() {
    return AskPattern.<ClusterStateSubscription, CurrentClusterState>ask(
            Cluster.get(system).subscriptions(), GetCurrentState::new, ANSWER, system.scheduler())
        .thenApply(MemberEvictor::names);
  }

  private static Set<String> names(CurrentClusterState state) {
    return StreamSupport.stream(state.getMembers().spliterator(), false)
        .map(MemberAddress::of)
        .collect(toSet());
  }
}
