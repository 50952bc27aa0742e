package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.Origin;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.OperationRules;
import ebb.nodeslist.ManagerMessage.IdleSeen;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets go of nodes that nobody has tracked for long, and of operations that ended long ago. The
 * NodesListManager writes for it.
 */
final class Forgetting {
  private static final Logger LOG = LoggerFactory.getLogger(Forgetting.class);

  private final ManagerParts parts;
  private final View view;
  private final Registrar registrar;
  private final UntrackedNodes untracked;

  Forgetting(ManagerParts parts, View view, Registrar registrar) {
    this.parts = parts;
    this.view = view;
    this.registrar = registrar;
    this.untracked = new UntrackedNodes(parts.untracked());
  }

  /**
   * Nodes that are to be forgotten.
   *
   * @param untracked these and others, which are kept
   */
  record OldNodes(Set<NodeId> untracked, NodesListEvent event) {}

  /** Empty if all that are over are to be kept. */
  Optional<NodesListEvent> oldOperations(NodesListState state) {
    return OperationRules.forget(
        state, parts.settings().keepOperations(), parts.byEbb(Origin.TIMER, state));
  }

  /** Answered with IdleSeen. */
  void askForNodes() {
    view.askForIdle();
  }

  /** Empty if all nodes are to be kept. */
  Optional<OldNodes> oldNodes(NodesListState state, IdleSeen seen) {
    Map<NodeId, IdleNode> idle = untracked.stamp(state, seen.idle());
    return NodesListRules.forget(
            state,
            parts.untracked(),
            idle,
            registrar.onTheirWay(seen.idle())::contains,
            parts.byEbb(Origin.TIMER, state))
        .map(event -> new OldNodes(idle.keySet(), event));
  }

  /** That they are forgotten is durable. */
  void written(NodesListState state, OldNodes old) {
    Set<NodeId> gone =
        old.untracked().stream()
            .filter(node -> state.addressOf(node).isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    LOG.info("Forgotten, because no list names them: {}", gone);
    parts.directory().tell(new DirectoryMessage.Forget(gone));
  }

  /** A refresh that read the lists took effect. */
  void refreshed(NodesListState state, RefreshDesk.Commit commit) {
    untracked.refreshed(state, commit.view(), parts.now());
  }
}
