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
import ebb.admin.json.ApplicationJson;
import ebb.admin.json.QueueBody;
import ebb.domain.NodeId;
import ebb.domain.RejectionCode;
import ebb.domain.TimeoutChange;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueueRejection;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.EditRejection;
import ebb.hosts.ListEdit;
import ebb.hosts.RefreshRejection;
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
  LeaderClient as(HttpRequest sent) {
    return new LeaderClient(system, leader, settings, Optional.of(sent));
  }

  CompletionStage<List<ObservedNode>> nodes() {
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
  CompletionStage<ListsSeen> lists() {
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
      throw new ProblemException(codeOf(refused.code()), refused.reason());
    }
    throw new IllegalStateException("no answer to another timeout: " + reply);
  }

  /** The problem for a rejected change of a timeout. */
  private static ProblemCode codeOf(RejectionCode code) {
    return switch (code) {
      case UNKNOWN_NODE -> ProblemCode.NODE_NOT_FOUND;
      case DRAIN_HELD -> ProblemCode.DRAIN_HELD;
      case NOT_DRAINING, NODE_INACTIVE -> ProblemCode.NOT_DRAINING;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case DRAIN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
      case STALE -> ProblemCode.LEADER_UNAVAILABLE;
      case HOST_DISALLOWED -> throw new IllegalStateException("a registration is refused so");
    };
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
   */
  CompletionStage<NodesListReply> edit(
      ListEdit edit, Optional<String> reason, boolean dryRun, Optional<PlanToken> plan) {
    Initiator initiator = initiator(reason, dryRun);
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
      throw new ProblemException(codeOf(refused.code()), refused.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the file was edited; look at /api/v1/lists");
    }
    throw new IllegalStateException("no answer to an edit: " + reply, failure);
  }

  private static ProblemCode codeOf(EditRejection code) {
    return switch (code) {
      case NOT_CONFIGURED -> ProblemCode.EXCLUDE_LIST_NOT_CONFIGURED;
      case CONFIGURATION_UNREADABLE -> ProblemCode.CONFIGURATION_UNREADABLE;
      case LIST_UNREADABLE -> ProblemCode.LIST_UNREADABLE;
      case OLDER_LISTS -> ProblemCode.OLDER_LISTS;
      case UNKNOWN_HOST -> ProblemCode.UNKNOWN_HOST;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case PLAN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case LISTS_CHANGED -> ProblemCode.LISTS_CHANGED;
      case NOT_EDITABLE -> ProblemCode.LIST_NOT_EDITABLE;
      case NOT_WRITABLE -> ProblemCode.LIST_NOT_WRITABLE;
      case BUSY -> ProblemCode.LIST_BUSY;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
      case UNKNOWN -> ProblemCode.LEADER_UNAVAILABLE;
    };
  }

  /** Fails with {@link ProblemException} if the refresh is refused. */
  CompletionStage<Refreshed> refresh(
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
      throw new ProblemException(codeOf(rejected.code()), rejected.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the refresh was accepted; look at /api/v1/nodes before you"
              + " repeat it");
    }
    throw new IllegalStateException("no answer to a refresh: " + reply, failure);
  }

  private static ProblemCode codeOf(RefreshRejection code) {
    return switch (code) {
      case LIST_UNREADABLE -> ProblemCode.LIST_UNREADABLE;
      case CONFIGURATION_UNREADABLE -> ProblemCode.CONFIGURATION_UNREADABLE;
      case OLDER_LISTS -> ProblemCode.OLDER_LISTS;
      case NODES_NOT_SEEN -> ProblemCode.NOT_READY;
      case KEY_REUSED -> ProblemCode.IDEMPOTENCY_KEY_REUSED;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case PLAN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case UNKNOWN_OPERATION -> ProblemCode.OPERATION_NOT_FOUND;
      case TOO_MANY_REFRESHES -> ProblemCode.TOO_MANY_REFRESHES;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
    };
  }

  CompletionStage<QueueSeen> queue() {
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
                throw new ProblemException(codeOf(refused.code()), refused.reason());
              }
              return (QueueSeen) reply;
            },
            system.executionContext());
  }

  private static ProblemCode codeOf(QueueRejection code) {
    return switch (code) {
      case UNKNOWN_HOST -> ProblemCode.UNKNOWN_HOST;
      case ALREADY_QUEUED -> ProblemCode.ALREADY_QUEUED;
      case ALREADY_EXCLUDED -> ProblemCode.ALREADY_EXCLUDED;
      case WINDOW_CLOSED -> ProblemCode.WINDOW_CLOSED;
      case UNKNOWN_QUEUED_DRAIN -> ProblemCode.QUEUED_DRAIN_NOT_FOUND;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case QUEUE_FULL -> ProblemCode.QUEUE_FULL;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
    };
  }
}
