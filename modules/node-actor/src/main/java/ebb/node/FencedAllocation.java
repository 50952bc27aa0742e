package ebb.node;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.cluster.sharding.ShardCoordinator.ActorSystemDependentAllocationStrategy;
import akka.cluster.sharding.ShardCoordinator.ShardAllocationStrategy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Allocates shards like another strategy, but each of them only when no instance that the cluster
 * has removed can still write an event of its nodes. If an allocation fails, the region that needs
 * the shard requests it again.
 */
final class FencedAllocation implements ActorSystemDependentAllocationStrategy {
  /** Not Scala's parasitic executor, which defers deeply nested calls. */
  private static final ExecutionContext AT_ONCE = ExecutionContext.fromExecutor(Runnable::run);

  private final ShardAllocationStrategy choice;
  private final Supplier<CompletionStage<Done>> fence;

  /**
   * Choices that are not in the coordinator's allocations yet. The coordinator continues to request
   * allocations while the fence is pending, and would give all shards to the one region that has
   * the fewest.
   */
  private final java.util.Map<String, ActorRef> chosen = new HashMap<>();

  /**
   * @param choice chooses the region; started with the system
   * @param fence completes when every instance that is not a member at the time of the call has
   *     stopped writing
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
    return FutureConverters.asScala(fence.get().toCompletableFuture())
        .flatMap(done -> choose(requester, shard, allocations), AT_ONCE);
  }

  private synchronized Future<ActorRef> choose(
      ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
    chosen.entrySet().removeIf(each -> isKnown(each.getKey(), each.getValue(), allocations));
    java.util.Map<ActorRef, IndexedSeq<String>> soon =
        new HashMap<>(CollectionConverters.asJava(allocations));
    chosen.forEach(
        (other, region) -> soon.computeIfPresent(region, (same, has) -> with(has, other)));
    // Akka's strategies choose at once, so this choice is remembered before the next is made.
    return choice
        .allocateShard(requester, shard, Map$.MODULE$.from(CollectionConverters.asScala(soon)))
        .map(region -> remember(shard, region), AT_ONCE);
  }

  private static IndexedSeq<String> with(IndexedSeq<String> shards, String more) {
    List<String> all = new ArrayList<>(CollectionConverters.asJava(shards));
    all.add(more);
    return CollectionConverters.asScala(all).toIndexedSeq();
  }

  private static boolean isKnown(
      String shard, ActorRef region, Map<ActorRef, IndexedSeq<String>> allocations) {
    return !allocations.contains(region)
        || allocations.valuesIterator().exists(shards -> shards.contains(shard));
  }

  private synchronized ActorRef remember(String shard, ActorRef region) {
    chosen.put(shard, region);
    return region;
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> allocations, Set<String> underWay) {
    return choice.rebalance(allocations, underWay);
  }
}
