package ebb.simulator;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Every node sends one heartbeat in each interval, spread evenly over it, as NodeManagers do.
 * Latency counts from when the heartbeat was due instead of when it was sent, so that a
 * ResourceManager that delays all calls cannot look fast. A node whose heartbeat is unanswered when
 * the next one is due skips that one.
 */
public final class PacedBeats implements Beats {
  private final Fleet fleet;
  private final long interval;
  private final AtomicBoolean[] underWay;
  private final Thread pacer = new Thread(this::run, "simulated-heartbeats");
  private volatile boolean stopped;

  private PacedBeats(Fleet fleet, Duration interval) {
    this.fleet = fleet;
    this.interval = interval.toNanos();
    this.underWay =
        IntStream.range(0, fleet.size())
            .mapToObj(i -> new AtomicBoolean())
            .toArray(AtomicBoolean[]::new);
  }

  /** Starts at once, and runs until it is closed. */
  public static PacedBeats start(Fleet fleet, Duration interval) {
    PacedBeats beats = new PacedBeats(fleet, interval);
    beats.pacer.setDaemon(true);
    beats.pacer.start();
    return beats;
  }

  private void run() {
    long start = System.nanoTime();
    for (long round = 0; !stopped; round++) {
      for (int i = 0; i < underWay.length && !stopped; i++) {
        long due = start + round * interval + interval * i / underWay.length;
        sleepUntil(due);
        beat(i, due);
      }
    }
  }

  private void sleepUntil(long due) {
    for (long left = due - System.nanoTime();
        left > 0 && !stopped;
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void beat(int index, long due) {
    SimulatedNode node = fleet.node(index);
    if (node.mode() == SimulatedNode.Mode.SHUT_DOWN || node.isSilent()) {
      return;
    }
    if (underWay[index].compareAndSet(false, true)) {
      exchange(node, due);
    } else {
      fleet.latencies().missed();
    }
  }

  private void exchange(SimulatedNode node, long due) {
    boolean beats = node.mode() == SimulatedNode.Mode.BEATING;
    CompletableFuture<?> unused =
        fleet.exchange(node).whenComplete((done, failure) -> after(node, beats, due, failure));
  }

  private void after(SimulatedNode node, boolean beat, long due, @Nullable Throwable failure) {
    if (failure != null) {
      fleet.latencies().failed();
    } else if (beat) {
      fleet.latencies().answered(System.nanoTime() - due);
      if (node.mode() == SimulatedNode.Mode.TO_REGISTER && !stopped) {
        // A NodeManager that is told to register again does so at once, not at its next heartbeat.
        exchange(node, due);
        return;
      }
    }
    underWay[node.index()].set(false);
  }

  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(pacer);
    try {
      pacer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
