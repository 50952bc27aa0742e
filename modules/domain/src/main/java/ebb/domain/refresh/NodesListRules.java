package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeTables;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListEvent.ExcludesEdited;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.ListsRead;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which events enter the fleet's journal. The counterpart of {@link NodesListState#apply}.
 */
public final class NodesListRules {
  private NodesListRules() {}

  /**
   * Whether a newer leader has started, so that the leader of this term may record nothing more.
   *
   * @param term the caller's term
   */
  public static boolean isSuperseded(NodesListState state, long term) {
    return state.leaderTerm() > term;
  }

  /**
   * The event with which a new leader starts; empty if the leader of this term has already recorded
   * it, or is superseded.
   */
  public static Optional<NodesListEvent> takeLead(NodesListState state, long term, Provenance by) {
    return state.leaderTerm() < term ? Optional.of(new LeadTaken(term, by)) : Optional.empty();
  }

  /**
   * Adds a node to the register before its first registration is answered, if the lists allow it.
   * For a known node, records the newest address, whether allowed or not.
   */
  public static Optional<NodesListEvent> admit(
      NodesListState state, NodeId node, NodeAddress address, Provenance by) {
    Optional<NodeAddress> known = state.addressOf(node);
    boolean isNews = !known.equals(Optional.of(address));
    boolean belongs =
        known.isPresent() || state.lists().verdictOn(address) == HostAdmission.ALLOWED;
    return isNews && belongs ? Optional.of(new NodeSeen(node, address, by)) : Optional.empty();
  }

  /**
   * Plans a refresh for all nodes of the register.
   *
   * @param view the last published states of the nodes; an absent node counts as a NEW node that
   *     has applied its open orders
   * @param beingAdmitted nodes whose registration is in progress: they may be in service before the
   *     refresh reaches them, whatever the view contains
   */
  public static RefreshPlan plan(
      NodesListState state,
      RefreshRequest request,
      ListSettings settings,
      UntrackedPolicy policy,
      Map<NodeId, NodeLifecycle> view,
      Predicate<NodeId> beingAdmitted) {
    return plan(state, request, settings, policy, false, view, beingAdmitted);
  }

  /**
   * As above.
   *
   * @param protectDrains see {@link RefreshPlan#of}
   */
  static RefreshPlan plan(
      NodesListState state,
      RefreshRequest request,
      ListSettings settings,
      UntrackedPolicy policy,
      boolean protectDrains,
      Map<NodeId, NodeLifecycle> view,
      Predicate<NodeId> beingAdmitted) {
    List<PlannerNode> nodes = new ArrayList<>();
    Map<NodeId, NodeLifecycle> unseen = unseen(state, view);
    state
        .register()
        .forEach(
            (node, address) -> {
              PlannerNode known =
                  view.containsKey(node)
                      ? known(state, view.get(node), address)
                      : unseen(state, unseen.get(node), node, address);
              boolean mayServeSoon =
                  !known.state().isActive()
                      && beingAdmitted.test(node)
                      && settings.lists().verdictOn(address).isDisallowed();
              nodes.add(mayServeSoon ? in(NodeState.NEW, node, address) : known);
            });
    if (request.ofOperation().isPresent()) {
      List<PlannerNode> certain =
          nodes.stream()
              .map(node -> view.containsKey(node.nodeId()) ? node : node.withUnknownDrain())
              .toList();
      return request
          .ofOperation()
          .flatMap(state.operations()::find)
          .map(operation -> RefreshPlan.endingDrainsOf(operation, state.lists(), certain))
          .orElseGet(() -> new RefreshPlan(List.of()));
    }
    return RefreshPlan.of(request, settings, state.lists(), policy, protectDrains, nodes);
  }

  /**
   * Nodes about which nothing is known except their orders. It is not known which of these orders
   * they have applied. Applying all of them in sequence shows from when until when a drain may run,
   * but not which operation it belongs to.
   */
  private static Map<NodeId, NodeLifecycle> unseen(
      NodesListState state, Map<NodeId, NodeLifecycle> view) {
    Map<NodeId, NodeLifecycle> unseen = new HashMap<>();
    state
        .operations()
        .open()
        .forEach(
            operation ->
                operation.openDecisions().stream()
                    .filter(decision -> !view.containsKey(decision.nodeId()))
                    .map(decision -> NodeTables.orderOf(operation.accepted(), decision))
                    .forEach(
                        order ->
                            unseen.compute(
                                order.nodeId(),
                                (node, known) ->
                                    order.appliedTo(
                                        known == null
                                            ? NodeLifecycle.unregistered(node)
                                            : known))));
    return unseen;
  }

  private static PlannerNode unseen(
      NodesListState state, @Nullable NodeLifecycle ordered, NodeId node, NodeAddress address) {
    PlannerNode known =
        PlannerNode.of(ordered == null ? NodeLifecycle.unregistered(node) : ordered, address);
    return state.unsettledOrder(node).map(known::withPending).orElse(known);
  }

