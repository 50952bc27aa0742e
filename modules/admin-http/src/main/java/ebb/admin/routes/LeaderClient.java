package ebb.admin.routes;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.http.javadsl.model.HttpRequest;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.Caller;
import ebb.admin.access.ChangeGuard;
import ebb.admin.access.Permission;
import ebb.admin.http.LeaderReplies;
import ebb.admin.http.ProblemException;
import ebb.admin.json.QueueBody;
import ebb.admin.json.SeenApplicationJson;
import ebb.admin.json.TimeoutChanged;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.TimeoutChange;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.QueueChange;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListEdit;
import ebb.journal.json.ApplicationJson;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
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
 * {@link #as caller}. What the caller may change, {@link #guard} ensures. A stage fails with {@link
 * TimeoutException} if the leader does not answer in time. The stage of a refresh or an edit then
 * fails with a problem that says so.
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
    return table(Optional.empty())
        .thenApplyAsync(NodeTableCommand.Nodes::nodes, system.executionContext());
  }

  /** Fails if the leader cannot know yet whether there is such a node. */
  CompletionStage<Optional<ObservedNode>> node(NodeId nodeId) {
    return table(Optional.of(nodeId)).thenApplyAsync(NodesRoutes::only, system.executionContext());
  }

  CompletionStage<NodeTableCommand.Nodes> table(Optional<NodeId> nodeId) {
    return ask(replyTo -> new NodeTableCommand.ListNodes(nodeId, replyTo), settings.askTimeout());
  }

  /**
   * What runs, as far as the caller may see it. Names only complement an answer: if the leader does
   * not return them in time, the result is empty.
   *
   * @param nodeId the node whose containers are wanted, too; empty for none
   */
  CompletionStage<NodeTableCommand.Work> work(Set<String> applications, Optional<NodeId> nodeId) {
    boolean asAdministrator = Caller.of(sent()).role().seesWork();
    return this.<NodeTableCommand.Work>ask(
            replyTo ->
                new NodeTableCommand.DescribeWork(applications, nodeId, asAdministrator, replyTo),
            settings.askTimeout())
        .exceptionallyAsync(failure -> NodeTableCommand.Work.NOTHING, system.executionContext());
  }

  /** The applications that these nodes wait for. Sends no request if there are none. */
  CompletionStage<List<ApplicationJson>> applicationsOf(Collection<NodeStateUpdate> nodes) {
    Map<String, Integer> held = SeenApplicationJson.heldBy(nodes);
    return held.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : work(held.keySet(), Optional.empty())
            .thenApplyAsync(
                work -> SeenApplicationJson.of(held, work.applications()),
                system.executionContext());
  }

  /** The lists. Waits as long as a refresh, because the leader reads the same files. */
  public CompletionStage<ListsSeen> lists() {
    return this.<NodesListReply>ask(NodesListCommand.DescribeLists::new, settings.refreshTimeout())
        .thenApplyAsync(ListsSeen.class::cast, system.executionContext());
  }

  /**
   * Operations, the newest first.
   *
   * @param before only operations with a smaller list version
   */
  CompletionStage<OperationsSeen> operations(long before, int limit) {
    return this.<NodesListReply>ask(
            replyTo -> new NodesListCommand.ListOperations(before, limit, replyTo),
            settings.askTimeout())
        .thenApplyAsync(OperationsSeen.class::cast, system.executionContext());
  }

  /**
   * @param withUndo whether to request what would undo it, too
   */
  CompletionStage<OperationSeen> operation(String id, boolean withUndo) {
    return this.<NodesListReply>ask(
            replyTo -> new NodesListCommand.FindOperation(id, withUndo, replyTo),
            settings.askTimeout())
        .thenApplyAsync(OperationSeen.class::cast, system.executionContext());
  }

  /**
   * Changes the timeout of a drain. Waits as long as a refresh, which is answered in the same way.
   * The stage fails with {@link ProblemException} if the node is not known, or not draining.
   */
  CompletionStage<TimeoutChanged> changeTimeout(
      NodeId nodeId, TimeoutChange change, Optional<String> reason) {
    ChangeGuard guard = guard();
    guard.require(Permission.TIMEOUT);
    return guard.needsPlan()
        ? nodes()
            .thenComposeAsync(
                nodes -> {
                  guard.requireNode(nodeId, nodes);
                  return sendTimeout(
                      nodeId,
                      guard.may(Permission.FORCE) ? change : change.requiringConfirmation(),
                      reason);
                },
                system.executionContext())
            .exceptionallyAsync(
                failure -> {
                  throw guard.withoutConfirmation(failure);
                },
                system.executionContext())
        : sendTimeout(nodeId, change, reason);
  }

  private CompletionStage<TimeoutChanged> sendTimeout(
      NodeId nodeId, TimeoutChange change, Optional<String> reason) {
    Initiator initiator = initiator(reason);
    // The node itself does not know its size, its last heartbeat and its address.
    CompletionStage<Optional<ObservedNode>> before =
        node(nodeId)
            .handleAsync(
                (known, failure) -> known == null ? Optional.empty() : known,
                system.executionContext());
    return this.<NodeReply>ask(
            replyTo -> new NodesListCommand.ChangeDrainTimeout(nodeId, change, initiator, replyTo),
            settings.refreshTimeout())
        .thenCombineAsync(before, TimeoutChanged::of, system.executionContext());
  }

  private Initiator initiator(Optional<String> reason) {
    Caller by = Caller.of(sent());
    return new Initiator(by.name(), Origin.HTTP, Optional.of(by.peer()), reason, Optional.empty());
  }

  /** Every change passes it; dry runs need no permission. */
  private ChangeGuard guard() {
    return new ChangeGuard(sent());
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
    Initiator by = initiator(reason);
    Initiator initiator = operationId.map(by::of).orElse(by);
    ChangeGuard guard = guard();
    if (!dryRun) {
      guard.requireEdit(edit);
    }
    if (dryRun || !guard.needsPlan()) {
      return sendEdit(edit, initiator, dryRun, plan);
    }
    ListEdit unconfirmed =
        new ListEdit(edit.expectedHash(), edit.add(), edit.remove(), edit.allowUnknown(), false);
    return nodes()
        .thenComposeAsync(
            nodes -> {
              guard.requireHosts(edit.add().keySet(), nodes);
              guard.requireHosts(edit.remove(), nodes);
              return sendEdit(unconfirmed, initiator, true, Optional.empty());
            },
            system.executionContext())
        .thenComposeAsync(shown -> permitted(guard, (Refreshed) shown), system.executionContext())
        .thenComposeAsync(
            token ->
                sendEdit(edit, initiator, isOther(plan, token), plan.or(() -> Optional.of(token))),
            system.executionContext());
  }

  /**
   * The token of a plan that the caller may carry out. The lists are read after the plan was made,
   * and the token names the lists of the plan, so nobody can exchange either.
   */
  private CompletionStage<PlanToken> permitted(ChangeGuard guard, Refreshed shown) {
    return nodes()
        .thenCombineAsync(
            lists(),
            (nodes, lists) -> {
              guard.requirePlan(shown, nodes);
              guard.requireEdits(lists, nodes);
              return shown.plan().orElseThrow().token();
            },
            system.executionContext());
  }

  /** A plan that was not checked is only shown, which says what has moved. */
  private static boolean isOther(Optional<PlanToken> wanted, PlanToken checked) {
    return wanted.filter(token -> !token.equals(checked)).isPresent();
  }

  private CompletionStage<NodesListReply> sendEdit(
      ListEdit edit, Initiator initiator, boolean dryRun, Optional<PlanToken> plan) {
    return this.<NodesListReply>ask(
            replyTo -> new NodesListCommand.EditExcludes(edit, initiator, dryRun, plan, replyTo),
            settings.refreshTimeout())
        .handleAsync(LeaderReplies::edited, system.executionContext());
  }

  /** Fails with {@link ProblemException} if the refresh is refused. */
  public CompletionStage<Refreshed> refresh(
      RefreshRequest request,
      Optional<String> reason,
      boolean dryRun,
      boolean requireConfirmation) {
    Initiator initiator = initiator(reason);
    ChangeGuard guard = guard();
    if (!dryRun) {
      guard.requireRefresh(request);
    }
    if (dryRun || !guard.needsPlan()) {
      return sendRefresh(request, initiator, dryRun, requireConfirmation);
    }
    return sendRefresh(request.onlyAs(Optional.empty()), initiator, true, false)
        .thenComposeAsync(
            shown ->
                shown.dryRun()
                    ? permitted(guard, shown)
                        .thenComposeAsync(
                            token ->
                                sendRefresh(
                                    request.onlyAs(request.plan().or(() -> Optional.of(token))),
                                    initiator,
                                    isOther(request.plan(), token),
                                    requireConfirmation),
                            system.executionContext())
                    // The same caller has sent it before, with the same key.
                    : CompletableFuture.completedStage(shown),
            system.executionContext());
  }

  private CompletionStage<Refreshed> sendRefresh(
      RefreshRequest request, Initiator initiator, boolean dryRun, boolean requireConfirmation) {
    return this.<NodesListReply>ask(
            replyTo ->
                new NodesListCommand.RefreshNodes(
                    request, initiator, dryRun, requireConfirmation, replyTo),
            settings.refreshTimeout())
        .handleAsync(LeaderReplies::refreshed, system.executionContext());
  }

  public CompletionStage<QueueSeen> queue() {
    return askQueue(DrainQueueCommand.GetQueue::new, settings.askTimeout());
  }

  /** Lets hosts wait. Fails with {@link ProblemException} if they may not. */
  CompletionStage<QueueSeen> queue(QueueBody body) {
    ChangeGuard guard = guard();
    guard.require(Permission.DRAIN);
    guard.requireTimeouts(body.timeouts());
    Initiator initiator = initiator(body.reason());
    return guarded(guard, body.timeouts(), seen -> body.names())
        .thenComposeAsync(
            any ->
                askQueue(
                    replyTo ->
                        new DrainQueueCommand.QueueDrain(
                            body.hosts(),
                            body.pace(),
                            body.allowUnknown(),
                            body.requireConfirmation(),
                            initiator,
                            replyTo),
                    settings.refreshTimeout()),
            system.executionContext());
  }

  /** Fails with {@link ProblemException} if no such drain waits. */
  CompletionStage<QueueSeen> changeQueue(String id, QueueChange change, Optional<String> reason) {
    ChangeGuard guard = guard();
    guard.require(Permission.DRAIN);
    Initiator initiator = initiator(reason);
    return guarded(guard, List.of(), seen -> ChangeGuard.changed(seen, id, change))
        .thenComposeAsync(
            any ->
                askQueue(
                    replyTo -> new DrainQueueCommand.ChangeQueue(id, change, initiator, replyTo),
                    settings.refreshTimeout()),
            system.executionContext());
  }

  /** Completes if the caller may change these hosts, with these timeouts. */
  private CompletionStage<?> guarded(
      ChangeGuard guard,
      List<Optional<DrainTimeout>> timeouts,
      Function<QueueSeen, Set<String>> hosts) {
    return guard.needsPlan()
        ? queue()
            .thenAcceptBothAsync(
                nodes(),
                (seen, nodes) -> guard.requireHosts(hosts.apply(seen), nodes),
                system.executionContext())
            .thenAcceptBothAsync(
                lists(),
                (done, lists) -> guard.requireTimeouts(timeouts, lists),
                system.executionContext())
        : CompletableFuture.completedStage(Done.getInstance());
  }

  private <R> CompletionStage<R> ask(
      Function<ActorRef<R>, LeaderCommand> message, Duration timeout) {
    return AskPattern.ask(leader, message::apply, timeout, system.scheduler());
  }

  private CompletionStage<QueueSeen> askQueue(
      Function<ActorRef<NodesListReply>, DrainQueueCommand> message, Duration timeout) {
    return this.<NodesListReply>ask(message::apply, timeout)
        .thenApplyAsync(LeaderReplies::queue, system.executionContext());
  }
}
