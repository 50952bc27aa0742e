package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperationProgress;
import ebb.node.NodePublication;
import ebb.nodeslist.ManagerMessage.ProgressSeen;
import ebb.nodeslist.NodesListCommand.FindOperation;
import ebb.nodeslist.NodesListCommand.ListOperations;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells how far operations are: what is recorded, and what the nodes have made known since. */
final class OperationsDesk {
  private final View view;

  OperationsDesk(View view) {
    this.view = view;
  }

  /** Without the nodes' view the answer says what is recorded. */
  void look(NodesListCommand question) {
    view.ask(nodes -> new ProgressSeen(question, nodes), new ProgressSeen(question, List.of()));
  }

  static void answer(NodesListState state, ProgressSeen seen) {
    if (seen.question() instanceof ListOperations list) {
      list.replyTo().tell(page(state, list, View.lifecycles(seen.view())));
    } else if (seen.question() instanceof FindOperation find) {
      find.replyTo().tell(one(state, find, seen.view()));
    }
  }

  private static NodesListReply page(
      NodesListState state, ListOperations list, Map<NodeId, NodeLifecycle> view) {
    List<Operation> found = state.operations().newestFirst(list.before(), list.limit() + 1);
    return new NodesListReply.OperationsSeen(
        found.stream()
            .limit(list.limit())
            .map(operation -> OperationProgress.of(operation, state, view).summary())
            .toList(),
        found.size() > list.limit());
  }

  private static NodesListReply one(
      NodesListState state, FindOperation find, List<NodePublication> view) {
    Optional<Operation> found = state.operations().find(find.id());
    Set<NodeId> nodes =
        found.stream()
            .flatMap(operation -> operation.accepted().decisions().stream())
            .map(NodeDecision::nodeId)
            .collect(Collectors.toSet());
    return new NodesListReply.OperationSeen(
        found.map(operation -> OperationProgress.of(operation, state, View.lifecycles(view))),
        view.stream()
            .filter(each -> nodes.contains(each.node().nodeId()))
            .sorted(Comparator.comparing(each -> each.node().nodeId()))
            .toList());
  }
}
