package ebb.simulator;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a fixed number of calls in flight: each response lets the node that has waited longest make
 * its next call. Measures the throughput of a ResourceManager.
 */
public final class ClosedLoop implements Beats {
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

  private final Fleet fleet;
  private final boolean registrationsOnly;
  private final Queue<SimulatedNode> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger lanes = new AtomicInteger();
  private final CountDownLatch idle = new CountDownLatch(1);
  private volatile boolean stopped;

  private ClosedLoop(Fleet fleet, boolean registrationsOnly) {
    this.fleet = fleet;
    this.registrationsOnly = registrationsOnly;
  }

  /**
   * Starts at once, and runs until it is closed.
   *
   * @param outstanding calls in flight at a time; at least 1
   */
  public static ClosedLoop start(Fleet fleet, int outstanding) {
    return start(fleet, outstanding, false);
  }

  /**
   * Registers all nodes that are not registered, without heartbeats.
   *
   * @param outstanding calls in flight at a time; at least 1
   */
  public static void register(Fleet fleet, int outstanding) throws InterruptedException {
    try (ClosedLoop loop = start(fleet, outstanding, true)) {
      loop.idle.await();
    }
  }

  private static ClosedLoop start(Fleet fleet, int outstanding, boolean registrationsOnly) {
    ClosedLoop loop = new ClosedLoop(fleet, registrationsOnly);
    for (int i = 0; i < fleet.size(); i++) {
      loop.waiting.add(fleet.node(i));
    }
    int lanes = Math.min(outstanding, fleet.size());
    loop.lanes.set(lanes);
    for (int i = 0; i < lanes; i++) {
      loop.next();
    }
    return loop;
  }

  private void next() {
    SimulatedNode node = stopped ? null : take();
    if (node == null) {
      if (lanes.decrementAndGet() == 0) {
        idle.countDown();
      }
      return;
    }
    boolean beats = node.mode() == SimulatedNode.Mode.BEATING;
    long sent = System.nanoTime();
    CompletableFuture<?> unused =
        fleet.exchange(node).whenComplete((done, failure) -> after(node, beats, sent, failure));
  }

  /** Null if none is left. */
  private @Nullable SimulatedNode take() {
    SimulatedNode node = waiting.poll();
    while (node != null && !takesPart(node)) {
      node = waiting.poll();
    }
    return node;
  }

  private boolean takesPart(SimulatedNode node) {
    return switch (node.mode()) {
      case TO_REGISTER -> true;
      case BEATING -> !registrationsOnly;
      case SHUT_DOWN -> false;
    };
  }

  private void after(SimulatedNode node, boolean beat, long sent, @Nullable Throwable failure) {
    if (failure == null) {
      if (beat) {
        fleet.latencies().answered(System.nanoTime() - sent);
      }
      waiting.add(node);
      next();
    } else {
      fleet.latencies().failed();
      // The ResourceManager is down. Retrying at once would only delay its start.
      LATER.execute(
          () -> {
            waiting.add(node);
            next();
          });
    }
  }

  /** Returns when no call is in flight any more, or after half a minute. */
  @Override
  public void close() {
    stopped = true;
    try {
      boolean unused = idle.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
