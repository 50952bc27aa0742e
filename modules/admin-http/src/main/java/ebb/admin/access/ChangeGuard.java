package ebb.admin.access;

import akka.http.javadsl.model.HttpRequest;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.NodeAction.KeptDrains;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuedHost;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.ListEdit;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/**
 * Checks a change against the {@link Role} of its sender, the only place where that is done. What a
 * change of the lists does is known from its plan: a refresh puts the edits of others in force,
 * too. Each check throws a {@link ProblemException}, which is logged, if the change is not allowed.
 */
public final class ChangeGuard {
  private final HttpRequest request;
  private final Role role;

  public ChangeGuard(HttpRequest request) {
    this.request = request;
    this.role = Caller.of(request).role();
  }

  /** Whether only the plan of a change shows that it is allowed. */
  public boolean needsPlan() {
    return !role.isUnlimited();
  }

  public boolean may(Permission permission) {
    return role.may(permission);
  }

  public void require(Permission permission) {
    AccessFilter.require(permission, request);
  }

  /** What a refresh needs in any case. What else it needs depends on its plan. */
  public void requireRefresh(RefreshRequest refresh) {
    if (refresh.type() == RefreshType.FORCEFUL) {
      require(Permission.FORCE);
    } else if (role.permissions().isEmpty()) {
      require(Permission.DRAIN);
    }
  }

  /** What an edit of the exclude file needs, whatever its plan. */
  public void requireEdit(ListEdit edit) {
    if (!edit.add().isEmpty()) {
      require(Permission.DRAIN);
    }
    if (!edit.remove().isEmpty()) {
      require(Permission.RECOMMISSION);
    }
    requireTimeouts(edit.add().values());
  }

  /** The waiting hosts that a change of a queued drain concerns: to put it first moves others. */
  public static Set<String> changed(QueueSeen queue, String id, QueueChange change) {
    return queue.drains().stream()
        .filter(drain -> change == QueueChange.FIRST || drain.id().equals(id))
        .flatMap(drain -> drain.waiting().stream())
        .map(QueuedHost::host)
        .collect(Collectors.toSet());
  }

