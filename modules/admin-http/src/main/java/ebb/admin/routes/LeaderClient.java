package ebb.admin.routes;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.http.javadsl.model.HttpRequest;
import ebb.admin.access.AccessFilter;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.Caller;
import ebb.admin.access.Role;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.Rejections;
import ebb.admin.json.ApplicationJson;
import ebb.admin.json.QueueBody;
import ebb.domain.NodeId;
import ebb.domain.TimeoutChange;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.QueueChange;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListEdit;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueRefused;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Sends requests to the leader. Changes, and queries for running work, are sent in the name of a
 * {@link #as caller}. Only an administrator may change something, which {@link #initiator} ensures.
 * A stage fails with {@link TimeoutException} if the leader does not answer in time. The stage of a
 * refresh or an edit then fails with a problem that says so.
 */
public final class LeaderClient {
  private final ActorSystem<?> system;
  private final ActorRef<LeaderCommand> leader;
  private final AdminSettings settings;
  private final Optional<HttpRequest> request;

  public LeaderClient(
      ActorSystem<?> system, ActorRef<LeaderCommand> leader, AdminSettings settings) {
    this(system, leader, settings, Optional.empty());
  }

  private LeaderClient(
      ActorSystem<?> system,
      ActorRef<LeaderCommand> leader,
      AdminSettings settings,
      Optional<HttpRequest> request) {
    this.system = system;
    this.leader = leader;
    this.settings = settings;
    this.request = request;
  }

  /** A client that acts in the name of the sender of a request. */
  public LeaderClient as(HttpRequest sent) {
    return new LeaderClient(system, leader, settings, Optional.of(sent));
  }

  public CompletionStage<List<ObservedNode>> nodes() {
    return AskPattern.<LeaderCommand, NodeTableCommand.Nodes>ask(
            leader, NodeTableCommand.ListNodes::new, settings.askTimeout(), system.scheduler())
        .thenApplyAsync(NodeTableCommand.Nodes::nodes, system.executionContext());
  }

  CompletionStage<Optional<ObservedNode>> node(NodeId nodeId) {
    return AskPattern.<LeaderCommand, NodeTableCommand.Nodes>ask(
            leader,
            replyTo -> new NodeTableCommand.ListNodes(Optional.of(nodeId), replyTo),
            settings.askTimeout(),
            system.scheduler())
        .thenApplyAsync(found -> found.nodes().stream().findFirst(), system.executionContext());
  }

  /**
   * What runs, as far as the caller may see it. Names only complement an answer: if the leader does
   * not return them in time, the result is empty.
   *
   * @param nodeId the node whose containers are wanted, too; empty for none
   */
  CompletionStage<NodeTableCommand.Work> work(Set<String> applications, Optional<NodeId> nodeId) {
    boolean asAdministrator = Caller.of(sent()).role().includes(Role.ADMIN);
    return AskPattern.<LeaderCommand, NodeTableCommand.Work>ask(
            leader,
            replyTo ->
                new NodeTableCommand.DescribeWork(applications, nodeId, asAdministrator, replyTo),
            settings.askTimeout(),
            system.scheduler())
        .exceptionallyAsync(failure -> NodeTableCommand.Work.NOTHING, system.executionContext());
  }

  /** The applications that these nodes wait for. Sends no request if there are none. */
  CompletionStage<List<ApplicationJson>> applicationsOf(Collection<NodeStateUpdate> nodes) {
    Map<String, Integer> held = ApplicationJson.heldBy(nodes);
    return held.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : work(held.keySet(), Optional.empty())
            .thenApplyAsync(
                work -> ApplicationJson.of(held, work.applications()), system.executionContext());
  }

  /** The lists. Waits as long as a refresh, because the leader reads the same files. */
  public CompletionStage<ListsSeen> lists() {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            NodesListCommand.DescribeLists::new,
            settings.refreshTimeout(),
            system.scheduler())
        .thenApplyAsync(ListsSeen.class::cast, system.executionContext());
  }

  /**
   * Operations, the newest first.
   *
   * @param before only operations with a smaller list version
   */
  CompletionStage<OperationsSeen> operations(long before, int limit) {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo -> new NodesListCommand.ListOperations(before, limit, replyTo),
            settings.askTimeout(),
            system.scheduler())
        .thenApplyAsync(OperationsSeen.class::cast, system.executionContext());
  }

  CompletionStage<OperationSeen> operation(String id) {
    return operation(id, false);
  }

  /**
   * @param withUndo whether to request what would undo it, too
   */
  CompletionStage<OperationSeen> operation(String id, boolean withUndo) {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo -> new NodesListCommand.FindOperation(id, withUndo, replyTo),
            settings.askTimeout(),
            system.scheduler())
        .thenApplyAsync(OperationSeen.class::cast, system.executionContext());
  }

  /** The result of a change of a timeout. */
  sealed interface TimeoutChanged {}

  /** The node has applied the change. */
  record Applied(ObservedNode node) implements TimeoutChanged {}

  /** The node is going to apply the change. */
  record OnItsWay(NodeId nodeId, String operationId) implements TimeoutChanged {}

  /**
   * Changes the timeout of a drain. Waits as long as a refresh, which is answered in the same way.
   * The stage fails with {@link ProblemException} if the node is not known, or not draining.
   */
  CompletionStage<TimeoutChanged> changeTimeout(
      NodeId nodeId, TimeoutChange change, Optional<String> reason) {
    Initiator initiator = initiator(reason, false);
    // The node itself does not know its size, its last heartbeat and its address.
    CompletionStage<Optional<ObservedNode>> before =
        node(nodeId)
            .handleAsync(
                (known, failure) -> known == null ? Optional.empty() : known,
                system.executionContext());
    return AskPattern.<LeaderCommand, NodeReply>ask(
            leader,
            replyTo -> new NodesListCommand.ChangeDrainTimeout(nodeId, change, initiator, replyTo),
            settings.refreshTimeout(),
            system.scheduler())
        .thenCombineAsync(before, LeaderClient::timeoutChanged, system.executionContext());
  }

  private static TimeoutChanged timeoutChanged(NodeReply reply, Optional<ObservedNode> before) {
    if (reply instanceof NodeReply.Current current) {
      return new Applied(
          new ObservedNode(
              current.publication(),
              before.map(ObservedNode::observation).orElse(NodeObservation.NONE),
              before.flatMap(ObservedNode::ip),
              Optional.empty()));
    } else if (reply instanceof NodeReply.Accepted accepted) {
      return new OnItsWay(accepted.nodeId(), accepted.operationId());
    } else if (reply instanceof NodeReply.Refused refused) {
      throw new ProblemException(Rejections.codeOf(refused.code()), refused.reason());
    }
    throw new IllegalStateException("no answer to another timeout: " + reply);
  }

  /**
   * The initiator, which every command that changes something needs.
   *
   * @throws ProblemException if the caller may only read, and this is not a dry run
   */
  private Initiator initiator(Optional<String> reason, boolean dryRun) {
    if (!dryRun) {
      AccessFilter.require(Role.ADMIN, sent());
    }
    Caller by = Caller.of(sent());
    return new Initiator(by.name(), Origin.HTTP, Optional.of(by.peer()), reason, Optional.empty());
  }

  private HttpRequest sent() {
    return request.orElseThrow(() -> new IllegalStateException("no request of a caller"));
  }

  /**
   * Edits the exclude file. The answer is {@link ListsSeen}, or, for a dry run, {@link Refreshed}.
   * The stage fails with {@link ProblemException} if the file was not edited, or if that is not
   * known.
   *
   * @param operationId the operation that the edit belongs to, if there is one
   */
  public CompletionStage<NodesListReply> edit(
      ListEdit edit,
      Optional<String> reason,
      Optional<String> operationId,
      boolean dryRun,
      Optional<PlanToken> plan) {
    Initiator by = initiator(reason, dryRun);
    Initiator initiator = operationId.map(by::of).orElse(by);
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo -> new NodesListCommand.EditExcludes(edit, initiator, dryRun, plan, replyTo),
            settings.refreshTimeout(),
            system.scheduler())
        .handleAsync(LeaderClient::edited, system.executionContext());
  }

  private static NodesListReply edited(NodesListReply reply, Throwable failure) {
    if (reply instanceof ListsSeen || reply instanceof Refreshed) {
      return reply;
    } else if (reply instanceof EditRefused refused) {
      throw new ProblemException(Rejections.codeOf(refused.code()), refused.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the file was edited; look at /api/v1/lists");
    }
    throw new IllegalStateException("no answer to an edit: " + reply, failure);
  }

  /** Fails with {@link ProblemException} if the refresh is refused. */
  public CompletionStage<Refreshed> refresh(
      RefreshRequest request,
      Optional<String> reason,
      boolean dryRun,
      boolean requireConfirmation) {
    Initiator initiator = initiator(reason, dryRun);
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            replyTo ->
                new NodesListCommand.RefreshNodes(
                    request, initiator, dryRun, requireConfirmation, replyTo),
            settings.refreshTimeout(),
            system.scheduler())
        .handleAsync(LeaderClient::refreshed, system.executionContext());
  }

  private static Refreshed refreshed(NodesListReply reply, Throwable failure) {
    if (reply instanceof Refreshed done) {
      return done;
    } else if (reply instanceof Rejected rejected) {
      throw new ProblemException(Rejections.codeOf(rejected.code()), rejected.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the refresh was accepted; look at /api/v1/nodes before you"
              + " repeat it");
    }
    throw new IllegalStateException("no answer to a refresh: " + reply, failure);
  }

  public CompletionStage<QueueSeen> queue() {
    return askQueue(DrainQueueCommand.GetQueue::new, settings.askTimeout());
  }

  /** Lets hosts wait. Fails with {@link ProblemException} if they may not. */
  CompletionStage<QueueSeen> queue(QueueBody body) {
    Initiator initiator = initiator(body.reason(), false);
    return askQueue(
        replyTo ->
            new DrainQueueCommand.QueueDrain(
                body.hosts(),
                body.pace(),
                body.allowUnknown(),
                body.requireConfirmation(),
                initiator,
                replyTo),
        settings.refreshTimeout());
  }

  /** Fails with {@link ProblemException} if no such drain waits. */
  CompletionStage<QueueSeen> changeQueue(String id, QueueChange change, Optional<String> reason) {
    Initiator initiator = initiator(reason, false);
    return askQueue(
        replyTo -> new DrainQueueCommand.ChangeQueue(id, change, initiator, replyTo),
        settings.refreshTimeout());
  }

  private CompletionStage<QueueSeen> askQueue(
      Function<ActorRef<NodesListReply>, DrainQueueCommand> message, Duration timeout) {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader, message::apply, timeout, system.scheduler())
        .thenApplyAsync(
            reply -> {
              if (reply instanceof QueueRefused refused) {
                throw new ProblemException(Rejections.codeOf(refused.code()), refused.reason());
              }
              return (QueueSeen) reply;
            },
            system.executionContext());
  }
}
