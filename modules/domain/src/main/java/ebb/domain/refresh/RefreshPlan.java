package ebb.domain.refresh;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.Operation;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one refreshNodes does, node by node (NodesListManager.handleExcludeNodeList). The same value
 * is the result of a dry run, is journaled, and is carried out.
 *
 * @param decisions sorted by node id; a node that needs no action is absent
 * @param spared nodes whose drain continues although YARN's rule would end it
 */
public record RefreshPlan(List<NodeDecision> decisions, List<NodeId> spared) {
  public RefreshPlan {
    decisions = List.copyOf(decisions);
    spared = List.copyOf(spared);
  }

  /** A plan by YARN's rule, which spares no node. */
  public RefreshPlan(List<NodeDecision> decisions) {
    this(decisions, List.of());
  }

  /**
   * @param inForce the lists that this refresh replaces
   * @param policy determines which nodes are untracked; they are shut down instead of
   *     decommissioned
   */
  public static RefreshPlan of(
      RefreshRequest request,
      ListSettings settings,
      HostLists inForce,
      UntrackedPolicy policy,
      Collection<PlannerNode> nodes) {
    return of(request, settings, inForce, policy, false, nodes);
  }

  /**
   * As above.
   *
   * @param protectDrains whether running drains continue under NORMAL; YARN ends them
   */
  static RefreshPlan of(
      RefreshRequest request,
      ListSettings settings,
      HostLists inForce,
      UntrackedPolicy policy,
      boolean protectDrains,
      Collection<PlannerNode> nodes) {
    Set<NodeId> spared =
        protectDrains && request.type() == RefreshType.NORMAL
            ? nodes.stream()
                .filter(node -> node.state() == NodeState.DECOMMISSIONING)
                .filter(node -> settings.lists().verdictOn(node.address()).isDisallowed())
                .map(PlannerNode::nodeId)
                .collect(Collectors.toCollection(TreeSet::new))
            : Set.of();
    return new RefreshPlan(
        nodes.stream()
            .filter(node -> !spared.contains(node.nodeId()))
            .sorted(Comparator.comparing(PlannerNode::nodeId))
            .flatMap(
                node -> {
                  boolean untracked = policy.isUntracked(settings, node.address());
                  return decide(request, settings, inForce, node, untracked).stream();
                })
            .toList(),
        List.copyOf(spared));
  }

  /**
   * Ends the drains that an operation started and that still run. A drain about which nothing is
   * known may be one of them; its node decides.
   */
  public static RefreshPlan endingDrainsOf(
      Operation operation, HostLists inForce, Collection<PlannerNode> nodes) {
    NodeAction end = new NodeAction.EndDrainOf(operation.id(), operation.listVersion());
    Set<NodeId> asked = operation.askedToDrain();
    return new RefreshPlan(
        nodes.stream()
            .filter(node -> node.state() == NodeState.DECOMMISSIONING)
            .filter(node -> asked.contains(node.nodeId()))
            .filter(node -> node.drain().map(drain -> drain.isOf(operation.id())).orElse(true))
            .sorted(Comparator.comparing(PlannerNode::nodeId))
            .map(
                node ->
                    new NodeDecision(
                        node.nodeId(), end, inForce.verdictOn(node.address()), node.state()))
            .toList());
  }

  private static Optional<NodeDecision> decide(
      RefreshRequest request,
      ListSettings settings,
      HostLists inForce,
      PlannerNode node,
      boolean untracked) {
    HostAdmission verdict = settings.lists().verdictOn(node.address());
    Optional<NodeAction> action =
        switch (request.type()) {
          case GRACEFUL ->
              verdict.isDisallowed() ? drain(request, settings, inForce, node) : recommission(node);
          case NORMAL -> verdict.isDisallowed() ? end(node, untracked) : recommission(node);
          case FORCEFUL -> force(node, untracked);
          case CHANGE_TIMEOUT ->
              throw new IllegalArgumentException("A changed timeout is no plan for all nodes");
        };
    return action.map(wish -> new NodeDecision(node.nodeId(), wish, verdict, node.state()));
  }

  private static EffectiveTimeout timeoutFor(
      RefreshRequest request, ListSettings settings, PlannerNode node) {
    Optional<DrainTimeout> ofHost = settings.lists().timeoutOf(node.address());
    return switch (request.tracking()) {
      case SERVER -> EffectiveTimeout.resolve(ofHost, request.timeout(), settings.configured());
      case CLIENT -> EffectiveTimeout.ofClient(ofHost, request.timeout(), settings.configured());
    };
  }

  private static Optional<NodeAction> drain(
      RefreshRequest request, ListSettings settings, HostLists inForce, PlannerNode node) {
    EffectiveTimeout effective = timeoutFor(request, settings, node);
    boolean isExplicit = isExplicit(request, settings, inForce, node);
    var drain =
        new NodeAction.GracefulDecommission(
            effective.timeout(),
            effective.source(),
            isExplicit ? Optional.empty() : kept(request, effective));
    return switch (node.state()) {
      case NEW, RUNNING, UNHEALTHY -> Optional.of(drain);
      case DECOMMISSIONING -> {
        // Only the node knows an unseen drain, so it gets the order in any case.
        boolean isNews = node.drain().map(running -> running.yieldsTo(drain)).orElse(true);
        yield isNews ? Optional.of(drain) : Optional.empty();
      }
      case DECOMMISSIONED -> node.awaitsRegistration() ? Optional.of(drain) : Optional.empty();
      case LOST, REBOOTED, SHUTDOWN -> Optional.empty();
    };
  }

  /** Which running drains keep their timeout when the new one was not given explicitly. */
  private static Optional<NodeAction.KeptDrains> kept(
      RefreshRequest request, EffectiveTimeout effective) {
    if (request.keepTimeouts()) {
      return Optional.of(NodeAction.KeptDrains.ALL);
    }
    return effective.source() == TimeoutSource.CONFIGURATION
        ? Optional.empty()
        : Optional.of(NodeAction.KeptDrains.OF_OPERATORS);
  }

  /**
   * Whether this refresh gives the node an explicit timeout: in the request, or next to the host
   * since the last refresh. An entry that was there before does not count.
   */
  private static boolean isExplicit(
      RefreshRequest request, ListSettings settings, HostLists inForce, PlannerNode node) {
    Optional<DrainTimeout> ofHost = settings.lists().timeoutOf(node.address());
    boolean isNewEntry =
        request.tracking() == Tracking.SERVER
            && ofHost.isPresent()
            && !ofHost.equals(inForce.timeoutOf(node.address()));
    return request.timeout().isPresent() || isNewEntry;
  }

  private static Optional<NodeAction> end(PlannerNode node, boolean untracked) {
    boolean inService = node.state().isActive() || node.awaitsRegistration();
    return inService
        ? Optional.of(
            untracked
                ? new NodeAction.ShutDown()
                : new NodeAction.Decommission(DecommissionCause.NORMAL))
        : Optional.empty();
  }

  private static Optional<NodeAction> force(PlannerNode node, boolean untracked) {
    return node.state() == NodeState.DECOMMISSIONING
        ? Optional.of(
            untracked
                ? new NodeAction.ShutDown()
                : new NodeAction.Decommission(DecommissionCause.FORCED, node.plannedDrain()))
        : Optional.empty();
  }

  private static Optional<NodeAction> recommission(PlannerNode node) {
    boolean applies =
        node.state() == NodeState.DECOMMISSIONING
            || (node.state() == NodeState.DECOMMISSIONED && !node.awaitsRegistration());
    return applies ? Optional.of(new NodeAction.Recommission()) : Optional.empty();
  }
}
