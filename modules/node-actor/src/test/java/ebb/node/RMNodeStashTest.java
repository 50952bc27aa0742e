package ebb.node;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import ebb.node.NodeCommand.Get;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A node that many talk to while it cannot listen: its journal is slow, or away. */
class RMNodeStashTest {
  private static final ActorTestKit KIT = NodeUnderTest.startSystem();

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldSurviveMoreQuestionsThanItCanKeep() {
    // given
    NodeUnderTest node = NodeUnderTest.running(KIT);
    node.startAgain();
    // when
    for (int i = 0; i < 5_000; i++) {
      node.tell(new Get(KIT.system().ignoreRef()));
    }
    // then it answers, and the process has not ended
    node.replies.awaitAssert(
        () -> {
          node.tell(new Get(node.replies.ref()));
          return node.replies.expectMessageClass(NodeReply.Current.class, Duration.ofMillis(500));
        });
  }
}
