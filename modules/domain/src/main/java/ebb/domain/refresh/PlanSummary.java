package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListState;
import ebb.domain.refresh.RefreshDecision.Shown;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The total cost of a plan. Nodes that are already draining count as in service, and not as taken
 * out.
 *
 * @param token the token with which exactly this plan can be requested
 * @param taken total size of the nodes that it takes out of service
 * @param inService total size of all nodes in service
 * @param containers on the nodes that start to drain, that leave at once, or whose drain the plan
 *     shortens; only those known to the leader
 * @param applicationMasters application masters among these containers
 * @param atOnce nodes that leave instead of draining
 * @param shortened nodes whose drain would end earlier than without the plan, but not at once
 * @param hostsWithoutNode hosts that the plan adds to the exclude list in force, or removes from
 *     it, and that have no known node
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
   * @param view the last published states of the nodes
   * @param containers number of containers on a node; 0 if unknown
   * @param masters number of application masters among them
   */
  public static PlanSummary of(
      NodesListState state,
      Shown shown,
      Map<NodeId, NodeLifecycle> view,
      Instant now,
      ToIntFunction<NodeId> containers,
      ToIntFunction<NodeId> masters) {
    PlanImpact impact = PlanImpact.of(shown.plan(), view, now);
    Set<NodeId> atStake = new TreeSet<>(impact.atOnce());
    atStake.addAll(impact.shortened());
    impact.taken().forEach(node -> atStake.add(node.nodeId()));
    return new PlanSummary(
        shown.token(),
        impact.takenSize(),
        impact.inService(),
        atStake.stream().mapToInt(containers).sum(),
        atStake.stream().mapToInt(masters).sum(),
        impact.atOnce(),
        impact.shortened(),
        hostsWithoutNode(state, shown.lists()));
  }

  /** Percentage of the memory in service that is taken; rounded up. */
  public long memoryPercent() {
    return PlanImpact.percent(taken.memoryMb(), inService.memoryMb());
  }

  /** The same for virtual cores. */
  public long vcoresPercent() {
    return PlanImpact.percent(taken.vcores(), inService.vcores());
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
