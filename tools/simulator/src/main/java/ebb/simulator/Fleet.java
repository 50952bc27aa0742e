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

/**
 * Simulated NodeManagers and the connections that they share; whoever paces them makes them beat.
 */
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
   * Connects and registers nothing yet.
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

  /** Heartbeats since the last time, or since the beginning. */
  public HeartbeatFigures takeFigures() {
    return latencies.take();
  }

  /**
   * Notes from now on when each node is first answered by another ResourceManager than this one.
   *
   * @param lost its place among the trackers of the settings, from 0
   */
  public ReconnectTimes comebackFrom(int lost) {
    return begin(new ReconnectTimes(nodes.size(), lost));
  }

  /** The same where the only ResourceManager is gone, and is going to come back. */
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
   * The node begins to report the container.
   *
   * @return whether the container is on a node of this fleet
   */
  public boolean start(Container allocated) {
    int index = FleetSettings.index(allocated.getNodeId().getHost());
    if (index < 0 || index >= nodes.size()) {
      return false;
    }
    SimulatedNode node = nodes.get(index);
    if (node.port() == allocated.getNodeId().getPort()) {
      node.start(
          SimulatedContainer.of(allocated)); // else it was for the node that was there before
    }
    return true;
  }

  /** All containers end by themselves; each node says so with its next heartbeat. */
  public void endContainers() {
    nodes.forEach(SimulatedNode::endContainers);
  }

  /** As {@link #endContainers()}, of one node. */
  public void endContainers(int node) {
    nodes.get(node).endContainers();
  }

  /** A node registers again when it is its turn, with the containers that run on it. */
  public void restart(int node) {
    nodes.get(node).restart();
  }

  /** A node comes back on another port, which makes it another node, with nothing on it. */
  public void changePort(int node) {
    nodes.get(node).changePort();
  }

  /** The port that a node says it has now. */
  public int port(int node) {
    return nodes.get(node).port();
  }

  /** A node says nothing until it is told otherwise; what runs on it goes on. */
  public void silence(int node, boolean silent) {
    nodes.get(node).silence(silent);
  }

  /** Containers that ran and that nodes were told to end. */
  public List<ContainerKill> killed() {
    return nodes.stream().flatMap(node -> node.killed().stream()).toList();
  }

  /** Those of a node that were accepted. */
  public List<Registered> registrations(int node) {
    return nodes.get(node).registrations();
  }

  /** Nodes that were shut down register again when it is their turn. */
  public void startAgain() {
    nodes.forEach(SimulatedNode::startAgain);
  }

  /**
   * The next call of the node: a registration or a heartbeat. What the answer asks for has been
   * done when the result completes; it completes with the failure if there was no answer, and with
   * nothing to do if the node is shut down. With several ResourceManagers the node moves on from
   * one to the next until it is answered, as a NodeManager does.
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
