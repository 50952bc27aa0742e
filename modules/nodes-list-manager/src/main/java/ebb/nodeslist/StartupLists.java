package ebb.nodeslist;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshPlan;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListSource;
import ebb.nodeslist.lists.HostListPublisher;
import ebb.nodeslist.lists.SubstituteLists;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the lists that are read at the start: as the first lists, or for a comparison. */
final class StartupLists {
  private static final Logger LOG = LoggerFactory.getLogger(StartupLists.class);
  private static final Initiator EBB = Initiator.system("ebb", Origin.START);

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final RefreshProcessor refreshes;
  private final HostListPublisher hosts;
  private final SubstituteLists substitutes;
  private final Runnable listsKnown;

  /**
   * @param listsKnown called once the first lists are durable
   */
  StartupLists(
      ManagerContext parts,
      CommitQueue commits,
      RefreshProcessor refreshes,
      HostListPublisher hosts,
      SubstituteLists substitutes,
      Runnable listsKnown) {
    this.parts = parts;
    this.commits = commits;
    this.refreshes = refreshes;
    this.hosts = hosts;
    this.substitutes = substitutes;
    this.listsKnown = listsKnown;
  }

  /** Takes the first lists, if nothing is in the journal yet. */
  void read(ListSource.Settings settings) {
    if (commits.current().listVersion() == 0) {
      putInForce(settings);
    } else {
      compare(commits.committed(), settings);
    }
  }

  private void putInForce(ListSource.Settings settings) {
    List<NodesListEvent> events =
        refreshes.accept(
            commits.current(),
            parts.operationIds().get(),
            new RefreshRequest(RefreshType.NORMAL, Optional.empty()),
            settings,
            new RefreshPlan(List.of()),
            EBB);
    commits.submit(PendingCommit.of(events, durable -> inForce(durable, settings)));
  }

  private void inForce(NodesListState durable, ListSource.Settings settings) {
    settings.warnings().forEach(warning -> LOG.warn("{}", warning));
    substitutes.problem(durable, settings.isSubstitute(), settings.lists()); // they are in force
    hosts.refreshed(durable, settings);
    listsKnown.run();
  }

  private void compare(NodesListState state, ListSource.Settings settings) {
    hosts.compared(state, settings);
    HostLists next = state.toPutInForce(settings.lists(), parts.settings().protectDrains());
    settings.warnings().forEach(warning -> LOG.warn("{}", warning));
    substitutes
        .problem(state, settings.isSubstitute(), settings.lists())
        .ifPresent(problem -> LOG.warn("The lists in force are unchanged: {}", problem));
    if (!ListsHash.of(next).equals(state.listsHash())) {
      LOG.warn("The list files differ from the lists in force, which only a refresh changes");
    }
  }

  void refused(SettingsRefused refused) {
    if (commits.current().listVersion() == 0) {
      LOG.error("Cannot start without the lists: {}", refused.reason());
      parts.leadership().onStartRefused(refused.reason());
    } else {
      LOG.warn(
          "The lists in force are unchanged, but the files cannot be read: {}", refused.reason());
    }
  }
}
