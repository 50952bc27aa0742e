package ebb.domain.refresh;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;

import ebb.domain.DecommissionCause;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A fleet of three hosts, and plans for it. */
abstract class RefreshPlanFixture {
  static final DrainTimeout CONFIGURED = DrainTimeout.ofSeconds(3600);
  static final Optional<DrainTimeout> NONE = Optional.empty();

  static final NodeAction DECOMMISSION = new NodeAction.Decommission(DecommissionCause.NORMAL);

  static final PlannerNode HOST1 = running("host1", "10.0.0.1");
  static final PlannerNode HOST2 = running("host2", "10.0.0.2");
  static final PlannerNode LOCALHOST = running("localhost", "127.0.0.1");
  static final List<PlannerNode> FLEET = List.of(HOST1, HOST2, LOCALHOST);

  static RefreshRequest keeping() {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        NONE,
        Tracking.SERVER,
        Optional.empty(),
        true,
        true,
        Optional.empty());
  }

  static RefreshRequest byClient(Optional<DrainTimeout> timeout) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        timeout,
        Tracking.CLIENT,
        Optional.empty(),
        true,
        false,
        Optional.empty());
  }

  static PlannerNode retimed(long seconds) {
    return draining(seconds, TimeoutSource.OPERATOR);
  }

  static PlannerNode draining(long seconds, TimeoutSource source) {
    Drain drain = new Drain(1, T0, DrainTimeout.ofSeconds(seconds), source, at(T0, 1));
    return known("host1", "10.0.0.1", NodeState.DECOMMISSIONING, Optional.of(drain));
  }

  static HostLists excluding(Map<String, Optional<DrainTimeout>> hosts) {
    return HostLists.of(Set.of(), hosts);
  }

  static RefreshPlan plan(RefreshRequest request, HostLists lists, HostLists before) {
    return plan(request, lists, before, retimed(600));
  }

  static RefreshPlan plan(
      RefreshRequest request, HostLists lists, HostLists before, PlannerNode node) {
    ListSettings settings = new ListSettings(lists, CONFIGURED, Optional.of(""));
    return RefreshPlan.of(request, settings, before, UntrackedPolicy.DEFAULT, List.of(node));
  }

  static RefreshPlan normal(HostLists lists, List<PlannerNode> nodes) {
    return plan(new RefreshRequest(RefreshType.NORMAL, NONE), lists, nodes);
  }

  static RefreshPlan forceful(HostLists lists, List<PlannerNode> nodes) {
    return plan(new RefreshRequest(RefreshType.FORCEFUL, NONE), lists, nodes);
  }

  static RefreshPlan graceful(
      Optional<DrainTimeout> timeout, HostLists lists, List<PlannerNode> nodes) {
    return plan(new RefreshRequest(RefreshType.GRACEFUL, timeout), lists, nodes);
  }

  static RefreshPlan plan(RefreshRequest request, HostLists lists, List<PlannerNode> nodes) {
    ListSettings settings = new ListSettings(lists, CONFIGURED, Optional.of(""));
    return RefreshPlan.of(request, settings, lists, UntrackedPolicy.DEFAULT, nodes);
  }

  static HostLists excluding(String... hosts) {
    Map<String, Optional<DrainTimeout>> excludes = new TreeMap<>();
    for (String host : hosts) {
      excludes.put(host, NONE);
    }
    return HostLists.of(Set.of(), excludes);
  }

  static HostLists including(String... hosts) {
    return HostLists.of(Set.of(hosts), Map.of());
  }

  static PlannerNode running(String host, String ip) {
    return known(host, ip, NodeState.RUNNING, Optional.empty());
  }

  static PlannerNode draining(String host, String ip, long seconds) {
    Drain drain =
        new Drain(1, T0, DrainTimeout.ofSeconds(seconds), TimeoutSource.REQUEST, at(T0, 1));
    return known(host, ip, NodeState.DECOMMISSIONING, Optional.of(drain));
  }

  static PlannerNode known(String host, String ip, NodeState state, Optional<Drain> drain) {
    return new PlannerNode(new NodeId(host, 1234), new NodeAddress(host, ip), state, drain, false);
  }

  static Optional<DrainTimeout> seconds(long seconds) {
    return Optional.of(DrainTimeout.ofSeconds(seconds));
  }

  static NodeAction drain(long seconds, TimeoutSource source) {
    return new NodeAction.GracefulDecommission(DrainTimeout.ofSeconds(seconds), source);
  }

  static NodeDecision decision(PlannerNode node, NodeAction action, HostAdmission verdict) {
    return new NodeDecision(node.nodeId(), action, verdict, node.state());
  }
}
