package ebb.nodeslist;

import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.OperationRules;
import java.util.List;

/** Records how drains ended, and the operations behind them. */
final class DrainRecorder {
  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;

  DrainRecorder(ManagerContext parts, CommitQueue commits, NodeTable table) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
  }

  /** Records what is known to have ended since the last record. */
  void record() {
    NodesListState state = commits.current();
    if (!state.operations().areAllOver()) {
      OperationRules.settle(state, table.lifecycles(), parts.byEbb(Origin.TIMER, state))
          .ifPresent(event -> commits.submit(Result.of(List.of(event), durable -> {})));
    }
  }
}
