package ebb.nodeslist;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.Initiator;
import ebb.domain.Origin;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshPlan;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshType;
import ebb.nodeslist.ManagerMessage.AtStart;
import ebb.nodeslist.ManagerMessage.SettingsRefused;
import ebb.nodeslist.ManagerMessage.Signal;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the NodesListManager from its recovery to the lists in force: the lead is taken in the
 * journal, what was left undone is taken up again, and the files are read, for the first lists or
 * for a comparison. The NodesListManager writes for it.
 */
final class Start {
  private static final Logger LOG = LoggerFactory.getLogger(Start.class);
  private static final Initiator EBB = Initiator.system("ebb", Origin.START);

  private final ActorContext<NodesListCommand> context;
  private final TimerScheduler<NodesListCommand> timers;
  private final ManagerParts parts;
  private final Reading reading;
  private final Orders orders;
  private final DrainingNodes draining;
  private final RefreshDesk refreshes;
  private final Followers followers;
  private final SubstituteLists substitutes;

  Start(
      ActorContext<NodesListCommand> context,
      TimerScheduler<NodesListCommand> timers,
      ManagerParts parts,
      Reading reading,
      Orders orders,
      DrainingNodes draining,
      RefreshDesk refreshes,
      Followers followers,
      SubstituteLists substitutes) {
    this.context = context;
    this.timers = timers;
    this.parts = parts;
    this.reading = reading;
    this.orders = orders;
    this.draining = draining;
    this.refreshes = refreshes;
    this.followers = followers;
    this.substitutes = substitutes;
  }

  /**
   * Nothing is done before the lead is taken in the journal too: a leader of before that has not
   * noticed its end could still write there. One that finds itself superseded does nothing more.
   */
  void recovered(NodesListState state) {
    if (NodesListRules.isSuperseded(state, parts.term())) {
      parts.leader().tell(new LeaderMessage.Superseded(state.leaderTerm()));
    } else if (state.leaderTerm() == parts.term()) {
      begin(state);
    } else {
      context.getSelf().tell(Signal.TAKE_LEAD);
    }
  }

  List<NodesListEvent> takeLead(NodesListState state) {
    return NodesListRules.takeLead(state, parts.term(), parts.byEbb(Origin.START, state)).stream()
        .toList();
  }

  /** The lead is taken. */
  void begin(NodesListState state) {
    orders.start(state.pendingOrders());
    // The draining ones first: nothing else sees to their deadlines.
    draining.wake(state);
    parts.directory().tell(new DirectoryMessage.Watch(state.register()));
    timers.startTimerWithFixedDelay(Signal.WAKE, parts.settings().wakeEvery());
    timers.startTimerWithFixedDelay(Signal.FORGET, parts.untracked().period());
    if (state.listVersion() == 0) {
      reading.start(AtStart.FIRST_LISTS);
    } else {
      reading.start(AtStart.COMPARISON);
      ready(state);
    }
  }

  private void ready(NodesListState state) {
    LOG.info("Lists in force: {}", state);
    parts.leader().tell(LeaderMessage.Signal.MANAGER_READY);
  }

  /** None if a refresh was faster. */
  List<NodesListEvent> firstLists(NodesListState state, ListSource.Settings settings) {
    if (state.listVersion() > 0) {
      return List.of();
    }
    return refreshes.accept(
        state,
        parts.operationIds().get(),
        new RefreshRequest(RefreshType.NORMAL, Optional.empty()),
        settings,
        new RefreshPlan(List.of()),
        EBB);
  }

  /** The first lists are durable. */
  void firstListsWritten(NodesListState state, ListSource.Settings settings) {
    settings.warnings().forEach(warning -> LOG.warn("{}", warning));
    substitutes.problem(state, settings.isSubstitute(), settings.lists()); // they are in force
    followers.refreshed(state, settings);
    ready(state);
  }

  void compare(NodesListState state, ListSource.Settings settings) {
    followers.compared(state, settings);
    HostLists next = state.toPutInForce(settings.lists(), parts.settings().protectDrains());
    settings.warnings().forEach(warning -> LOG.warn("{}", warning));
    substitutes
        .problem(state, settings.isSubstitute(), settings.lists())
        .ifPresent(problem -> LOG.warn("The lists in force stay: {}", problem));
    if (!ListsHash.of(next).equals(state.listsHash())) {
      LOG.warn("The list files differ from the lists in force, which only a refresh changes");
    }
  }

  void refused(AtStart purpose, SettingsRefused refused) {
    switch (purpose) {
      case FIRST_LISTS -> parts.leader().tell(new LeaderMessage.StartRefused(refused.reason()));
      case COMPARISON ->
          LOG.warn("The lists in force stay, but the files cannot be read: {}", refused.reason());
    }
  }
}
