package ebb.simulator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeActionProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.jspecify.annotations.Nullable;

/** Simulated NodeManagers and their shared connections. {@link Beats} drive their calls. */
public final class Fleet implements AutoCloseable {
  private final List<SimulatedNode> nodes;
  private final NodeCalls calls;
  private final Latencies latencies = new Latencies();
  private volatile Optional<String> lastFailure = Optional.empty();
  private volatile Optional<ReconnectTimes> comeback = Optional.empty();

  private Fleet(List<SimulatedNode> nodes, NodeCalls calls) {
    this.nodes = nodes;
    this.calls = calls;
  }

  /**
   * Neither connects nor registers.
   *
   * @param hadoop settings of Hadoop's RPC client
   */
  public static Fleet of(FleetSettings settings, Configuration hadoop) throws IOException {
    return new Fleet(
        IntStream.range(0, settings.nodes())
            .mapToObj(
                i -> new SimulatedNode(i, settings.memoryMegabytes(), settings.virtualCores()))
            .toList(),
        NodeCalls.of(settings, hadoop));
  }

  int size() {
    return nodes.size();
  }

  SimulatedNode node(int index) {
    return nodes.get(index);
  }

  Latencies latencies() {
    return latencies;
  }

  /** Figures since the previous call, or since the start. */
  public HeartbeatFigures takeFigures() {
    return latencies.take();
  }

  /**
   * Records from now on when each node gets its first answer from another ResourceManager than this
   * one.
   *
   * @param lost its index among the trackers of the settings, from 0
   */
  public ReconnectTimes comebackFrom(int lost) {
    return begin(new ReconnectTimes(nodes.size(), lost));
  }

  /** The same for the only ResourceManager, which is down and will be back. */
  public ReconnectTimes comeback() {
    return begin(new ReconnectTimes(nodes.size(), ReconnectTimes.NOBODY));
  }

  private ReconnectTimes begin(ReconnectTimes begun) {
    comeback = Optional.of(begun);
    return begun;
  }

  /** What the nodes are doing now. */
  public FleetState state() {
    int registered = 0;
    int idle = 0;
    int shutDown = 0;
    int containers = 0;
    for (SimulatedNode node : nodes) {
      switch (node.mode()) {
        case BEATING -> {
          registered++;
          idle += node.running() == 0 ? 1 : 0;
        }
        case SHUT_DOWN -> shutDown++;
        case TO_REGISTER -> {}
      }
      containers += node.running();
    }
    return new FleetState(nodes.size(), registered, idle, shutDown, containers, lastFailure);
  }

  /**
   * Starts a container on its node, which reports it from then on.
   *
   * @return whether the node is in this fleet
   */
  public boolean start(Container allocated) {
    int index = FleetSettings.index(allocated.getNodeId().getHost());
    if (index < 0 || index >= nodes.size()) {
      return false;
    }
    SimulatedNode node = nodes.get(index);
    if (node.port() == allocated.getNodeId().getPort()) {
      node.start(
          SimulatedContainer.of(allocated)); // else it was for the previous node of that host
    }
    return true;
  }

  /** All containers exit by themselves. Each node reports it with its next heartbeat. */
  public void endContainers() {
    nodes.forEach(SimulatedNode::endContainers);
  }

  /** The same as {@link #endContainers()}, for one node. */
  public void endContainers(int node) {
    nodes.get(node).endContainers();
  }

  /** The node registers again at its next turn, with its running containers. */
  public void restart(int node) {
    nodes.get(node).restart();
  }

  /** The node restarts on another port, as another node without containers. */
  public void changePort(int node) {
    nodes.get(node).changePort();
  }

  /** The port in the node's id. */
  public int port(int node) {
    return nodes.get(node).port();
  }

  /** Makes a node silent, or ends its silence. Its containers keep running. */
  public void silence(int node, boolean silent) {
    nodes.get(node).silence(silent);
  }

  /** Running containers that nodes were told to kill. */
  public List<ContainerKill> killed() {
    return nodes.stream().flatMap(node -> node.killed().stream()).toList();
  }

  /** The accepted registrations of a node. */
  public List<Registered> registrations(int node) {
    return nodes.get(node).registrations();
  }

  /** Nodes that were shut down register again at their next turn. */
  public void startAgain() {
    nodes.forEach(SimulatedNode::startAgain);
  }

  /**
   * Makes the next call of the node: a registration or a heartbeat. The result completes when the
   * node has done what the answer asks for, exceptionally if there was no answer, and at once if
   * the node is shut down. With several ResourceManagers the node tries one after the other until
   * it gets an answer, as a NodeManager does.
   */
  CompletableFuture<?> exchange(SimulatedNode node) {
    if (node.isSilent()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<?> done =
        switch (node.mode()) {
          case TO_REGISTER ->
              calls
                  .make(node.index(), each -> each.register(node.registration()))
                  .thenAccept(answered -> node.registered(answered.answer()));
          case BEATING ->
              calls
                  .make(node.index(), each -> each.heartbeat(node.heartbeat()))
                  .thenAccept(answered -> answered(node, answered));
          case SHUT_DOWN -> CompletableFuture.completedFuture(null);
        };
    return done.whenComplete((nothing, failure) -> note(failure));
  }

  private void answered(
      SimulatedNode node, NodeCalls.Answered<NodeHeartbeatResponseProto> answered) {
    if (answered.answer().getNodeAction() == NodeActionProto.NORMAL) {
      comeback.ifPresent(each -> each.answered(node.index(), answered.tracker()));
    }
    node.answered(answered.answer());
  }

  private void note(@Nullable Throwable failure) {
    if (failure != null) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      lastFailure = Optional.of(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
    }
  }

  @Override
  public void close() {
    calls.close();
  }
}
