package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.Confirmation;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.OperationRules;
import ebb.domain.refresh.RefreshDecision;
import ebb.domain.refresh.RefreshDecision.NothingToDo;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshDecision.Refused;
import ebb.domain.refresh.RefreshDecision.Repeated;
import ebb.domain.refresh.RefreshDecision.Shown;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.RefreshRules;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.lists.HostListPublisher;
import ebb.nodeslist.lists.RefreshWarnings;
import ebb.nodeslist.lists.SubstituteLists;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.Refresh;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes refreshes from the request via the files to the plan and, once the plan is durable, to the
 * orders. Files are read for one refresh at a time, and never before it is requested. Soft state:
 * what is not in the journal has not happened.
 */
final class RefreshProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(RefreshProcessor.class);

  private static final NodesListReply TOO_MANY =
      new NodesListReply.Rejected(
          RefreshRejection.TOO_MANY_REFRESHES,
          "Too many refreshes wait while the files of another one are read; try again later");

  private static final NodesListReply NOT_WRITTEN =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE,
          "The journal did not confirm the write; if it was recorded, Ebb carries it out. Try again");

  private static final NodesListReply FAILED =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE,
          "The refresh failed, see the log of the leader; nothing of it is in the journal");

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final FanOut fanOut;
  private final HostListLoader loader;
  private final RegistrationProcessor registrations;
  private final SubstituteLists substitutes;
  private final NodeSettler expirer;
  private final HostListPublisher hosts;
  private final RefreshWarnings warnings;
  private final DryRuns dryRuns;

  /** Refreshes that have not begun. */
  private final Deque<Refresh> waiting = new ArrayDeque<>();

  /** Refreshes that have begun. Answered ones are removed when the next one begins. */
  private final List<Refresh> begun = new ArrayList<>();

  /** The refresh for which the files are being read; null if there is none. */
  private @Nullable Refresh reading;

  RefreshProcessor(
      ManagerContext parts,
      CommitQueue commits,
      NodeTable table,
      FanOut fanOut,
      HostListLoader loader,
      RegistrationProcessor registrations,
      SubstituteLists substitutes,
      NodeSettler expirer,
      HostListPublisher hosts) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
    this.fanOut = fanOut;
    this.loader = loader;
    this.registrations = registrations;
    this.substitutes = substitutes;
    this.expirer = expirer;
    this.hosts = hosts;
    this.warnings = new RefreshWarnings(parts.settings().protectDrains());
    this.dryRuns = new DryRuns(parts);
  }

  // ---- from the request to the files ----

  /** Queues a refresh; {@link #proceed} begins it. */
  void add(Refresh refresh) {
    waiting.removeIf(Refresh::isAnswered);
    if (waiting.size() < parts.settings().waitingRefreshes()) {
      waiting.add(refresh);
    } else {
      refresh.answer(TOO_MANY);
    }
  }

  /** Begins the refreshes that wait, until the files have to be read for one. */
  void proceed() {
    while (reading == null && !waiting.isEmpty()) {
      Refresh next = waiting.remove();
      if (!next.isAnswered()) {
        attempt(next, () -> begin(next));
      }
    }
  }

  /** A refresh that fails does not keep the others waiting. */
  private static void attempt(Refresh refresh, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("A refresh failed", e);
      refresh.answer(FAILED);
    }
  }

  private void begin(Refresh refresh) {
    begun.removeIf(Refresh::isAnswered);
    begun.add(refresh);
    if (answerAtOnce(refresh)) {
      return;
    }
    if (refresh.command().request().readsLists()) {
      reading = refresh;
      loader.start(Optional.of(refresh));
    } else {
      decide(refresh, new ListSource.Settings(commits.current().settings(), false));
    }
  }

  /** Answers a refresh that needs neither files nor nodes for that; false if it needs them. */
  private boolean answerAtOnce(Refresh refresh) {
    NodesListCommand.RefreshNodes command = refresh.command();
    Optional<RefreshDecision> decided =
        RefreshRules.atOnce(commits.current(), command.request(), command.initiator().actor());
    decided.ifPresent(decision -> answer(refresh, replyTo(commits.current(), command, decision)));
    return decided.isPresent();
  }

  /** The files were read. */
  void take(Refresh refresh, ListSource.Settings settings) {
    endRead(refresh);
    attempt(refresh, () -> plan(refresh, settings));
    proceed();
  }

  /** Plans the refresh, unless the same request has been accepted in the meantime. */
  private void plan(Refresh refresh, ListSource.Settings settings) {
    Optional<String> problem =
        substitutes.problem(commits.current(), settings.isSubstitute(), settings.lists());
    if (problem.isPresent()) {
      refuse(refresh, RefreshRejection.CONFIGURATION_UNREADABLE, problem.get());
    } else if (!refresh.isAnswered() && !answerAtOnce(refresh)) {
      decide(refresh, settings);
    }
  }

  /** The files could not be read. */
  void refuse(Refresh refresh, SettingsRefused refused) {
    endRead(refresh);
    refuse(refresh, refused.code(), refused.reason());
    proceed();
  }

  /** Leaves another refresh's read alone if this one began before the leader's actor restarted. */
  private void endRead(Refresh refresh) {
    if (refresh.equals(reading)) {
      reading = null;
    }
  }

  private void refuse(Refresh refresh, RefreshRejection code, String reason) {
    if (!refresh.isAnswered()) {
      LOG.warn("Refresh refused, the lists in force are unchanged: {}", reason);
      answer(refresh, new NodesListReply.Rejected(code, reason));
    }
  }

  // ---- from the files to the plan ----

  private void decide(Refresh refresh, ListSource.Settings settings) {
    NodesListState state = commits.current();
    NodesListCommand.RefreshNodes command = refresh.command();
    Map<NodeId, NodeLifecycle> nodes = table.lifecycles();
    RefreshDecision decision =
        RefreshRules.decide(
            state,
            command.request(),
            command.dryRun(),
            settings.found(),
            settings.written(),
            parts.untracked(),
            parts.settings().protectDrains(),
            nodes,
            registrations.admittedRecently()::contains);
    if (decision instanceof Planned planned) {
      Optional<String> risk =
          command.requireConfirmation()
              ? Confirmation.reason(planned.plan(), nodes, parts.now())
              : Optional.empty();
      if (risk.isPresent()) {
        answer(
            refresh,
            new NodesListReply.Rejected(RefreshRejection.CONFIRMATION_REQUIRED, risk.get()));
      } else {
        commit(refresh, settings, planned.plan(), nodes);
      }
      return;
    }
    if (decision instanceof Refused refused) {
      LOG.warn("Refresh refused, the lists in force are unchanged: {}", refused.reason());
    }
    answer(
        refresh,
        decision instanceof Shown shown
            ? dryRuns.answer(
                state,
                command.request().type(),
                shown,
                nodes,
                warnings.of(state, command.request(), settings, shown.plan()))
            : replyTo(state, command, decision));
  }

  private void commit(
      Refresh refresh,
      ListSource.Settings settings,
      RefreshPlan plan,
      Map<NodeId, NodeLifecycle> nodes) {
    NodesListState state = commits.current();
    RefreshRequest request = refresh.command().request();
    tellOfReturn(state, request, settings);
    List<String> unexpected = warnings.of(state, request, settings, plan);
    String operationId = parts.operationIds().get();
    List<NodesListEvent> events = new ArrayList<>();
    // The end of a node's last drain has to be on record before another one can end.
    OperationRules.settle(state, nodes, parts.byEbb(Origin.TIMER, state)).ifPresent(events::add);
    events.addAll(
        accept(state, operationId, request, settings, plan, refresh.command().initiator()));
    commits.submit(
        new PendingCommit(
            events,
            durable -> carryOut(durable, refresh, operationId, settings, plan, unexpected),
            () -> refresh.answer(NOT_WRITTEN)));
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

  /** The events of a refresh, which carry its operation id. */
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

  // ---- from the durable plan to the nodes ----

  private void carryOut(
      NodesListState state,
      Refresh refresh,
      String operationId,
      ListSource.Settings settings,
      RefreshPlan plan,
      List<String> unexpected) {
    NodesListCommand.RefreshNodes command = refresh.command();
    long version = state.listVersion();
    List<NodeOrder> orders = new ArrayList<>();
    plan.decisions().forEach(each -> state.unsettledOrder(each.nodeId()).ifPresent(orders::add));
    LOG.info(
        "Refresh {} ({}, {}) by {}: nodes to change: {}",
        version,
        operationId,
        command.request().type(),
        command.initiator().text(),
        orders.size());
    unexpected.forEach(warning -> LOG.warn("Refresh {}: {}", version, warning));
    NodesListReply.Refreshed reply =
        refreshed(command, operationId, version, plan.decisions(), unexpected);
    fanOut.begin(version, orders, new PendingAnswer(refresh, reply));
    if (command.request().readsLists()) {
      expirer.refreshed(state, table.all());
      hosts.refreshed(state, settings);
    }
  }

  // ---- answers ----

  /** Answers once everything that the reply may mention is durable. */
  private void answer(Refresh refresh, NodesListReply reply) {
    commits.submit(
        new PendingCommit(
            List.of(), durable -> refresh.answer(reply), () -> refresh.answer(NOT_WRITTEN)));
  }

  void endWithLeader() {
    waiting.forEach(Refresh::endWithLeader);
    begun.forEach(Refresh::endWithLeader);
  }

  private NodesListReply replyTo(
      NodesListState state, NodesListCommand.RefreshNodes command, RefreshDecision decision) {
    if (decision instanceof Refused refused) {
      return new NodesListReply.Rejected(RefreshRejection.of(refused.code()), refused.reason());
    } else if (decision instanceof Repeated repeated) {
      return asBefore(state, repeated.operation());
    } else if (decision instanceof NothingToDo) {
      return refreshed(command, "", state.listVersion(), List.of(), List.of());
    }
    throw new IllegalStateException("Not answered before it is written: " + decision);
  }

  private NodesListReply asBefore(NodesListState state, Operation operation) {
    SortedSet<NodeId> pending =
        operation.accepted().decisions().stream()
            .flatMap(decision -> table.pendingOrder(state, decision.nodeId()).stream())
            .filter(order -> order.listVersion() == operation.listVersion())
            .map(NodeOrder::nodeId)
            .collect(Collectors.toCollection(TreeSet::new));
    return new NodesListReply.Refreshed(
        operation.id(),
        operation.accepted().type(),
        operation.listVersion(),
        false,
        operation.accepted().decisions(),
        pending);
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
