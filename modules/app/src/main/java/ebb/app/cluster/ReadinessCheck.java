package ebb.app.cluster;

import akka.actor.ActorSystem;
import akka.cluster.Cluster;
import akka.cluster.MemberStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The readiness check that Akka Management calls, by the name of this class: whether this instance
 * is a member with status Up.
 */
public final class ReadinessCheck implements Supplier<CompletionStage<Boolean>> {
  private final Cluster cluster;

  /** Called by Akka Management. */
  public ReadinessCheck(ActorSystem system) {
    cluster = Cluster.get(system);
  }

  @Override
  public CompletionStage<Boolean> get() {
    return CompletableFuture.completedFuture(
        cluster.selfMember().status().equals(MemberStatus.up()));
  }
}
