package ebb.nodeslist;

import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Origin;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperationRules;
import ebb.domain.lists.OperationRules.Other;
import ebb.domain.lists.OperationRules.Repetition;
import ebb.domain.lists.OperationRules.Same;
import ebb.domain.lists.RefreshPlan;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshType;
import ebb.node.NodePublication;
import ebb.nodeslist.ManagerMessage.ForRefresh;
import ebb.nodeslist.ManagerMessage.Refresh;
import ebb.nodeslist.ManagerMessage.SettingsRefused;
import ebb.nodeslist.ManagerMessage.ViewTaken;
import ebb.nodeslist.RefreshLine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a refresh from the request over the files and the view of the nodes to the plan, and, once
 * the NodesListManager has written that, to the orders. One at a time.
 */
final class RefreshDesk {
  private static final Logger LOG = LoggerFactory.getLogger(RefreshDesk.class);

  private static final NodesListReply TOO_MANY =
      new NodesListReply.Rejected(
          RefreshRejection.TOO_MANY_REFRESHES,
          "Too many refreshes wait for the one that is under way; try again later");

  private static final NodesListReply OLDER_LISTS =
      new NodesListReply.Rejected(
          RefreshRejection.OLDER_LISTS,
          // What to do about it is for whoever asks: the API and the command say it differently.
          "The lists in the files were in force once and were replaced since; they may be a"
              + " stale copy");
  private static final Initiator EBB = Initiator.system("ebb", Origin.TIMER);

  private final ManagerParts parts;
  private final Reading reading;
  private final View view;
  private final Orders orders;
  private final Registrar registrar;
  private final RefreshLine line;

  RefreshDesk(
      ManagerParts parts,
      Reading reading,
      View view,
      Orders orders,
      Registrar registrar,
      RefreshLine line) {
    this.parts = parts;
    this.reading = reading;
    this.view = view;
    this.orders = orders;
    this.registrar = registrar;
    this.line = line;
  }

  /**
   * What has to be written for a refresh to take effect.
   *
   * @param turn the refresh
   * @param view of the nodes, from before it
   * @param events as one atomic write
   */
  record Commit(
      Turn turn,
      String operationId,
      List<NodeDecision> decisions,
      ListSource.Settings settings,
      List<NodePublication> view,
      List<NodesListEvent> events) {

    /** A forced refresh looks into no file. */
    boolean readsLists() {
      return turn.command().request().type() != RefreshType.FORCEFUL;
    }
  }

  void add(NodesListState state, Refresh refresh) {
    if (line.add(refresh, parts.now())) {
      beginNext(state);
    } else {
      refresh.command().replyTo().tell(TOO_MANY);
    }
  }

  private void beginNext(NodesListState state) {
    line.next(parts.now()).ifPresent(turn -> begin(state, turn));
  }

  private void begin(NodesListState state, Turn turn) {
    Optional<NodesListReply> settled = settled(state, turn.command());
    if (settled.isPresent()) {
      answer(state, turn, settled.get());
    } else if (turn.command().request().type() == RefreshType.FORCEFUL) {
      takeView(turn.ticket(), new ListSource.Settings(state.settings(), false));
    } else {
      reading.start(new ForRefresh(turn.ticket()));
    }
  }

  /** Present if nothing is to be read or planned. */
  private static Optional<NodesListReply> settled(
      NodesListState state, NodesListCommand.RefreshNodes command) {
    RefreshRequest request = command.request();
    Repetition repetition = OperationRules.repetition(state, request, command.initiator().actor());
    if (repetition instanceof Same same) {
      return Optional.of(asBefore(state, same.operation()));
    } else if (repetition instanceof Other other) {
      return rejected(
          RefreshRejection.KEY_REUSED,
          "The key is that of another request, which became operation " + other.operation().id());
    }
    return request
        .ofOperation()
        .filter(id -> state.operations().find(id).isEmpty())
        .flatMap(id -> rejected(RefreshRejection.UNKNOWN_OPERATION, "No operation " + id));
  }

  private static Optional<NodesListReply> rejected(RefreshRejection code, String reason) {
    return Optional.of(new NodesListReply.Rejected(code, reason));
  }

  /** What is pending of it now. */
  private static NodesListReply asBefore(NodesListState state, Operation operation) {
    SortedSet<NodeId> pending = new TreeSet<>();
    for (NodeDecision decision : operation.accepted().decisions()) {
      state
          .pendingOrder(decision.nodeId())
          .filter(order -> order.listVersion() == operation.listVersion())
          .ifPresent(order -> pending.add(order.nodeId()));
    }
    return new NodesListReply.Refreshed(
        operation.id(),
        operation.accepted().type(),
        operation.listVersion(),
        false,
        operation.accepted().decisions(),
        pending);
  }

