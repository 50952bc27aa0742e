package ebb.node;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.cluster.sharding.ShardCoordinator.ActorSystemDependentAllocationStrategy;
import akka.cluster.sharding.ShardCoordinator.ShardAllocationStrategy;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Map;
import scala.collection.immutable.Set;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/**
 * Allocates shards as another strategy does, each of them only once nobody whom the cluster has
 * given up can write an event of its nodes. What fails is asked again by whoever needs the shard.
 */
final class FencedAllocation implements ActorSystemDependentAllocationStrategy {
  private final ShardAllocationStrategy choice;
  private final Supplier<CompletionStage<Done>> fence;

  /**
   * @param choice starts with the system
   * @param fence complete when whoever is no member at the time of the call writes nothing more
   */
  FencedAllocation(ShardAllocationStrategy choice, Supplier<CompletionStage<Done>> fence) {
    this.choice = choice;
    this.fence = fence;
  }

  @Override
  public void start(ActorSystem system) {
    if (choice instanceof ActorSystemDependentAllocationStrategy dependent) {
      dependent.start(system);
    }
  }

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
    return FutureConverters.asScala(
        fence
            .get()
            .thenCompose(
                done ->
                    FutureConverters.asJava(choice.allocateShard(requester, shard, allocations)))
            .toCompletableFuture());
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> allocations, Set<String> underWay) {
    return choice.rebalance(allocations, underWay);
  }
}
