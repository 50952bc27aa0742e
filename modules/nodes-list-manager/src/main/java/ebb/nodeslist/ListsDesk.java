package ebb.nodeslist;

import ebb.domain.lists.NodesListState;
import ebb.nodeslist.ManagerMessage.FilesSeen;
import ebb.nodeslist.NodesListCommand.GetLists;

/** Tells which lists are in force, and what was found in their files. */
final class ListsDesk {
  private ListsDesk() {}

  static void tellInForce(NodesListState state, GetLists query) {
    query
        .replyTo()
        .tell(
            new NodesListReply.ListsInForce(state.listVersion(), state.listsHash(), state.lists()));
  }

  static void tellSeen(NodesListState state, FilesSeen seen) {
    seen.question()
        .replyTo()
        .tell(
            new NodesListReply.ListsSeen(
                state.listVersion(), state.listsHash(), state.settings(), seen.sight()));
  }
}
