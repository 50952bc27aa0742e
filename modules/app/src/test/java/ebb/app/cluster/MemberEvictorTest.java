package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.ClusterEvent.MemberUp;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.cluster.typed.Subscribe;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of members that the cluster has given up. */
class MemberEvictorTest {
  private static final Duration TWO_TICKS = Duration.ofSeconds(2);
  private static final int PATIENCE = 60;

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.actor.provider = cluster
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  # the member's farewell is not what is tested
                  akka.coordinated-shutdown.run-by-actor-system-terminate = off
                  """)
              .withFallback(ConfigFactory.load()));
  private final Cluster cluster = Cluster.get(kit.system());
  private final TestProbe<Set<String>> kept = kit.createTestProbe();
  private volatile CompletionStage<Done> answer =
      CompletableFuture.completedStage(Done.getInstance());
  private volatile boolean leads;
  private MemberEvictor memberEvictor;

  @BeforeEach
  void start() {
    TestProbe<MemberUp> up = kit.createTestProbe();
    cluster.subscriptions().tell(Subscribe.create(up.getRef(), MemberUp.class));
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    up.expectMessageClass(MemberUp.class, Duration.ofSeconds(PATIENCE));
    memberEvictor =
        new MemberEvictor(
            kit.system(),
            members ->
                members
                    .get()
                    .thenCompose(
                        known -> {
                          kept.getRef().tell(known);
                          return answer;
                        }));
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldStrikeOffEverybodyButTheMembers() throws Exception {
    memberEvictor.evict().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);

    kept.expectMessage(Set.of(MemberAddress.of(cluster.selfMember())));
  }

  /** Of a hundred shards that want a place while the database is slow, each asks. */
  @Test
  void shouldAskTheDatabaseOnceForAllWhoAskMeanwhile() throws Exception {
    CompletableFuture<Done> slow = new CompletableFuture<>();
    answer = slow;
    CompletionStage<Done> first = memberEvictor.evict();
    kept.receiveMessage(Duration.ofSeconds(PATIENCE));
    CompletionStage<Done> second = memberEvictor.evict();
    CompletionStage<Done> third = memberEvictor.evict();
    kept.expectNoMessage(TWO_TICKS);

    answer = CompletableFuture.completedStage(Done.getInstance());
    slow.complete(Done.getInstance());

    first.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    second.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    third.toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    kept.receiveMessage(Duration.ofSeconds(PATIENCE));
    kept.expectNoMessage(TWO_TICKS);
  }

  /** Who asks before a node is given away waits until it is done. */
  @Test
  void shouldFailAsLongAsTheDatabaseHasNotDoneIt() {
    answer = CompletableFuture.failedStage(new IllegalStateException("no database"));

    assertThatThrownBy(
            () -> memberEvictor.evict().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("no database");
  }

  @Test
  void shouldWaitUntilThisInstanceLeads() {
    memberEvictor.follow(() -> leads);
    kept.expectNoMessage(TWO_TICKS);

    leads = true;

    assertThat(kept.receiveMessage(Duration.ofSeconds(PATIENCE))).hasSize(1);
  }

  @Test
  void shouldGoOnUntilTheDatabaseHasDoneIt() {
    leads = true;
    answer = CompletableFuture.failedStage(new IllegalStateException("no database"));

    memberEvictor.follow(() -> leads);

    Set<String> first = kept.receiveMessage(Duration.ofSeconds(PATIENCE));
    assertThat(kept.receiveMessage(Duration.ofSeconds(PATIENCE))).isEqualTo(first);
  }
}
