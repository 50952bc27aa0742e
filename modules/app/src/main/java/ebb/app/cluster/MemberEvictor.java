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
 * Evicts instances that the cluster has removed, so that they write no more events and end. That
 * includes an instance that does not know of its removal, or that considers itself the survivor.
 * Only the database can reach such an instance, so it is evicted there.
 */
public final class MemberEvictor {
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ActorSystem<?> system;
  private final Function<Supplier<CompletionStage<Set<String>>>, CompletionStage<Done>> evictAllBut;

  private boolean underWay;

  /** The result of the eviction after the one that is under way. */
  private CompletableFuture<Done> next = new CompletableFuture<>();

  /** Whether somebody waits for {@link #next}. */
  private boolean isAsked;

  /**
   * @param evictAllBut evicts all but the supplied members, named as in {@link MemberAddress};
   *     fails as long as that is not done
   */
  public MemberEvictor(
      ActorSystem<?> system,
      Function<Supplier<CompletionStage<Set<String>>>, CompletionStage<Done>> evictAllBut) {
    this.system = system;
    this.evictAllBut = evictAllBut;
  }

  /** Evicts periodically for as long as this instance leads. */
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
   * Evicts all instances that are no longer members; fails if that is not done. One eviction runs
   * at a time: calls in the meantime share the next one.
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

  /**
   * Requests the members from the actor that informs Akka's own actors of a loss, so that the
   * answer contains whatever they know.
   */
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
