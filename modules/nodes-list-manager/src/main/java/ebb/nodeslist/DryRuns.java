package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.RefreshDecision.Shown;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.NodesListReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** Answers with a plan and its cost. May be called on any thread. */
final class DryRuns {
  private final ManagerContext parts;

  DryRuns(ManagerContext parts) {
    this.parts = parts;
  }

  /**
   * @param nodes the newest published state of each node
   */
  NodesListReply.Refreshed answer(
      NodesListState state,
      RefreshType type,
      Shown shown,
      Map<NodeId, NodeLifecycle> nodes,
      List<String> warnings) {
    PlanSummary summary =
        PlanSummary.of(
            state,
            shown,
            nodes,
            parts.now(),
            running(RunningContainers::containers),
            running(RunningContainers::applicationMasters));
    return new NodesListReply.Refreshed(
        "",
        type,
        shown.listVersion(),
        true,
        shown.plan().decisions(),
        new TreeSet<>(),
        warnings,
        Optional.of(summary));
  }

  private ToIntFunction<NodeId> running(ToIntFunction<RunningContainers> number) {
    return node -> parts.leadership().observation(node).running().map(number::applyAsInt).orElse(0);
  }
}