  void takeView(long ticket, ListSource.Settings settings) {
    view.ask(
        nodes -> new ViewTaken(ticket, settings, nodes),
        new SettingsRefused(
            new ForRefresh(ticket),
            RefreshRejection.JOURNAL_UNAVAILABLE,
            "The view of the nodes is not available; try again"));
  }

  void refuse(NodesListState state, long ticket, SettingsRefused refused) {
    line.current(ticket)
        .ifPresent(
            turn -> {
              LOG.warn("Refresh refused, the lists in force stay: {}", refused.reason());
              answer(state, turn, new NodesListReply.Rejected(refused.code(), refused.reason()));
            });
  }

  /**
   * Empty if nothing is to be written: a dry run, a force that finds nothing to end, or a refresh
   * that was given up.
   */
  Optional<Commit> plan(NodesListState state, ViewTaken taken) {
    return line.current(taken.ticket()).flatMap(turn -> plan(state, turn, taken));
  }

  private Optional<Commit> plan(NodesListState state, Turn turn, ViewTaken taken) {
    NodesListCommand.RefreshNodes command = turn.command();
    ListSource.Settings settings = taken.settings();
    if (!command.request().acceptOlder() && state.areOlder(settings.found().lists())) {
      LOG.warn("Refresh refused: the lists in the files were in force once and were replaced");
      answer(state, turn, OLDER_LISTS);
      return Optional.empty();
    }
    Map<NodeId, NodeLifecycle> view = View.lifecycles(taken.view());
    RefreshPlan plan =
        NodesListRules.plan(
            state,
            command.request(),
            settings.found(),
            parts.untracked(),
            view,
            registrar.onTheirWay()::contains);
    if (command.dryRun()) {
      answer(state, turn, reply(command, "", state.listVersion() + 1, plan.decisions()));
      return Optional.empty();
    }
    if (command.request().ofOperation().isPresent() && plan.decisions().isEmpty()) {
      answer(state, turn, reply(command, "", state.listVersion(), List.of()));
      return Optional.empty();
    }
    String operationId = parts.operationIds().get();
    List<NodesListEvent> events = new ArrayList<>();
    // Before a node ends another drain, how its last one ended is on record.
    OperationRules.recordOutcomes(
            state, view, EBB.stamp(parts.now(), parts.instance(), state.listVersion()))
        .ifPresent(events::add);
    events.addAll(
        accept(state, operationId, command.request(), settings, plan, command.initiator()));
    return Optional.of(
        new Commit(turn, operationId, plan.decisions(), settings, taken.view(), events));
  }

  /** The events of a refresh, which bear its name. */
  List<NodesListEvent> accept(
      NodesListState state,
      String operationId,
      RefreshRequest request,
      ListSource.Settings settings,
      RefreshPlan plan,
      Initiator by) {
    Initiator named = new Initiator(by.actor(), by.origin(), by.reason(), Optional.of(operationId));
    return NodesListRules.accept(
        state,
        operationId,
        request,
        settings.found(),
        plan,
        named.stamp(parts.now(), parts.instance(), state.listVersion() + 1));
  }

  /** The plan is durable. */
  void carryOut(NodesListState state, Commit commit) {
    NodesListCommand.RefreshNodes command = commit.turn().command();
    List<NodeOrder> pending = new ArrayList<>();
    commit.decisions().forEach(d -> state.pendingOrder(d.nodeId()).ifPresent(pending::add));
    LOG.info(
        "Refresh {} ({}, {}) by {}: {} nodes to change",
        state.listVersion(),
        commit.operationId(),
        command.request().type(),
        command.initiator().actor(),
        pending.size());
    NodesListReply.Refreshed reply =
        reply(command, commit.operationId(), state.listVersion(), commit.decisions());
    parts.directory().tell(new DirectoryMessage.Planned(List.copyOf(pending)));
    orders.send(pending, Optional.of(new PendingAnswer(reply, command.replyTo())));
    line.finish();
    beginNext(state);
  }

  private void answer(NodesListState state, Turn turn, NodesListReply reply) {
    turn.command().replyTo().tell(reply);
    line.finish();
    beginNext(state);
  }

  void rejectAll(NodesListReply reply) {
    line.rejectAll(reply);
  }

  private static NodesListReply.Refreshed reply(
      NodesListCommand.RefreshNodes command,
      String operationId,
      long listVersion,
      List<NodeDecision> decisions) {
    return new NodesListReply.Refreshed(
        operationId,
        command.request().type(),
        listVersion,
        command.dryRun(),
        decisions,
        new TreeSet<>());
  }
}
