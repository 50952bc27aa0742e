package ebb.nodeslist;

import ebb.domain.Initiator;
import ebb.domain.NaturalOrder;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Origin;
import ebb.domain.lists.Confirmation;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperationRules;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshDecision;
import ebb.domain.lists.RefreshDecision.NothingToDo;
import ebb.domain.lists.RefreshDecision.Planned;
import ebb.domain.lists.RefreshDecision.Refused;
import ebb.domain.lists.RefreshDecision.Repeated;
import ebb.domain.lists.RefreshDecision.Shown;
import ebb.domain.lists.RefreshPlan;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshRules;
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
import java.util.TreeSet;
import java.util.stream.Collectors;
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

  /** Of what a warning is about. */
  private static final int MOST_NAMED = 20;

  private final ManagerParts parts;
  private final Reading reading;
  private final View view;
  private final Orders orders;
  private final Registrar registrar;
  private final SubstituteLists substitutes;
  private final RefreshLine line;

  RefreshDesk(
      ManagerParts parts,
      Reading reading,
      View view,
      Orders orders,
      Registrar registrar,
      SubstituteLists substitutes,
      RefreshLine line) {
    this.parts = parts;
    this.reading = reading;
    this.view = view;
    this.orders = orders;
    this.registrar = registrar;
    this.substitutes = substitutes;
    this.line = line;
  }

  /**
   * What has to be written for a refresh to take effect.
   *
   * @param turn the refresh
   * @param view of the nodes, from before it
   * @param events as one atomic write
   * @param warnings for whoever asked, and for the log
   */
  record Commit(
      Turn turn,
      String operationId,
      List<NodeDecision> decisions,
      ListSource.Settings settings,
      List<NodePublication> view,
      List<NodesListEvent> events,
      List<String> warnings) {}

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
    NodesListCommand.RefreshNodes command = turn.command();
    Optional<RefreshDecision> settled =
        RefreshRules.atOnce(state, command.request(), command.initiator().actor());
    if (settled.isPresent()) {
      answer(state, turn, settled.get());
    } else if (command.request().readsLists()) {
      reading.start(new ForRefresh(turn.ticket()));
    } else {
      takeView(state, turn.ticket(), new ListSource.Settings(state.settings(), false));
    }
  }

  /** The files were read. */
  void take(NodesListState state, ForRefresh refresh, ListSource.Settings settings) {
    Optional<String> problem =
        substitutes.problem(state, settings.isSubstitute(), settings.lists());
    if (problem.isPresent()) {
      refuse(
          state,
          refresh.ticket(),
          new SettingsRefused(refresh, RefreshRejection.CONFIGURATION_UNREADABLE, problem.get()));
    } else {
      takeView(state, refresh.ticket(), settings);
    }
  }

  private void takeView(NodesListState state, long ticket, ListSource.Settings settings) {
    view.ask(
        nodes -> new ViewTaken(ticket, settings, state, nodes),
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

  /** Empty if nothing is to be written, or the refresh was given up. */
  Optional<Commit> plan(NodesListState state, ViewTaken taken) {
    return line.current(taken.ticket()).flatMap(turn -> plan(state, turn, taken));
  }

  private Optional<Commit> plan(NodesListState state, Turn turn, ViewTaken taken) {
    NodesListCommand.RefreshNodes command = turn.command();
    ListSource.Settings settings = taken.settings();
    Map<NodeId, NodeLifecycle> view = View.lifecycles(taken.view());
    RefreshDecision decision =
        RefreshRules.decide(
            state.withOrdersOf(taken.asked()),
            command.request(),
            command.dryRun(),
            settings.found(),
            settings.written(),
            parts.untracked(),
            parts.settings().protectDrains(),
            view,
            registrar.onTheirWay()::contains);
    if (decision instanceof Planned planned) {
      Optional<String> risk =
          command.requireConfirmation()
              ? Confirmation.reason(planned.plan(), view, parts.now())
              : Optional.empty();
      if (risk.isPresent()) {
        answer(
            state,
            turn,
            new NodesListReply.Rejected(RefreshRejection.CONFIRMATION_REQUIRED, risk.get()));
        return Optional.empty();
      }
      tellOfReturn(state, command.request(), settings);
      return Optional.of(commit(state, turn, taken, planned.plan(), view));
    }
    if (decision instanceof Refused refused) {
      LOG.warn("Refresh refused, the lists in force stay: {}", refused.reason());
    }
    List<String> warnings =
        decision instanceof Shown shown
            ? warnings(state, command.request(), settings, shown.plan())
            : List.of();
    answer(state, turn, replyTo(state, command, decision, warnings));
    return Optional.empty();
  }

  /** What whoever asked may not expect; to be logged when it takes effect. */
  private List<String> warnings(
      NodesListState state,
      RefreshRequest request,
      ListSource.Settings settings,
      RefreshPlan plan) {
    if (!request.readsLists()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>(settings.warnings());
    HostLists next = state.toPutInForce(settings.lists(), parts.settings().protectDrains());
    List<String> kept = ListsDesk.kept(settings.lists(), next);
    if (!kept.isEmpty()) {
      warnings.add(
          "The exclude file lacks "
              + few(kept)
              + ", which ebb.protect-drains keeps excluded; 'ebb recommission' puts them back");
    }
    List<String> forgotten = forgotten(state, next);
    if (!forgotten.isEmpty()) {
      warnings.add(
          "No list names "
              + few(forgotten)
              + " any more, which ebb.protect-drains kept excluded; it keeps them no longer");
    }
    if (!plan.spared().isEmpty()) {
      warnings.add(
          "ebb.protect-drains leaves drains to their deadlines which NORMAL would end: "
              + few(plan.spared())
              + "; 'ebb force' ends them");
    }
    return warnings;
  }

  /** Hosts that operators excluded, and that an include list keeps out alone from now on. */
  private List<String> forgotten(NodesListState state, HostLists next) {
    if (!parts.settings().protectDrains()) {
      return List.of();
    }
    return state.operatorExcludes().stream()
        .map(OperatorExclude::host)
        .filter(host -> state.lists().excludes().containsKey(host))
        .filter(host -> !next.excludes().containsKey(host))
        .toList();
  }

  private static String few(List<?> some) {
    String first =
        some.stream()
            .map(Object::toString)
            .sorted(NaturalOrder.INSTANCE)
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    return some.size() <= MOST_NAMED
        ? first
        : first + " and " + (some.size() - MOST_NAMED) + " more";
  }

  private static void tellOfReturn(
      NodesListState state, RefreshRequest request, ListSource.Settings settings) {
    if (request.readsLists() && state.areOlder(settings.lists())) {
      LOG.info(
          "These lists were in force before {} and are again: {}",
          state.listsSince(),
          request.acceptOlder()
              ? "the request takes whatever the files hold"
              : "they were written since");
    }
  }

  private Commit commit(
      NodesListState state,
      Turn turn,
      ViewTaken taken,
      RefreshPlan plan,
      Map<NodeId, NodeLifecycle> view) {
    String operationId = parts.operationIds().get();
    RefreshRequest request = turn.command().request();
    Initiator by = turn.command().initiator();
    List<NodesListEvent> events = new ArrayList<>();
    // Before a node ends another drain, how its last one ended is on record.
    OperationRules.recordOutcomes(state, view, parts.byEbb(Origin.TIMER, state))
        .ifPresent(events::add);
    events.addAll(accept(state, operationId, request, taken.settings(), plan, by));
    return new Commit(
        turn,
        operationId,
        plan.decisions(),
        taken.settings(),
        taken.view(),
        events,
        warnings(state, request, taken.settings(), plan));
  }

  /** The events of a refresh, which bear its name. */
  List<NodesListEvent> accept(
      NodesListState state,
      String operationId,
      RefreshRequest request,
      ListSource.Settings settings,
      RefreshPlan plan,
      Initiator by) {
    return NodesListRules.accept(
        state,
        operationId,
        request,
        settings.found(),
        parts.settings().protectDrains(),
        plan,
        by.of(operationId).stamp(parts.now(), parts.instance(), state.listVersion() + 1));
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
        command.initiator().text(),
        pending.size());
    commit.warnings().forEach(warning -> LOG.warn("Refresh {}: {}", state.listVersion(), warning));
    NodesListReply.Refreshed reply =
        refreshed(
            command,
            commit.operationId(),
            state.listVersion(),
            commit.decisions(),
            commit.warnings());
    orders.announce(List.copyOf(pending), new PendingAnswer(reply, command.replyTo()));
    line.finish();
    beginNext(state);
  }

  private void answer(NodesListState state, Turn turn, RefreshDecision decision) {
    answer(state, turn, replyTo(state, turn.command(), decision, List.of()));
  }

  private static NodesListReply replyTo(
      NodesListState state,
      NodesListCommand.RefreshNodes command,
      RefreshDecision decision,
      List<String> warnings) {
    if (decision instanceof Refused refused) {
      return new NodesListReply.Rejected(RefreshRejection.of(refused.code()), refused.reason());
    } else if (decision instanceof Repeated repeated) {
      return asBefore(repeated);
    } else if (decision instanceof Shown shown) {
      return refreshed(command, "", shown.listVersion(), shown.plan().decisions(), warnings);
    } else if (decision instanceof NothingToDo) {
      return refreshed(command, "", state.listVersion(), List.of(), warnings);
    }
    throw new IllegalStateException("Not answered before it is written: " + decision);
  }

  private static NodesListReply asBefore(Repeated repeated) {
    Operation operation = repeated.operation();
    return new NodesListReply.Refreshed(
        operation.id(),
        operation.accepted().type(),
        operation.listVersion(),
        false,
        operation.accepted().decisions(),
        repeated.pending());
  }

  private void answer(NodesListState state, Turn turn, NodesListReply reply) {
    turn.command().replyTo().tell(reply);
    line.finish();
    beginNext(state);
  }

  void rejectAll(NodesListReply reply) {
    line.rejectAll(reply);
  }

  private static NodesListReply.Refreshed refreshed(
      NodesListCommand.RefreshNodes command,
      String operationId,
      long listVersion,
      List<NodeDecision> decisions,
      List<String> warnings) {
    return new NodesListReply.Refreshed(
        operationId,
        command.request().type(),
        listVersion,
        command.dryRun(),
        decisions,
        new TreeSet<>(),
        warnings);
  }
}
