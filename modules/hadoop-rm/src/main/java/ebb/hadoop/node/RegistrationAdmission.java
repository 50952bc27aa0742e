package ebb.hadoop.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import ebb.domain.NodeId;
import ebb.domain.RejectionCode;
import ebb.domain.Resource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.hadoop.report.NodeActors;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Decides whether a NodeManager is admitted. First the lists decide, which also adds the node to
 * the register. Then the node itself decides, and writes the registration to the journal. A missing
 * answer is never a rejection: the stage fails, and the NodeManager should retry.
 */
public final class RegistrationAdmission {

  /** The result of both requests. */
  public sealed interface Outcome {}

  public record Admitted(NodeStateUpdate publication) implements Outcome {}

  /**
   * A final rejection: the NodeManager has to shut down.
   *
   * @param verdict of the lists
   * @param listVersion the refresh that put them in force
   */
  public record Disallowed(HostAdmission verdict, long listVersion) implements Outcome {}

  /**
   * A NodeManager that requests registration.
   *
   * @param stamp with the number of this registration
   * @param address resolved by the caller, because that may block
   */
  public record Applicant(
      ReportStamp stamp, NodeId nodeId, NodeAddress address, Resource size, boolean healthy) {}

  private final ActorSystem<?> system;
  private final ActorRef<LeaderCommand> leader;
  private final NodeActors actors;
  private final Duration timeout;
  private final Clock clock;
  private final Executor executor;

  /**
   * @param timeout for both requests together
   * @param clock the same as that of the nodes, which may be on another machine
   */
  public RegistrationAdmission(
      ActorSystem<?> system,
      ActorRef<LeaderCommand> leader,
      NodeActors actors,
      Duration timeout,
      Clock clock) {
    this.system = system;
    this.leader = leader;
    this.actors = actors;
    this.timeout = timeout;
    this.clock = clock;
    executor = system.executionContext();
  }

  public Duration timeout() {
    return timeout;
  }

  /** Never blocks. The stage fails with a {@link NotKnownException} or the failure of an ask. */
  public CompletionStage<Outcome> admit(Applicant applicant) {
    long start = System.nanoTime();
    CompletionStage<NodesListReply> verdict =
        AskPattern.ask(
            leader,
            replyTo ->
                new NodesListCommand.AdmitNode(applicant.nodeId(), applicant.address(), replyTo),
            timeout,
            system.scheduler());
    return verdict.thenComposeAsync(
        reply -> askNode(applicant, reply, timeout.minusNanos(System.nanoTime() - start)),
        executor);
  }

  /**
   * Whether the lists in force allow a host. Used for a NodeManager that cannot be admitted anyway,
   * so that a rejection by the lists takes precedence. Records nothing.
   */
  public CompletionStage<Boolean> allows(NodeAddress address) {
    CompletionStage<NodesListReply> answer =
        AskPattern.ask(leader, NodesListCommand.GetLists::new, timeout, system.scheduler());
    return answer.thenApplyAsync(
        reply -> {
          if (!(reply instanceof NodesListReply.ListsInForce inForce)) {
            throw new NotKnownException("the lists answered " + reply);
          }
          return inForce.lists().verdictOn(address) == HostAdmission.ALLOWED;
        },
        executor);
  }

  private CompletionStage<Outcome> askNode(
      Applicant applicant, NodesListReply reply, Duration left) {
    if (!(reply instanceof NodesListReply.Admission admission)) {
      throw new NotKnownException("the lists answered " + reply);
    }
    boolean allowed = admission.verdict() == HostAdmission.ALLOWED;
    if (!allowed && !admission.known()) {
      return CompletableFuture.completedStage(disallowed(admission));
    }
    if (left.isNegative() || left.isZero()) {
      throw new NotKnownException("the lists took too long to answer");
    }
    return actors
        .ask(
            applicant.nodeId(),
            replyTo ->
                new NodeCommand.Register(
                    applicant.stamp(),
                    applicant.size(),
                    applicant.healthy(),
                    allowed,
                    admission.listVersion(),
                    clock.instant().plus(left),
                    replyTo),
            left)
        .thenApplyAsync(answer -> outcomeOf(answer, admission), executor);
  }

  private static Disallowed disallowed(NodesListReply.Admission by) {
    return new Disallowed(by.verdict(), by.listVersion());
  }

  private Outcome outcomeOf(NodeReply reply, NodesListReply.Admission admission) {
    if (reply instanceof NodeReply.Current admitted) {
      // Shows the node in service even if its own publication gets lost.
      leader.tell(new NodeTableCommand.Admitted(admitted.publication()));
      return new Admitted(admitted.publication());
    } else if (reply instanceof NodeReply.Refused refused
        && refused.code() == RejectionCode.HOST_DISALLOWED) {
      return disallowed(admission);
    }
    throw new NotKnownException("the node answered " + reply);
  }

  /** The request has no answer yet. */
  public static final class NotKnownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotKnownException(String message) {
      super(message);
    }
  }
}
