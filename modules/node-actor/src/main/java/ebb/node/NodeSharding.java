package ebb.node;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.ClusterShardingSettings;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import com.typesafe.config.Config;
import ebb.domain.NodeId;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Distributes the nodes over the instances with Akka's Cluster Sharding. */
public final class NodeSharding {
  private NodeSharding() {}

  /** As below, without a fence: a lost instance has ended, or shares its journal with no other. */
  public static void init(ActorSystem<?> system, NodeSettings settings, Clock clock) {
    init(system, settings, clock, () -> CompletableFuture.completedStage(Done.getInstance()));
  }

  /**
   * Makes nodes available on this instance. Call this once per actor system, and not before this
   * instance may write events.
   *
   * @param clock wall clock of events and deadlines
   * @param fence completes when every instance that is not a member at the time of the call has
   *     stopped writing; called before a shard is allocated
   */
  public static void init(
      ActorSystem<?> system,
      NodeSettings settings,
      Clock clock,
      Supplier<CompletionStage<Done>> fence) {
    ClusterSharding sharding = ClusterSharding.get(system);
    var ofNodes = ClusterShardingSettings.fromConfig(shardingConfig(system.settings().config()));
    sharding.init(
        Entity.of(
                RMNode.ENTITY_KEY,
                entity -> RMNode.create(NodeId.parse(entity.getEntityId()), settings, clock))
            .withSettings(ofNodes)
            .withAllocationStrategy(
                new FencedAllocation(sharding.defaultShardAllocationStrategy(ofNodes), fence)));
  }

  static Config shardingConfig(Config config) {
    return config
        .getConfig("ebb.node.sharding")
        .withFallback(config.getConfig("akka.cluster.sharding"));
  }

  /** The node with this id, on whichever instance it runs. A message to it wakes it. */
  public static EntityRef<NodeCommand> ref(ClusterSharding sharding, NodeId nodeId) {
    return sharding.entityRefFor(RMNode.ENTITY_KEY, nodeId.toString());
  }
}
