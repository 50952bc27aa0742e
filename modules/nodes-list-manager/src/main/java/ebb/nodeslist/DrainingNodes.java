package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.RejectionCode;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.OperationRules;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.nodeslist.ManagerMessage.DrainsSeen;
import ebb.nodeslist.NodesListCommand.RetimeDrain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks after the nodes that may be draining: keeps them awake, so that their deadlines are seen
 * to, and hears how their drains and the operations behind these end. The NodesListManager writes
 * for it.
 */
final class DrainingNodes {
  private final ManagerParts parts;
  private final View view;

  DrainingNodes(ManagerParts parts, View view) {
    this.parts = parts;
    this.view = view;
  }

  /** All of them now, for nobody has seen to their deadlines for a while, and from now on. */
  void wake(NodesListState state) {
    Set<NodeId> draining = state.possiblyDrainingIds();
    parts.directory().tell(new DirectoryMessage.Wake(draining));
    parts.directory().tell(new DirectoryMessage.KeepAwake(draining));
  }

  /** Keeps them awake. Answered with DrainsSeen, if there is anything to ask for. */
  void lookAfter(NodesListState state) {
    Set<NodeId> draining = state.possiblyDrainingIds();
    parts.directory().tell(new DirectoryMessage.KeepAwake(draining));
    if (!draining.isEmpty() || !state.operations().areAllOver()) {
      view.ask(DrainsSeen::new, new DrainsSeen(List.of()));
    }
  }

  /** What has ended, possibly nothing. */
  List<NodesListEvent> seen(NodesListState state, DrainsSeen seen) {
    Map<NodeId, NodeLifecycle> nodes = View.lifecycles(seen.view());
    Provenance by = parts.byEbb(Origin.TIMER, state);
    Optional<NodesListEvent> ended = NodesListRules.endDrains(state, nodes, by);
    return Stream.concat(OperationRules.recordOutcomes(state, nodes, by).stream(), ended.stream())
        .toList();
  }

  /** The node decides, and answers. Who is not in the register is not to be woken for this. */
  void retime(NodesListState state, RetimeDrain command) {
    NodeId node = command.nodeId();
    if (state.addressOf(node).isPresent()) {
      parts
          .nodes()
          .tell(
              node,
              new NodeCommand.Retime(command.change(), command.initiator(), command.replyTo()));
    } else {
      command
          .replyTo()
          .tell(
              new NodeReply.Refused(
                  node, RejectionCode.UNKNOWN_NODE, "No node " + node + " is known"));
    }
  }
}