  private static PlannerNode known(NodesListState state, NodeLifecycle seen, NodeAddress address) {
    return state
        .unsettledOrder(seen.nodeId())
        .filter(order -> !order.isAppliedBy(seen))
        .map(order -> PlannerNode.of(order.appliedTo(seen), address).withPending(order))
        .orElseGet(() -> PlannerNode.of(seen, address));
  }

  private static PlannerNode in(NodeState state, NodeId node, NodeAddress address) {
    return new PlannerNode(node, address, state, Optional.empty(), false);
  }

  /** As below, without keeping hosts excluded that the file does not contain. */
  public static List<NodesListEvent> accept(
      NodesListState state,
      String operationId,
      RefreshRequest request,
      ListSettings settings,
      RefreshPlan plan,
      Provenance by) {
    return accept(state, operationId, request, settings, false, plan, by);
  }

  /**
   * The events that commit a refresh; record them as one atomic write. The content of the lists is
   * only written if it differs from the lists in force.
   *
   * @param found the settings read from the files, or those in force if the request reads no lists
   * @param protectDrains whether hosts that operators excluded stay excluded when the file does not
   *     contain them
   */
  public static List<NodesListEvent> accept(
      NodesListState state,
      String operationId,
      RefreshRequest request,
      ListSettings found,
      boolean protectDrains,
      RefreshPlan plan,
      Provenance by) {
    ListSettings settings = toPutInForce(state, request, found, protectDrains);
    String hash = ListsHash.of(settings.lists());
    boolean asFound = request.readsLists() || state.filesHash().isEmpty();
    String filesHash = asFound ? ListsHash.of(found.lists()) : state.filesHash();
    List<NodesListEvent> events = new ArrayList<>();
    if (!hash.equals(state.listsHash())) {
      events.add(new ListsRead(hash, settings.lists(), by));
    }
    events.add(
        new RefreshAccepted(
            operationId,
            state.listVersion() + 1,
            request.type(),
            request.timeout(),
            settings.configured(),
            hash,
            plan.decisions(),
            settings.includePath(),
            Optional.of(request.tracking()),
            request.key(),
            request.ofOperation(),
            Optional.of(filesHash).filter(files -> !files.equals(hash)),
            by));
    return events;
  }

  static ListSettings toPutInForce(
      NodesListState state, RefreshRequest request, ListSettings found, boolean protectDrains) {
    return request.readsLists()
        ? new ListSettings(
            state.toPutInForce(found.lists(), protectDrains),
            found.configured(),
            found.includePath())
        : found;
  }

  /**
   * The event that records a change of the exclude file.
   *
   * @param added hosts that operators exclude with this change
   * @param removed hosts that are no longer excluded, no matter who excluded them
   * @return empty if there is nothing to record
   */
  public static Optional<NodesListEvent> editExcludes(
      NodesListState state, List<AddedExclude> added, Collection<String> removed, Provenance by) {
    Set<String> waiting = state.queue().hosts();
    List<String> known =
        removed.stream()
            .filter(host -> state.operatorExclude(host).isPresent() || waiting.contains(host))
            .sorted()
            .toList();
    return added.isEmpty() && known.isEmpty()
        ? Optional.empty()
        : Optional.of(new ExcludesEdited(added, known, by));
  }

  /**
   * Removes nodes that have been out of service and untracked for too long; empty if there are
   * none. A node is kept while anything is pending for it: an order, a drain, a registration.
   *
   * @param idle nodes that are out of service now; an absent node is kept
   * @param beingAdmitted nodes whose registration is in progress
   * @param by with the current time
   */
  public static Optional<NodesListEvent> forget(
      NodesListState state,
      UntrackedPolicy policy,
      Map<NodeId, IdleNode> idle,
      Predicate<NodeId> beingAdmitted,
      Provenance by) {
    Instant limit = by.at().minus(policy.timeout());
    List<NodeId> old =
        idle.entrySet().stream()
            .filter(entry -> policy.forgets(entry.getValue().state()))
            .filter(entry -> entry.getValue().since().isBefore(limit))
            .map(Map.Entry::getKey)
            .filter(node -> isUntracked(state, policy, node))
            .filter(node -> !state.isUnsettled(node))
            .filter(node -> !beingAdmitted.test(node))
            .sorted()
            .toList();
    return old.isEmpty() ? Optional.empty() : Optional.of(new NodesForgotten(old, by));
  }

  /** Whether this is a node of the register that the lists in force leave untracked. */
  public static boolean isUntracked(NodesListState state, UntrackedPolicy policy, NodeId node) {
    return state
        .addressOf(node)
        .filter(address -> policy.isUntracked(state.settings(), address))
        .isPresent();
  }
}
