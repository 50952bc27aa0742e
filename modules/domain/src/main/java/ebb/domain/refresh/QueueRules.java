package ebb.domain.refresh;

import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.QueueChanged;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Provenance;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.Pace;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueuedHost;
import ebb.domain.text.NaturalOrder;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Decides which drains may wait in the queue, and how much of the fleet drains. */
public final class QueueRules {
  private static final int MOST_DRAINS = 100;

  private QueueRules() {}

  public sealed interface QueueDecision {}

  /** Record this event. */
  public record Queued(DrainQueued event) implements QueueDecision {}

  public record Changed(QueueChanged event) implements QueueDecision {}

  /** Nothing is recorded. */
  public record Refused(QueueRejection code, String reason) implements QueueDecision {}

  /**
   * Queues the hosts that the lists in force do not exclude yet.
   *
   * @param allowUnknown whether hosts without a known node may wait
   * @param by with the current time
   */
  public static QueueDecision queue(
      NodesListState state,
      String id,
      List<QueuedHost> hosts,
      Pace pace,
      boolean allowUnknown,
      Provenance by) {
    Set<String> names = hosts.stream().map(QueuedHost::host).collect(Collectors.toSet());
    List<String> unknown =
        allowUnknown ? List.of() : unknown(state, names, state.lists().excludes().keySet());
    List<QueuedHost> waiting =
        hosts.stream().filter(each -> !state.lists().excludes().containsKey(each.host())).toList();
    Optional<String> twice =
        names.stream().filter(state.queue().hosts()::contains).sorted().findFirst();
    boolean neverOpens = pace.isOver(by.at()) || pace.notBefore().filter(pace::isOver).isPresent();
    if (neverOpens) {
      return new Refused(
          QueueRejection.WINDOW_CLOSED, "No host could begin before " + pace.until().get());
    } else if (!unknown.isEmpty()) {
      return new Refused(
          QueueRejection.UNKNOWN_HOST,
          "No node of host "
              + String.join(", ", unknown)
              + " is known, by name or by address, and the exclude list does not name it");
    } else if (twice.isPresent()) {
      return new Refused(
          QueueRejection.ALREADY_QUEUED, "Host " + twice.get() + " waits in the queue already");
    } else if (waiting.isEmpty()) {
      return new Refused(
          QueueRejection.ALREADY_EXCLUDED, "All of these hosts are excluded already");
    } else if (state.queue().drains().size() >= MOST_DRAINS) {
      return new Refused(
          QueueRejection.QUEUE_FULL, MOST_DRAINS + " drains wait in the queue already");
    }
    return new Queued(new DrainQueued(id, waiting, pace, by));
  }

  public static QueueDecision change(
      NodesListState state, String id, QueueChange change, Provenance by) {
    return state.queue().find(id).isPresent()
        ? new Changed(new QueueChanged(id, change, by))
        : new Refused(
            QueueRejection.UNKNOWN_QUEUED_DRAIN, "No drain " + id + " waits in the queue");
  }

  /**
   * Hosts that probably do not exist: neither a node nor an exclude list has them.
   *
   * @param excluded hosts of the exclude lists
   */
  public static List<String> unknown(
      NodesListState state, Collection<String> hosts, Collection<String> excluded) {
    Set<String> unknown = new TreeSet<>(NaturalOrder.INSTANCE);
    unknown.addAll(hosts);
    unknown.removeAll(excluded);
    state
        .register()
        .forEach(
            (node, address) ->
                List.of(node.host(), address.host(), address.ip()).forEach(unknown::remove));
    return List.copyOf(unknown);
  }

  /**
   * How much of the fleet drains now, at most: a drain counts from its plan until it is known to
   * have ended.
   *
   * @param view the last published states of the nodes
   */
  public static FleetLoad load(NodesListState state, Map<NodeId, NodeLifecycle> view) {
    Set<String> draining = new HashSet<>();
    Set<String> inService = new HashSet<>();
    for (NodeId node : state.registeredIds()) {
      if (drains(state.unsettledOrder(node), Optional.ofNullable(view.get(node)))) {
        draining.add(node.host());
        inService.add(node.host());
      } else if (view.containsKey(node) && view.get(node).state().isInService()) {
        inService.add(node.host());
      }
    }
    return new FleetLoad(draining.size(), inService.size());
  }

  private static boolean drains(Optional<NodeOrder> unsettled, Optional<NodeLifecycle> published) {
    return published
        .map(node -> unsettled.map(order -> order.appliedTo(node)).orElse(node))
        .map(node -> node.state() == NodeState.DECOMMISSIONING)
        .orElseGet(
            () ->
                unsettled
                    .filter(order -> order.action() instanceof NodeAction.GracefulDecommission)
                    .isPresent());
  }
}
