package ebb.nodeslist;

import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListState;
import ebb.nodeslist.ManagerMessage.FilesSeen;
import ebb.nodeslist.NodesListCommand.GetLists;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Tells which lists are in force, and what was found in their files. */
final class ListsDesk {
  private final boolean protectDrains;

  /**
   * @param protectDrains see {@link NodesListSettings}
   */
  ListsDesk(boolean protectDrains) {
    this.protectDrains = protectDrains;
  }

  void tellInForce(NodesListState state, GetLists query) {
    query
        .replyTo()
        .tell(
            new NodesListReply.ListsInForce(state.listVersion(), state.listsHash(), state.lists()));
  }

  void tellSeen(NodesListState state, FilesSeen seen) {
    Optional<HostLists> files = seen.sight().lists();
    seen.question()
        .replyTo()
        .tell(
            new NodesListReply.ListsSeen(
                state.listVersion(),
                state.listsHash(),
                state.settings(),
                files
                    .map(lists -> seen.sight().with(state.toPutInForce(lists, protectDrains)))
                    .orElse(seen.sight()),
                state.operatorExcludes(),
                files.map(lists -> keptBeside(lists, state)).orElse(List.of())));
  }

  private List<String> keptBeside(HostLists files, NodesListState state) {
    return kept(files, state.toPutInForce(files, protectDrains));
  }

  /** Hosts that stay excluded though the file lacks them. */
  static List<String> kept(HostLists files, HostLists putInForce) {
    TreeSet<String> kept = new TreeSet<>(putInForce.excludes().keySet());
    kept.removeAll(files.excludes().keySet());
    return List.copyOf(kept);
  }
}
