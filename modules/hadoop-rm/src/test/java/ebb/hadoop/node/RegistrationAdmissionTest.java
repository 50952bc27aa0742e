package ebb.hadoop.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.NodeId;
import ebb.domain.RejectionCode;
import ebb.domain.Resource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.hadoop.node.RegistrationAdmission.Admitted;
import ebb.hadoop.node.RegistrationAdmission.Applicant;
import ebb.hadoop.node.RegistrationAdmission.Disallowed;
import ebb.hadoop.node.RegistrationAdmission.NotKnownException;
import ebb.hadoop.node.RegistrationAdmission.Outcome;
import ebb.hadoop.report.FakeActors;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeCommand.Register;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand.AdmitNode;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RegistrationAdmissionTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          com.typesafe.config.ConfigFactory.parseString(
              "akka.actor.provider = local, akka.actor.serialization-bindings = {}"));
  private static final NodeId NODE = new NodeId("nm1", 45454);
  private static final ReportStamp STAMP =
      new ReportStamp(
          new Leader(7, KIT.<NodeStateUpdate>createTestProbe().getRef()), 3, Optional.empty());

  private final TestProbe<LeaderCommand> leader = KIT.createTestProbe();
  private final TestProbe<NodeCommand> node = KIT.createTestProbe();
  private final RegistrationAdmission desk =
      new RegistrationAdmission(
          KIT.system(),
          leader.getRef(),
          new ProbeActors(),
          Duration.ofSeconds(2),
          Clock.systemUTC());

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldAdmitWhomTheListsAndTheNodeAccept() throws Exception {
    // given
    CompletableFuture<Outcome> outcome = knock();
    NodeStateUpdate publication = PublishedNode.running().publication();
    // when
    answerAdmission(HostAdmission.ALLOWED, true);
    Register register = node.expectMessageClass(Register.class);
    register.replyTo().tell(new NodeReply.Current(publication));
    // then
    assertThat(register.allowed()).isTrue();
    assertThat(register.listVersion()).isEqualTo(4);
    assertThat(register.stamp()).isEqualTo(STAMP);
    assertThat(outcome.get(5, TimeUnit.SECONDS)).isEqualTo(new Admitted(publication));
    // and the leader hears of it, though the node's own publication may be lost
    leader.expectMessage(new NodeTableCommand.Admitted(publication));
  }

  @Test
  void shouldRefuseAnUnknownExcludedNodeWithoutWakingIt() throws Exception {
    // given
    CompletableFuture<Outcome> outcome = knock();
    // when
    answerAdmission(HostAdmission.EXCLUDED_BY_HOST, false);
    // then
    assertThat(outcome.get(5, TimeUnit.SECONDS))
        .isEqualTo(new Disallowed(HostAdmission.EXCLUDED_BY_HOST, 4));
    node.expectNoMessage(Duration.ofMillis(200));
  }

  /** A draining node that registers again is excluded, and yet admitted. */
  @Test
  void shouldLetAKnownExcludedNodeDecide() throws Exception {
    // given
    CompletableFuture<Outcome> outcome = knock();
    // when
    answerAdmission(HostAdmission.EXCLUDED_BY_HOST, true);
    Register register = node.expectMessageClass(Register.class);
    register
        .replyTo()
        .tell(new NodeReply.Refused(NODE, RejectionCode.HOST_DISALLOWED, "not allowed"));
    // then
    assertThat(register.allowed()).isFalse();
    assertThat(outcome.get(5, TimeUnit.SECONDS))
        .isEqualTo(new Disallowed(HostAdmission.EXCLUDED_BY_HOST, 4));
  }

  @Test
  void shouldNotTakeAStaleRegistrationForARefusal() {
    // given
    CompletableFuture<Outcome> outcome = knock();
    // when
    answerAdmission(HostAdmission.ALLOWED, true);
    node.expectMessageClass(Register.class)
        .replyTo()
        .tell(new NodeReply.Refused(NODE, RejectionCode.STALE, "of an earlier leader"));
    // then
    assertThatThrownBy(() -> outcome.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(NotKnownException.class);
  }

  @Test
  void shouldGiveUpWhenTheNodeDoesNotAnswer() {
    // given
    CompletableFuture<Outcome> outcome = knock();
    // when
    answerAdmission(HostAdmission.ALLOWED, true);
    node.expectMessageClass(Register.class);
    // then
    assertThatThrownBy(() -> outcome.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
  }

  private CompletableFuture<Outcome> knock() {
    return desk.admit(
            new Applicant(
                STAMP, NODE, new NodeAddress("nm1", "10.0.0.1"), Resource.of(4096, 4), true))
        .toCompletableFuture();
  }

  private void answerAdmission(HostAdmission verdict, boolean known) {
    leader
        .expectMessageClass(AdmitNode.class)
        .replyTo()
        .tell(new NodesListReply.Admission(NODE, verdict, 4, known));
  }

  private final class ProbeActors extends FakeActors {
    @Override
    public void tell(NodeId nodeId, NodeCommand command) {
      node.getRef().tell(command);
    }

    @Override
    public CompletionStage<NodeReply> ask(
        NodeId nodeId, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout) {
      return AskPattern.ask(node.getRef(), command::apply, timeout, KIT.system().scheduler());
    }
  }
}
