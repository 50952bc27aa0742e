package ebb.hadoop;

import static org.awaitility.Awaitility.await;

import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * NodeManagers that are brought into a state by what causes it: a registration, an unhealthy
 * report, a heartbeat out of step, an unregistration, a refresh, the event of Hadoop's liveness
 * monitor. Only NEW, which no active node of ours shows, is set directly, as Hadoop's own tests do.
 */
public final class SimulatedNodeManagers {
  private final RunningRm rm;
  private final Map<String, SimulatedNodeManager> nodes = new LinkedHashMap<>();
  private final Set<String> excluded = new TreeSet<>();

  public SimulatedNodeManagers(RunningRm rm) {
    this.rm = rm;
  }

  public SimulatedNodeManager node(String id) throws Exception {
    if (!nodes.containsKey(id)) {
      nodes.put(id, rm.nodeManager(id));
    }
    return nodes.get(id);
  }

  /** From any state. A node that was never named before starts without containers. */
  public void bring(String id, NodeState state) throws Exception {
    if (state == NodeState.NEW) {
      putNew(id);
      return;
    }
    serve(id);
    SimulatedNodeManager node = node(id);
    switch (state) {
      case UNHEALTHY -> {
        node.healthReport("sick");
        node.heartbeat();
      }
      case LOST -> expire(id);
      case REBOOTED -> node.heartbeatWith(17);
      case SHUTDOWN -> node.unregister();
      case DECOMMISSIONED -> decommission(id);
      default -> {}
    }
    awaitState(id, state);
  }

  /** Running, with a container that keeps it draining, and then drained. */
  public void drain(String id, int timeoutSeconds) throws Exception {
    serve(id);
    node(id).runsContainer();
    node(id).heartbeat();
    exclude(id);
    rm.refresh("-refreshNodes", "-g", Integer.toString(timeoutSeconds), "-server");
    awaitState(id, NodeState.DECOMMISSIONING);
  }

  private void serve(String id) throws Exception {
    if (excluded.remove(hostOf(id))) {
      rm.conf().exclude(excluded.toArray(String[]::new));
      rm.refresh("-refreshNodes");
    }
    SimulatedNodeManager node = node(id);
    node.runsNothing();
    node.healthReport("");
    node.register();
    node.heartbeat();
    awaitState(id, NodeState.RUNNING);
  }

  /** Waits until it is LOST. */
  public void expire(String id) {
    rm.context()
        .getDispatcher()
        .getEventHandler()
        .handle(new RMNodeEvent(NodeId.fromString(id), RMNodeEventType.EXPIRE));
    awaitState(id, NodeState.LOST);
  }

  private void decommission(String id) throws Exception {
    exclude(id);
    rm.refresh("-refreshNodes");
  }

  private void exclude(String id) throws Exception {
    excluded.add(hostOf(id));
    rm.conf().exclude(excluded.toArray(String[]::new));
  }

  private void putNew(String id) {
    ebb.domain.NodeId nodeId = ebb.domain.NodeId.parse(id);
    RMNodeView view =
        RMNodeView.of(
            rm.context(),
            new NodeSizes(rm.context()),
            new ReportStamp(FakeResourceManager.LEADER, 0, Optional.empty()),
            new NodeStateUpdate(0, 0, NodeLifecycle.unregistered(nodeId), Optional.empty()),
            new FakeFacts(),
            new MonotonicClock());
    rm.context().getRMNodes().put(view.getNodeID(), view);
  }

  public void awaitState(String id, NodeState state) {
    NodeId nodeId = NodeId.fromString(id);
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              RMNode node = rm.context().getRMNodes().get(nodeId);
              RMNode found = node == null ? rm.context().getInactiveRMNodes().get(nodeId) : node;
              return found != null && found.getState() == state;
            });
  }

  private static String hostOf(String id) {
    return NodeId.fromString(id).getHost();
  }

  private static final class FakeFacts implements FactSender {
    @Override
    public void tell(NodeCommand.Fact fact) {}

    @Override
    public void resize(Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer) {}
  }
}
