package ebb.admin.scalein;

import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import ebb.domain.scalein.ScaleInHost;
import ebb.nodeslist.observed.NodeSelection;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The hosts that may leave. */
final class ScaleInCandidates {
  private ScaleInCandidates() {}

  /**
   * The hosts with nodes in service, all of which are selected. Hosts that leave already are left
   * out: they drain, are excluded, wait in the queue, or have yet to apply a refresh.
   *
   * @param waiting the drains in the queue
   */
  static List<ScaleInHost> of(
      Collection<ObservedNode> nodes,
      NodeSelection selection,
      ListsSeen lists,
      Collection<QueuedDrain> waiting) {
    Set<String> leaving = new HashSet<>(lists.inForce().lists().excludes().keySet());
    lists.files().lists().ifPresent(files -> leaving.addAll(files.excludes().keySet()));
    leaving.addAll(hosts(waiting));
    Map<String, List<ObservedNode>> byHost =
        nodes.stream()
            .collect(
                Collectors.groupingBy(
                    node -> node.nodeId().host(), TreeMap::new, Collectors.toList()));
    List<ScaleInHost> candidates = new ArrayList<>();
    byHost.forEach(
        (host, all) -> {
          List<ObservedNode> serving = all.stream().filter(ScaleInCandidates::serves).toList();
          if (!serving.isEmpty()
              && all.stream().noneMatch(node -> leaves(node, leaving))
              && serving.stream().allMatch(selection::matches)) {
            candidates.add(host(host, serving));
          }
        });
    return candidates;
  }

  static Set<String> hosts(Collection<QueuedDrain> waiting) {
    return waiting.stream()
        .flatMap(drain -> drain.waiting().stream())
        .map(QueuedHost::host)
        .collect(Collectors.toSet());
  }

  private static boolean serves(ObservedNode node) {
    NodeState state = node.publication().node().state();
    return state == NodeState.RUNNING || state == NodeState.UNHEALTHY;
  }

  private static boolean leaves(ObservedNode node, Set<String> leaving) {
    return node.isDraining()
        || node.pending().isPresent()
        || leaving.contains(node.nodeId().host())
        || node.ip().filter(leaving::contains).isPresent();
  }

  private static ScaleInHost host(String host, List<ObservedNode> nodes) {
    List<Resource> sizes =
        nodes.stream().flatMap(node -> node.publication().node().capacity().stream()).toList();
    List<RunningContainers> running =
        nodes.stream().flatMap(node -> node.observation().running().stream()).toList();
    return new ScaleInHost(
        host,
        nodes.size(),
        Resource.of(
            sizes.stream().mapToLong(Resource::memoryMb).sum(),
            sizes.stream().mapToInt(Resource::vcores).sum()),
        running.size() < nodes.size()
            ? Optional.empty()
            : Optional.of(
                new ScaleInHost.Work(
                    running.stream().mapToInt(RunningContainers::containers).sum(),
                    running.stream().mapToInt(RunningContainers::applicationMasters).sum())));
  }
}
