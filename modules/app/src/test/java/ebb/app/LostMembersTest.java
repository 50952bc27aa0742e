package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of members that the cluster has given up. */
class LostMembersTest {
  private static final Duration TWO_TICKS = Duration.ofSeconds(2);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.actor.provider = cluster
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  akka.coordinated-shutdown.exit-jvm = off
                  """)
              .withFallback(ConfigFactory.load()));
  private final Member member = Cluster.get(kit.system()).selfMember();
  private final AtomicLong led = new AtomicLong();
  private final TestProbe<Asked> asked = kit.createTestProbe();
  private volatile CompletionStage<Done> answer =
      CompletableFuture.completedStage(Done.getInstance());
  private ActorRef<LostMembers.Message> lostMembers;

  private record Asked(long term, Set<String> lost) {}

  @BeforeEach
  void start() {
    lostMembers =
        kit.spawn(
            LostMembers.create(
                led::get,
                (term, lost) -> {
                  asked.getRef().tell(new Asked(term, lost));
                  return answer;
                }));
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldStrikeOffOnceWhoWasGivenUp() {
    led.set(7);

    lostMembers.tell(removed(MemberStatus.down()));

    asked.expectMessage(new Asked(7, Set.of(UniqueName.of(member))));
    asked.expectNoMessage(TWO_TICKS);
  }

  @Test
  void shouldWaitUntilThisInstanceLeads() {
    lostMembers.tell(removed(MemberStatus.down()));
    asked.expectNoMessage(TWO_TICKS);

    led.set(8);

    assertThat(asked.receiveMessage().term()).isEqualTo(8);
  }

  @Test
  void shouldGoOnUntilTheDatabaseHasDoneIt() {
    led.set(7);
    answer = CompletableFuture.failedStage(new IllegalStateException("no database"));

    lostMembers.tell(removed(MemberStatus.down()));

    Asked first = asked.receiveMessage();
    assertThat(asked.receiveMessage()).isEqualTo(first);
  }

  @Test
  void shouldLeaveAloneWhoLeftAsPlanned() {
    led.set(7);

    lostMembers.tell(removed(MemberStatus.exiting()));

    asked.expectNoMessage(TWO_TICKS);
  }

  private LostMembers.Removed removed(MemberStatus before) {
    return new LostMembers.Removed(new MemberRemoved(member, before));
  }
}
