package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.OperationRules;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Records how drains and the operations behind them have ended. */
final class DrainRecorder {
  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;

  DrainRecorder(ManagerContext parts, CommitQueue commits, NodeTable table) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
  }

  /** What is known to have ended since the last record. */
  void record() {
    NodesListState state = commits.current();
    if (state.possiblyDrainingIds().isEmpty() && state.operations().areAllOver()) {
      return;
    }
    Map<NodeId, NodeLifecycle> nodes = table.lifecycles();
    Provenance by = parts.byEbb(Origin.TIMER, state);
    List<NodesListEvent> events =
        Stream.concat(
                OperationRules.recordOutcomes(state, nodes, by).stream(),
                NodesListRules.endDrains(state, nodes, by).stream())
            .toList();
    if (!events.isEmpty()) {
      commits.submit(Result.of(events, durable -> {}));
    }
  }
}
