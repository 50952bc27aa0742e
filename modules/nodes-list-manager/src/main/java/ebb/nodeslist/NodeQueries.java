package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListState;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodeTableCommand.DescribeWork;
import ebb.nodeslist.protocol.NodeTableCommand.ListNodes;
import ebb.nodeslist.protocol.NodeTableCommand.Work;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers queries about the nodes, and about what runs on them. */
final class NodeQueries {
  private static final Logger LOG = LoggerFactory.getLogger(NodeQueries.class);

  private final Leadership leadership;
  private final CommitQueue commits;
  private final NodeTable table;
  private final SerialIoExecutor lane;

  NodeQueries(Leadership leadership, CommitQueue commits, NodeTable table, SerialIoExecutor lane) {
    this.leadership = leadership;
    this.commits = commits;
    this.table = table;
    this.lane = lane;
  }

  void answer(ListNodes query) {
    NodesListState state = commits.committed();
    List<ObservedNode> found =
        query
            .nodeId()
            .map(node -> table.find(node).stream())
            .orElseGet(() -> table.all().stream())
            .map(this::seen)
            .toList();
    Set<NodeId> unpublished =
        query
            .nodeId()
            .map(node -> state.addressOf(node).map(any -> Set.of(node)).orElse(Set.of()))
            .orElseGet(state::registeredIds)
            .stream()
            .filter(node -> table.find(node).isEmpty())
            .collect(Collectors.toSet());
    query.replyTo().tell(new NodeTableCommand.Nodes(found, unpublished));
  }

  /** Collected at the time of the query: heartbeats send no message to the leader. */
  private ObservedNode seen(NodeStateUpdate publication) {
    NodeId node = publication.node().nodeId();
    Optional<String> ip = commits.committed().addressOf(node).map(NodeAddress::ip);
    Optional<Long> pending =
        table.pendingOrder(commits.committed(), node).map(NodeOrder::listVersion);
    return new ObservedNode(publication, leadership.observation(node), ip, pending);
  }

  /**
   * Runs off the leader's thread: Hadoop answers under its own locks, which may be held for long.
   * Names only add to an answer, so the caller gets none rather than having to wait.
   */
  void answer(DescribeWork query) {
    lane.submit(() -> leadership.work().map(work -> describe(query, work)).orElse(Work.NOTHING))
        .whenComplete(
            (work, failure) -> {
              if (failure != null) {
                LOG.debug("What runs is not told", failure);
              }
              query.replyTo().tell(failure == null ? work : Work.NOTHING);
            });
  }

  /** With YARN's ACLs, the leader does not decide who may see an application. */
  static Work describe(DescribeWork query, WorkView work) {
    if (work.areAclsEnabled() && !query.asAdministrator()) {
      return Work.NOTHING;
    }
    List<ObservedContainer> containers = query.nodeId().map(work::containers).orElseGet(List::of);
    Set<String> ids = new HashSet<>(query.applications());
    containers.forEach(container -> ids.add(container.applicationId()));
    return new Work(work.applications(ids), containers);
  }
}
