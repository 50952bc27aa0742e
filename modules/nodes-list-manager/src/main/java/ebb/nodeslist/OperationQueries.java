package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.Operation;
import ebb.domain.lists.OperationProgress;
import ebb.domain.refresh.Undo;
import ebb.nodeslist.protocol.NodesListCommand.FindOperation;
import ebb.nodeslist.protocol.NodesListCommand.ListOperations;
import ebb.nodeslist.protocol.NodesListReply;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers queries about operations: what is recorded, and what the nodes have published since. */
final class OperationQueries {
  private final CommitQueue commits;
  private final NodeTable table;

  OperationQueries(CommitQueue commits, NodeTable table) {
    this.commits = commits;
    this.table = table;
  }

  void answer(ListOperations query) {
    NodesListState state = commits.committed();
    var nodes = table.lifecycles();
    List<Operation> found = state.operations().newestFirst(query.before(), query.limit() + 1);
    query
        .replyTo()
        .tell(
            new NodesListReply.OperationsSeen(
                found.stream()
                    .limit(query.limit())
                    .map(operation -> OperationProgress.of(operation, nodes).summary())
                    .toList(),
                found.size() > query.limit()));
  }

  void answer(FindOperation query) {
    NodesListState state = commits.committed();
    Optional<Operation> found = state.operations().find(query.id());
    Set<NodeId> nodes =
        found.stream()
            .flatMap(operation -> operation.accepted().decisions().stream())
            .map(NodeDecision::nodeId)
            .collect(Collectors.toSet());
    query
        .replyTo()
        .tell(
            new NodesListReply.OperationSeen(
                found.map(each -> OperationProgress.of(each, table.lifecycles())),
                nodes.stream()
                    .flatMap(node -> table.find(node).stream())
                    .sorted(Comparator.comparing(each -> each.node().nodeId()))
                    .toList(),
                found
                    .filter(each -> query.withUndo())
                    .map(each -> Undo.of(each, state, table.lifecycles()))));
  }
}
