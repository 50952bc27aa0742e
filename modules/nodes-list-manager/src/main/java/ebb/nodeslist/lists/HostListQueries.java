package ebb.nodeslist.lists;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListState;
import ebb.hosts.ListSource;
import ebb.nodeslist.protocol.ManagerMessage.FilesSeen;
import ebb.nodeslist.protocol.NodesListCommand.GetLists;
import ebb.nodeslist.protocol.NodesListReply;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Answers queries about the lists in force, and about the content of their files. */
public final class HostListQueries {
  private final boolean protectDrains;
  private final SubstituteLists substitutes;

  /**
   * @param protectDrains the setting {@code ebb.protect-drains}
   */
  public HostListQueries(boolean protectDrains, SubstituteLists substitutes) {
    this.protectDrains = protectDrains;
    this.substitutes = substitutes;
  }

  public void tellInForce(NodesListState state, GetLists query) {
    query
        .replyTo()
        .tell(
            new NodesListReply.ListsInForce(state.listVersion(), state.listsHash(), state.lists()));
  }

  public void tellSeen(NodesListState state, FilesSeen seen) {
    ListSource.ListFiles found = asForARefresh(state, seen.found());
    Optional<HostLists> files = found.lists();
    seen.question()
        .replyTo()
        .tell(
            new NodesListReply.ListsSeen(
                state.listVersion(),
                state.listsHash(),
                state.settings(),
                files
                    .map(lists -> found.with(state.toPutInForce(lists, protectDrains)))
                    .orElse(found),
                state.operatorExcludes(),
                files.map(lists -> keptBeside(lists, state)).orElse(List.of())));
  }

  /** Adds what the files do not show: that a refresh would reject them. */
  private ListSource.ListFiles asForARefresh(NodesListState state, ListSource.ListFiles found) {
    return found
        .lists()
        .flatMap(lists -> substitutes.problem(state, found.isSubstitute(), lists))
        .map(found::refused)
        .orElse(found);
  }

  private List<String> keptBeside(HostLists files, NodesListState state) {
    return kept(files, state.toPutInForce(files, protectDrains));
  }

  /** Hosts that stay excluded although the file lacks them. */
  static List<String> kept(HostLists files, HostLists putInForce) {
    TreeSet<String> kept = new TreeSet<>(putInForce.excludes().keySet());
    kept.removeAll(files.excludes().keySet());
    return List.copyOf(kept);
  }
}
