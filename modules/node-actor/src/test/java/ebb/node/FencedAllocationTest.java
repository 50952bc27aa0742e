package ebb.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.sharding.ShardCoordinator.ActorSystemDependentAllocationStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Set;
import scala.collection.immutable.Set$;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/** A shard gets its place once nobody else can write an event of its nodes. */
final class FencedAllocationTest {
  private static final Map<ActorRef, IndexedSeq<String>> NOWHERE =
      Map$.MODULE$.<ActorRef, IndexedSeq<String>>empty();

  private final ActorTestKit kit = ActorTestKit.create();
  private final ActorRef region = Adapter.toClassic(kit.createTestProbe().ref());
  private final List<String> chosen = new ArrayList<>();
  private CompletionStage<Done> fence = CompletableFuture.completedStage(Done.getInstance());
  private final FencedAllocation allocation = new FencedAllocation(new Choice(), () -> fence);

  private final class Choice implements ActorSystemDependentAllocationStrategy {
    @Override
    public void start(ActorSystem system) {
      chosen.add("start");
    }

    @Override
    public Future<ActorRef> allocateShard(
        ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
      chosen.add(shard);
      return Future.successful(region);
    }

    @Override
    public Future<Set<String>> rebalance(
        Map<ActorRef, IndexedSeq<String>> allocations, Set<String> underWay) {
      return Future.successful(underWay);
    }
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldWaitForTheFence() {
    CompletableFuture<Done> evicted = new CompletableFuture<>();
    fence = evicted;

    CompletableFuture<ActorRef> place = allocate("17");
    assertThat(place).isNotDone();
    assertThat(chosen).isEmpty();
    evicted.complete(Done.getInstance());

    assertThat(place.join()).isEqualTo(region);
    assertThat(chosen).containsExactly("17");
  }

  /** The coordinator is asked again. */
  @Test
  void shouldAllocateNothingWithoutTheFence() {
    fence = CompletableFuture.failedStage(new IllegalStateException("no database"));

    assertThatThrownBy(() -> allocate("17").join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("no database");
    assertThat(chosen).isEmpty();
  }

  /** While the fence is awaited the coordinator asks for the others, and shows the same to all. */
  @Test
  void shouldCountWhatItHasChosenAndTheCoordinatorDoesNotShowYet() {
    ActorRef other = Adapter.toClassic(kit.createTestProbe().ref());
    Map<ActorRef, IndexedSeq<String>> empty = allocations(other, List.of());
    CompletableFuture<Done> evicted = new CompletableFuture<>();
    fence = evicted;
    var fewest = new FencedAllocation(new Fewest(), () -> fence);
    List<String> shards = IntStream.range(0, 30).mapToObj(Integer::toString).toList();

    List<CompletableFuture<ActorRef>> places =
        shards.stream().map(shard -> allocate(fewest, shard, empty)).toList();
    // what another thread would have to do comes too late then
    synchronized (fewest) {
      evicted.complete(Done.getInstance());
    }

    assertThat(places).filteredOn(place -> place.join().equals(region)).hasSize(15);
    assertThat(places).filteredOn(place -> place.join().equals(other)).hasSize(15);
    // and not twice what it shows by then
    assertThat(allocate(fewest, "30", allocations(other, shards)).join()).isEqualTo(region);
  }

  /** None on the usual region. */
  private Map<ActorRef, IndexedSeq<String>> allocations(ActorRef other, List<String> shards) {
    java.util.Map<ActorRef, IndexedSeq<String>> allocations =
        java.util.Map.of(
            region, indexed(List.of()),
            other, indexed(shards));
    return Map$.MODULE$.from(CollectionConverters.asScala(allocations));
  }

  private static IndexedSeq<String> indexed(List<String> shards) {
    return CollectionConverters.asScala(shards).toIndexedSeq();
  }

  private static final class Fewest implements ActorSystemDependentAllocationStrategy {
    @Override
    public void start(ActorSystem system) {}

    @Override
    public Future<ActorRef> allocateShard(
        ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
      return Future.successful(
          CollectionConverters.asJava(allocations).entrySet().stream()
              .min(Comparator.comparingInt(each -> each.getValue().size()))
              .orElseThrow()
              .getKey());
    }

    @Override
    public Future<Set<String>> rebalance(
        Map<ActorRef, IndexedSeq<String>> allocations, Set<String> underWay) {
      return Future.successful(underWay);
    }
  }

  @Test
  void shouldChooseAsAkkaDoesOtherwise() {
    allocation.start(kit.system().classicSystem());

    assertThat(chosen).containsExactly("start");
    Set<String> underWay = Set$.MODULE$.<String>empty();
    assertThat(allocation.rebalance(NOWHERE, underWay).value().get().get()).isEqualTo(underWay);
  }

  private CompletableFuture<ActorRef> allocate(String shard) {
    return allocate(allocation, shard, NOWHERE);
  }

  private CompletableFuture<ActorRef> allocate(
      FencedAllocation strategy, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
    return FutureConverters.asJava(strategy.allocateShard(region, shard, allocations))
        .toCompletableFuture();
  }
}
