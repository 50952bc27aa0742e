package ebb.nodeslist;

import static ebb.nodeslist.ManagerUnderTest.H1;
import static ebb.nodeslist.ManagerUnderTest.H2;
import static ebb.nodeslist.ManagerUnderTest.H3;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.lists.RefreshType;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that does not answer is asked again, and nothing is placed there until it does. */
class SilentNodesTest {
  @RegisterExtension
  private final ManagerUnderTest test = new ManagerUnderTest().leading(H1, H2, H3);

  private static NodeLifecycle nodeIn(NodeTableCommand.News news) {
    return ((NodeTableCommand.Changed) news).publication().node();
  }

  /** It may have left service already, and what is placed there would be lost. */
  @Test
  void shouldShowANodeThatDoesNotAnswerToItsOrderAsDraining() {
    // given
    TestProbe<NodeTableCommand.News> subscriber = test.subscriber();
    test.nodes.makeDeaf(H1);
    test.lists.exclude("h1");
    test.refresh(RefreshType.NORMAL, Optional.empty());
    var planned = subscriber.expectMessageClass(NodeTableCommand.Planned.class);
    assertThat(planned.draining()).isEmpty();
    planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(planned.listVersion()));
    test.listsInForce();
    // when
    test.passes(Duration.ofSeconds(6));
    // then
    assertThat(nodeIn(subscriber.receiveMessage()).state()).isEqualTo(NodeState.DECOMMISSIONING);
    // when
    test.nodes.letHear(H1);
    test.passes(Duration.ofSeconds(6));
    // then
    assertThat(nodeIn(subscriber.receiveMessage()).state()).isEqualTo(NodeState.DECOMMISSIONED);
  }

  /** Its NodeManager may have gone elsewhere, or its event may have to wait for the journal. */
  @Test
  void shouldAskANodeThatDoesNotRegister() {
    NodeId h4 = new NodeId("h4", 1234);

    test.admission(h4);
    test.passes(Duration.ofSeconds(6));

    Awaitility.await().untilAsserted(() -> assertThat(test.nodes.asked(h4)).isPositive());
  }
}
