package ebb.nodeslist;

import akka.persistence.typed.SnapshotAdapter;
import ebb.domain.lists.NodesListSnapshot;
import ebb.domain.lists.NodesListState;

/** The state in memory is made for quick changes, the stored one for a stable form. */
final class StoredState implements SnapshotAdapter<NodesListState> {

  @Override
  public Object toJournal(NodesListState state) {
    return state.toSnapshot();
  }

  @Override
  public NodesListState fromJournal(Object from) {
    if (from instanceof NodesListSnapshot snapshot) {
      return NodesListState.of(snapshot);
    }
    throw new IllegalStateException("not a snapshot of the lists: " + from.getClass().getName());
  }
}
