package ebb.simulator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.jspecify.annotations.Nullable;

/**
 * Simulated NodeManagers and the connections that they share; whoever paces them makes them beat.
 */
public final class Fleet implements AutoCloseable {
  private final List<TrackerConnection> connections = new ArrayList<>();
  private final List<SimulatedNode> nodes;
  private final Latencies latencies = new Latencies();
  private volatile Optional<String> lastFailure = Optional.empty();

  private Fleet(List<SimulatedNode> nodes) {
    this.nodes = nodes;
  }

  /**
   * Connects and registers nothing yet.
   *
   * @param hadoop settings of Hadoop's RPC client
   */
  public static Fleet of(FleetSettings settings, Configuration hadoop) throws IOException {
    Fleet fleet =
        new Fleet(
            IntStream.range(0, settings.nodes())
                .mapToObj(
                    i -> new SimulatedNode(i, settings.memoryMegabytes(), settings.virtualCores()))
                .toList());
    for (int i = 0; i < settings.connections(); i++) {
      fleet.connections.add(TrackerConnection.to(settings.tracker(), hadoop));
    }
    return fleet;
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

  /** What the nodes are doing now. */
  public FleetState state() {
    int registered = 0;
    int shutDown = 0;
    int containers = 0;
    for (SimulatedNode node : nodes) {
      switch (node.mode()) {
        case BEATING -> registered++;
        case SHUT_DOWN -> shutDown++;
        case TO_REGISTER -> {}
      }
      containers += node.running();
    }
    return new FleetState(nodes.size(), registered, shutDown, containers, lastFailure);
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
    nodes.get(index).start(SimulatedContainer.of(allocated));
    return true;
  }

  /** All containers end by themselves; each node says so with its next heartbeat. */
  public void endContainers() {
    nodes.forEach(SimulatedNode::endContainers);
  }

  /** Nodes that were shut down register again when it is their turn. */
  public void startAgain() {
    nodes.forEach(SimulatedNode::startAgain);
  }

  /**
   * The next call of the node: a registration or a heartbeat. What the answer asks for has been
   * done when the result completes; it completes with the failure if there was no answer, and with
   * nothing to do if the node is shut down.
   */
  CompletableFuture<?> exchange(SimulatedNode node) {
    TrackerConnection connection = connections.get(node.index() % connections.size());
    CompletableFuture<?> done =
        switch (node.mode()) {
          case TO_REGISTER -> connection.register(node.registration()).thenAccept(node::registered);
          case BEATING -> connection.heartbeat(node.heartbeat()).thenAccept(node::answered);
          case SHUT_DOWN -> CompletableFuture.completedFuture(null);
        };
    return done.whenComplete((nothing, failure) -> note(failure));
  }

  private void note(@Nullable Throwable failure) {
    if (failure != null) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      lastFailure = Optional.of(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
    }
  }

  @Override
  public void close() {
    connections.forEach(TrackerConnection::close);
  }
}
