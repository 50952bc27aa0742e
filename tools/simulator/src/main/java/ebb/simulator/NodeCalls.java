package ebb.simulator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/**
 * The calls of all nodes over shared connections. Each node remembers which of several
 * ResourceManagers answered it last, and fails over to the next when it gets no answer.
 */
final class NodeCalls implements AutoCloseable {
  private final RetryRule rule;

  /** By tracker, then by connection. */
  private final List<List<TrackerConnection>> connections;

  /** For each node, the tracker that it calls now. */
  private final AtomicIntegerArray asked;

  private final ScheduledExecutorService later =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "simulated-retries");
            thread.setDaemon(true);
            return thread;
          });

  private NodeCalls(RetryRule rule, List<List<TrackerConnection>> connections, int nodes) {
    this.rule = rule;
    this.connections = connections;
    asked = new AtomicIntegerArray(nodes);
  }

  /** Does not connect yet. */
  static NodeCalls of(FleetSettings settings, Configuration hadoop) throws IOException {
    List<List<TrackerConnection>> connections = new ArrayList<>();
    for (var tracker : settings.trackers()) {
      List<TrackerConnection> lanes = new ArrayList<>();
      for (int i = 0; i < settings.connections(); i++) {
        lanes.add(TrackerConnection.to(tracker, hadoop));
      }
      connections.add(lanes);
    }
    RetryRule rule = connections.size() == 1 ? RetryRule.none() : RetryRule.ofNodeManager(hadoop);
    return new NodeCalls(rule, connections, settings.nodes());
  }

  /**
   * @param tracker index of the ResourceManager that answered, from 0
   */
  record Answered<A>(A answer, int tracker) {}

  /** Completes when the node has an answer, or has given up the call. */
  <A> CompletableFuture<Answered<A>> make(
      int node, Function<TrackerConnection, CompletableFuture<A>> call) {
    return make(node, call, 0, 0);
  }

  private <A> CompletableFuture<Answered<A>> make(
      int node, Function<TrackerConnection, CompletableFuture<A>> call, int tries, int moves) {
    int tracker = asked.get(node);
    List<TrackerConnection> lanes = connections.get(tracker);
    return call.apply(lanes.get(node % lanes.size()))
        .thenApply(answer -> new Answered<>(answer, tracker))
        .exceptionallyCompose(
            failure -> {
              Optional<RetryRule.Next> next = rule.after(failure, tries, moves);
              if (next.isEmpty()) {
                return CompletableFuture.failedFuture(failure);
              }
              boolean movesOn = next.get().movesOn();
              if (movesOn) {
                asked.set(node, (tracker + 1) % connections.size());
              }
              return after(next.get().millis())
                  .thenCompose(waited -> make(node, call, tries + 1, movesOn ? moves + 1 : moves));
            });
  }

  /**
   * Always on our own thread, because the thread that reads responses must not wait for a
   * connection to open.
   */
  private CompletableFuture<Void> after(long millis) {
    CompletableFuture<Void> waited = new CompletableFuture<>();
    try {
      var unused = later.schedule(() -> waited.complete(null), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      waited.completeExceptionally(e);
    }
    return waited;
  }

  /** Pending retries never run. */
  @Override
  public void close() {
    later.shutdownNow();
    connections.forEach(lanes -> lanes.forEach(TrackerConnection::close));
  }
}