  /**
   * The failure of a change of a timeout: what needs a confirmation would end the drain at once.
   */
  public RuntimeException withoutConfirmation(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof ProblemException problem
        && problem.code() == ProblemCode.CONFIRMATION_REQUIRED) {
      require(Permission.FORCE);
    }
    return cause instanceof RuntimeException known ? known : new CompletionException(cause);
  }

  /**
   * A drain that ends at once is one by force.
   *
   * @param timeouts of hosts that are to be excluded
   */
  public void requireTimeouts(Collection<Optional<DrainTimeout>> timeouts) {
    if (timeouts.stream().flatMap(Optional::stream).anyMatch(ChangeGuard::endsAtOnce)) {
      require(Permission.FORCE);
    }
  }

  /** As above; hosts without a timeout get the configured one. */
  public void requireTimeouts(Collection<Optional<DrainTimeout>> timeouts, ListsSeen lists) {
    DrainTimeout configured = lists.inForce().configured();
    requireTimeouts(timeouts.stream().map(own -> own.or(() -> Optional.of(configured))).toList());
  }

  private static boolean endsAtOnce(DrainTimeout timeout) {
    return timeout.limit().filter(Duration.ZERO::equals).isPresent();
  }

  /**
   * All nodes of the hosts have to be those of the role, and so has a host without a node.
   *
   * @param hosts names or addresses
   * @param nodes all that are known
   */
  public void requireHosts(Collection<String> hosts, Collection<ObservedNode> nodes) {
    if (role.scope().isEmpty() || hosts.isEmpty()) {
      return;
    }
    Map<String, Set<ObservedNode>> byName = new HashMap<>();
    for (ObservedNode node : nodes) {
      byName.computeIfAbsent(node.nodeId().host(), any -> new HashSet<>()).add(node);
      node.ip().ifPresent(ip -> byName.computeIfAbsent(ip, any -> new HashSet<>()).add(node));
    }
    Set<String> foreign = new TreeSet<>();
    for (String host : hosts) {
      Set<ObservedNode> own = byName.getOrDefault(host, Set.of());
      if (own.isEmpty() ? !includesHost(host) : !own.stream().allMatch(this::includes)) {
        foreign.add(host);
      }
    }
    refuseForeign(foreign);
  }

  /** As {@link #requireHosts}, of one node. */
  public void requireNode(NodeId node, Collection<ObservedNode> nodes) {
    Optional<ObservedNode> known =
        nodes.stream().filter(each -> each.nodeId().equals(node)).findFirst();
    if (!known.map(this::includes).orElseGet(() -> includesHost(node.host()))) {
      refuseForeign(Set.of(node.toString()));
    }
  }

  private boolean includes(ObservedNode node) {
    return role.scope().map(scope -> scope.includes(node)).orElse(true);
  }

  private boolean includesHost(String host) {
    return role.scope().map(scope -> scope.includesHost(host)).orElse(true);
  }

  private void refuseForeign(Set<String> names) {
    if (!names.isEmpty()) {
      String first = names.stream().sorted().limit(5).collect(Collectors.joining(", "));
      int more = names.size() - 5;
      throw AccessFilter.refusal(
          request, "not " + first + (more > 0 ? " and " + more + " more" : ""));
    }
  }

  /**
   * Everything that a refresh would do has to be allowed.
   *
   * @param plan its dry run
   * @param nodes all that are known
   */
  public void requirePlan(Refreshed plan, Collection<ObservedNode> nodes) {
    Map<NodeId, ObservedNode> known =
        nodes.stream().collect(Collectors.toMap(ObservedNode::nodeId, node -> node, (a, b) -> a));
    Set<String> foreign = new TreeSet<>();
    for (NodeDecision decision : plan.decisions()) {
      Optional<ObservedNode> node = Optional.ofNullable(known.get(decision.nodeId()));
      if (keepsDrain(decision, node)) {
        continue;
      }
      if (!node.map(this::includes).orElseGet(() -> includesHost(decision.nodeId().host()))) {
        foreign.add(decision.nodeId().toString());
      }
      require(neededFor(decision, node.isPresent()));
    }
    refuseForeign(foreign);
    if (!plan.plan().map(PlanSummary::atOnce).orElse(List.of()).isEmpty()) {
      require(Permission.FORCE);
    }
  }

  /** Whether a drain that runs stays as it is; its node decides on the order only if it is new. */
  private static boolean keepsDrain(NodeDecision decision, Optional<ObservedNode> node) {
    return decision.before() == NodeState.DECOMMISSIONING
        && decision.action() instanceof GracefulDecommission drain
        && drain.kept().equals(Optional.of(KeptDrains.ALL))
        && node.flatMap(its -> its.publication().node().drain())
            .filter(running -> running.yieldsTo(drain))
            .isEmpty();
  }

  /**
   * @param isKnown whether the leader knows the node's state; otherwise the drain of the node may
   *     already be past the deadline
   */
  private static Permission neededFor(NodeDecision decision, boolean isKnown) {
    if (decision.action() instanceof GracefulDecommission drain) {
      if (!isKnown || endsAtOnce(drain.timeout())) {
        return Permission.FORCE;
      }
      // The plan omits a running drain whose timeout stays.
      boolean runs = decision.before() == NodeState.DECOMMISSIONING;
      return runs ? Permission.TIMEOUT : Permission.DRAIN;
    } else if (decision.action() instanceof NodeAction.Recommission) {
      return Permission.RECOMMISSION;
    } else if (decision.action() instanceof NodeAction.ChangeTimeout) {
      return Permission.TIMEOUT;
    }
    return Permission.FORCE;
  }

  /**
   * What the files change has to be allowed, also for hosts without a node.
   *
   * @param nodes all that are known
   */
  public void requireEdits(ListsSeen lists, Collection<ObservedNode> nodes) {
    HostLists inForce = lists.inForce().lists();
    HostLists files = lists.files().lists().orElse(inForce);
    if (role.scope().isPresent() && !files.includes().equals(inForce.includes())) {
      throw AccessFilter.refusal(
          request, "not put a changed include list in force, as this refresh would do");
    }
    Set<String> changed = new TreeSet<>(files.excludes().keySet());
    changed.addAll(inForce.excludes().keySet());
    changed.removeIf(
        host ->
            files.excludes().containsKey(host) == inForce.excludes().containsKey(host)
                && files
                    .excludes()
                    .getOrDefault(host, Optional.empty())
                    .equals(inForce.excludes().getOrDefault(host, Optional.empty())));
    for (String host : changed) {
      require(files.excludes().containsKey(host) ? Permission.DRAIN : Permission.RECOMMISSION);
    }
    requireHosts(changed, nodes);
  }
}
