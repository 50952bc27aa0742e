package ebb.domain.refresh;

import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListState;
import ebb.domain.queue.FleetConditions;
import ebb.domain.queue.FleetConditions.FleetHost;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.NodePlace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The fleet as far as it decides when queued hosts begin. A drain counts from its plan until it is
 * known to have ended. A node is in service for {@link KeptCapacity} while it is RUNNING, no order
 * takes it out, and its place is known: its NodeManager has registered with this leader.
 */
public final class FleetView {
  private final Set<String> draining = new HashSet<>();
  private final Set<String> inService = new HashSet<>();
  private final Map<String, Long> memoryMb = new HashMap<>();
  private final Map<String, FleetHost> hosts = new HashMap<>();

  private FleetView() {}

  /**
   * @param view the last published states of the nodes
   * @param places of the registered nodes
   */
  public static FleetConditions of(
      NodesListState state,
      Map<NodeId, NodeLifecycle> view,
      Function<NodeId, Optional<NodePlace>> places) {
    FleetView fleet = new FleetView();
    state
        .register()
        .forEach(
            (node, address) ->
                fleet.add(
                    node,
                    address,
                    Optional.ofNullable(view.get(node)),
                    state.unsettledOrder(node),
                    places.apply(node)));
    return new FleetConditions(
        new FleetLoad(fleet.draining.size(), fleet.inService.size()), fleet.memoryMb, fleet.hosts);
  }

  private void add(
      NodeId node,
      NodeAddress address,
      Optional<NodeLifecycle> published,
      Optional<NodeOrder> unsettled,
      Optional<NodePlace> place) {
    boolean drains = drains(unsettled, published);
    if (drains) {
      draining.add(node.host());
    }
    if (drains || published.filter(each -> each.state().isInService()).isPresent()) {
      inService.add(node.host());
    }
    Map<String, Long> memory = new HashMap<>();
    published
        .filter(each -> takesContainers(each, unsettled))
        .flatMap(NodeLifecycle::capacity)
        .ifPresent(size -> place.ifPresent(at -> memory.put(at.label(), size.memoryMb())));
    memory.forEach((label, size) -> memoryMb.merge(label, size, Long::sum));
    FleetHost host = new FleetHost(memory, drains, place.map(NodePlace::rack));
    Stream.of(address.host(), address.ip())
        .distinct()
        .forEach(name -> hosts.merge(name, host, FleetHost::with));
  }

  /** An order that ends the drain counts when it is applied. */
  private static boolean drains(Optional<NodeOrder> unsettled, Optional<NodeLifecycle> published) {
    return published
        .map(
            node ->
                Stream.concat(
                        Stream.of(node), unsettled.map(order -> order.appliedTo(node)).stream())
                    .anyMatch(each -> each.state() == NodeState.DECOMMISSIONING))
        .orElseGet(
            () ->
                unsettled
                    .filter(order -> order.action() instanceof NodeAction.GracefulDecommission)
                    .isPresent());
  }

  /**
   * An order that takes the node out counts at once, one that brings it back when it is applied.
   */
  private static boolean takesContainers(NodeLifecycle node, Optional<NodeOrder> unsettled) {
    return node.state() == NodeState.RUNNING
        && unsettled.map(order -> order.appliedTo(node).state() == NodeState.RUNNING).orElse(true);
  }
}
