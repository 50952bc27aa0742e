package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.IdleNode;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.OperationRules;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.lists.UntrackedNodes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how drains ended, and the operations behind them. Removes from the register nodes that no
 * list has named for a long time, and forgets operations that are over and past {@code
 * keep-operations}. This is not YARN's expiry of a silent NodeManager, which is {@code
 * ebb.hadoop.node.HeartbeatMonitor}.
 */
final class NodeSettler {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSettler.class);

  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final FanOut fanOut;
  private final RegistrationProcessor registrations;
  private final UntrackedNodes untracked;

  NodeSettler(
      ManagerContext parts,
      CommitQueue commits,
      NodeTable table,
      FanOut fanOut,
      RegistrationProcessor registrations) {
    this.parts = parts;
    this.commits = commits;
    this.table = table;
    this.fanOut = fanOut;
    this.registrations = registrations;
    this.untracked = new UntrackedNodes(parts.untracked());
  }

  /** Records what is known to have ended since the last record. */
  void settle() {
    NodesListState state = commits.current();
    if (!state.operations().areAllOver()) {
      OperationRules.settle(state, table.lifecycles(), parts.byEbb(Origin.TIMER, state))
          .ifPresent(event -> commits.submit(PendingCommit.of(List.of(event), durable -> {})));
    }
  }

  /** A node whose drain is not known to have ended is not forgotten. */
  void expire() {
    settle();
    NodesListState state = commits.current();
    Provenance by = parts.byEbb(Origin.TIMER, state);
    Map<NodeId, IdleNode> idle = table.idle();
    Map<NodeId, IdleNode> since = untracked.stamp(state, idle);
    Optional<NodesListEvent> nodes =
        NodesListRules.forget(
            state, parts.untracked(), since, registrations.admittedRecently(idle)::contains, by);
    Optional<NodesListEvent> operations =
        OperationRules.forget(state, parts.settings().keepOperations(), by);
    List<NodesListEvent> events = Stream.concat(operations.stream(), nodes.stream()).toList();
    if (!events.isEmpty()) {
      commits.submit(PendingCommit.of(events, durable -> forget(durable, since.keySet())));
    }
  }

  private void forget(NodesListState durable, Set<NodeId> candidates) {
    Set<NodeId> gone =
        candidates.stream()
            .filter(node -> durable.addressOf(node).isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    if (!gone.isEmpty()) {
      LOG.info("Forgotten, because no list names them: {}", gone);
      fanOut.forget(gone);
    }
  }

  /** A refresh that read the lists took effect. */
  void refreshed(NodesListState state, Collection<NodeStateUpdate> nodes) {
    untracked.refreshed(state, nodes, parts.now());
  }
}
