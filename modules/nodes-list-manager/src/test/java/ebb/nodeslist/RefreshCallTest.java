package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import ebb.domain.lists.HostLists;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever asks for a refresh gets one answer, in bounded time. */
class RefreshCallTest {
  private static final NodesListReply ANSWER =
      new NodesListReply.ListsInForce(1, "hash", HostLists.EMPTY);

  private final ActorTestKit kit =
      ActorTestKit.create(ManualTime.config().withFallback(ConfigFactory.load()));
  private final ManualTime time = ManualTime.get(kit.system());
  private final TestProbe<NodesListReply> caller = kit.createTestProbe();
  private final ActorRef<NodesListReply> call =
      kit.spawn(RefreshCall.create(caller.getRef(), Duration.ofSeconds(45)));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldPassTheAnswerOnAndSayNothingElse() {
    call.tell(ANSWER);

    caller.expectMessage(ANSWER);
    caller.expectTerminated(call);
    time.expectNoMessageFor(Duration.ofSeconds(60), caller);
  }

  @Test
  void shouldRefuseWhenNoAnswerCame() {
    time.expectNoMessageFor(Duration.ofSeconds(44), caller);
    time.timePasses(Duration.ofSeconds(1));

    assertUnavailable();
  }

  @Test
  void shouldRefuseWhenTheLeaderStops() {
    kit.stop(call);

    assertUnavailable();
  }

  private void assertUnavailable() {
    var rejected = caller.expectMessageClass(NodesListReply.Rejected.class);
    assertThat(rejected.code()).isEqualTo(RefreshRejection.JOURNAL_UNAVAILABLE);
  }
}
