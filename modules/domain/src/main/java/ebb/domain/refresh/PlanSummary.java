package ebb.domain.refresh;

import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.RefreshDecision.Shown;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * What a plan costs, in sum. Nodes that drain already count as in service, and not as taken out.
 *
 * @param token by which exactly this plan can be asked for
 * @param taken size of the nodes that it takes out of service
 * @param inService size of all nodes in service
 * @param containers on the nodes that begin to drain, that leave at once, or whose drain it
 *     shortens; as far as the leader knows
 * @param applicationMasters of those
 * @param atOnce nodes that leave instead of draining
 * @param shortened nodes whose drain would end earlier than it would without the plan, and does not
 *     end at once
 * @param hostsWithoutNode hosts that the plan brings into the exclude list in force, or takes from
 *     it, and of which no node is known
 */
public record PlanSummary(
    PlanToken token,
    Resource taken,
    Resource inService,
    int containers,
    int applicationMasters,
    List<NodeId> atOnce,
    List<NodeId> shortened,
    List<String> hostsWithoutNode) {
  public PlanSummary {
    atOnce = List.copyOf(atOnce);
    shortened = List.copyOf(shortened);
    hostsWithoutNode = List.copyOf(hostsWithoutNode);
  }

  /**
   * @param view what the nodes last made known of themselves
   * @param containers that a node has; 0 if nobody knows
   * @param masters application masters among them
   */
  public static PlanSummary of(
      NodesListState state,
      Shown shown,
      Map<NodeId, NodeLifecycle> view,
      Instant now,
      ToIntFunction<NodeId> containers,
      ToIntFunction<NodeId> masters) {
    List<NodeLifecycle> taken = new ArrayList<>();
    List<NodeId> atOnce = new ArrayList<>();
    List<NodeId> shortened = new ArrayList<>();
    Set<NodeId> atStake = new TreeSet<>();
    for (NodeDecision decision : shown.plan().decisions()) {
      NodeLifecycle node = view.get(decision.nodeId());
      if (node == null
          || !node.state().isInService()
          || decision.action() instanceof NodeAction.Recommission) {
        continue;
      }
      if (Confirmation.leavesAtOnce(decision, node, now)) {
        atOnce.add(node.nodeId());
        atStake.add(node.nodeId());
      } else if (isShortened(decision, node)) {
        shortened.add(node.nodeId());
        atStake.add(node.nodeId());
      }
      if (node.drain().isEmpty()) {
        taken.add(node);
        atStake.add(node.nodeId());
      }
    }
    return new PlanSummary(
        shown.token(),
        sum(taken),
        sum(view.values().stream().filter(node -> node.state().isInService()).toList()),
        atStake.stream().mapToInt(containers).sum(),
        atStake.stream().mapToInt(masters).sum(),
        atOnce,
        shortened,
        hostsWithoutNode(state, shown.lists()));
  }

  private static boolean isShortened(NodeDecision decision, NodeLifecycle node) {
    return decision.action() instanceof NodeAction.GracefulDecommission wish
        && node.drain()
            .filter(running -> running.yieldsTo(wish))
            .filter(
                running -> {
                  Optional<Instant> deadline = wish.timeout().after(running.startedAt());
                  return deadline
                      .filter(at -> running.deadline().map(at::isBefore).orElse(true))
                      .isPresent();
                })
            .isPresent();
  }

  private static Resource sum(Collection<NodeLifecycle> nodes) {
    return Resource.of(
        nodes.stream().flatMap(n -> n.capacity().stream()).mapToLong(Resource::memoryMb).sum(),
        nodes.stream().flatMap(n -> n.capacity().stream()).mapToInt(Resource::vcores).sum());
  }

  private static List<String> hostsWithoutNode(NodesListState state, HostLists next) {
    Set<String> before = state.lists().excludes().keySet();
    Set<String> after = next.excludes().keySet();
    Set<String> changed = new TreeSet<>(NaturalOrder.INSTANCE);
    after.stream().filter(host -> !before.contains(host)).forEach(changed::add);
    before.stream().filter(host -> !after.contains(host)).forEach(changed::add);
    if (!changed.isEmpty()) {
      state
          .register()
          .forEach(
              (node, at) -> {
                changed.remove(node.host());
                forget(changed, at);
              });
    }
    return List.copyOf(changed);
  }

  private static void forget(Set<String> hosts, NodeAddress known) {
    hosts.remove(known.host());
    hosts.remove(known.ip());
  }
}
