package ebb.bench.failover;

import ebb.bench.rm.Await;
import ebb.bench.scenario.HeldContainers;
import ebb.demo.process.ManagedProcess;
import ebb.simulator.Beats;
import ebb.simulator.ReconnectTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The leader is lost while all nodes drain and send a heartbeat every second. */
final class LeaderLoss {
  private static final int INSTANCES = 3;
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * Reading all nodes loads the leader, so it is left alone for this many times as long as a read
   * took.
   */
  private static final int LEFT_ALONE = 4;

  private final ClusterFixture cluster;
  private final Map<FailoverMeasure, Double> figures = new EnumMap<>(FailoverMeasure.class);

  private LeaderLoss(ClusterFixture cluster) {
    this.cluster = cluster;
  }

  enum Way {
    /** SIGKILL. */
    KILLED,
    /** SIGTERM: it hands over before it ends. */
    TERMINATED;

    private void end(ManagedProcess process) {
      if (this == KILLED) {
        process.kill();
      } else {
        process.terminate();
      }
    }
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  static Map<FailoverMeasure, Double> run(
      FailoverTrial trial, int nodes, Way way, boolean stockNodeManagers)
      throws IOException, YarnException, InterruptedException {
    try (ClusterFixture cluster = ClusterFixture.set(trial, INSTANCES, nodes, stockNodeManagers);
        Beats beats = cluster.paced()) {
      LeaderLoss gone = new LeaderLoss(cluster);
      gone.lose(way);
      return gone.figures;
    }
  }

  private void lose(Way way) throws IOException, YarnException, InterruptedException {
    Duration unused = cluster.drainAll();
    Instance leader = cluster.leader();
    Map<String, String> deadlines = cluster.clients().deadlines(leader.index());
    requireAll("deadlines", deadlines.size(), cluster.nodes());
    HeldContainers before = HeldContainers.of(cluster.clients(), cluster.fleet());

    ReconnectTimes comeback = cluster.fleet().comebackFrom(leader.index());
    OffsetDateTime startByLogs = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
    long start = System.nanoTime();
    way.end(leader.process());
    Instance next = awaitLead(leader, start);
    awaitDrainsAndNodes(next, comeback, start);
    figures.put(FailoverMeasure.ARMED, untilResumed(startByLogs));

    var times = comeback.times();
    figures.put(FailoverMeasure.MEDIAN, Statistics.percentile(times, 50));
    figures.put(FailoverMeasure.P99, Statistics.percentile(times, 99));
    figures.put(FailoverMeasure.LAST, Statistics.percentile(times, 100));
    figures.put(
        FailoverMeasure.CONTAINERS_LOST,
        (double) before.lostBy(cluster.clients(), cluster.fleet()));
    figures.put(FailoverMeasure.DEADLINES_MOVED, (double) moved(deadlines, next));
  }

  private static void requireAll(String what, int got, int wanted) throws IOException {
    if (got != wanted) {
      throw new IOException("Expected %d %s, but got %d".formatted(wanted, what, got));
    }
  }

  private Instance awaitLead(Instance lost, long start) throws IOException, InterruptedException {
    while (true) {
      Optional<Instance> next =
          cluster.running().stream()
              .filter(each -> each.index() != lost.index())
              .filter(each -> cluster.clients().leads(each.index()))
              .findFirst();
      if (next.isPresent()) {
        figures.put(FailoverMeasure.LEADS, secondsSince(start));
        return next.get();
      }
      pause("another instance leads", start);
    }
  }

  /**
   * Waits for both. A new leader's view starts empty, and shows a node once its actor runs on some
   * instance and has its deadline armed again.
   */
  private void awaitDrainsAndNodes(Instance next, ReconnectTimes comeback, long start)
      throws IOException, InterruptedException {
    boolean known = false;
    long askAgain = start;
    while (!known || comeback.missing() > 0) {
      long asked = System.nanoTime();
      if (!known && asked - askAgain >= 0) {
        known = showsEveryDrain(next);
        long answered = System.nanoTime();
        askAgain = answered + LEFT_ALONE * (answered - asked);
      }
      pause("all nodes are back", start);
    }
  }

  /** The view shows that all drains have resumed; the logs say when. */
  private double untilResumed(OffsetDateTime start) throws IOException {
    List<Path> logs = cluster.running().stream().map(Instance::log).toList();
    OffsetDateTime last =
        ResumedDrains.last(logs, start)
            .orElseThrow(() -> new IOException("No log tells of a drain that goes on: " + logs));
    return Statistics.seconds(Duration.between(start, last));
  }

  /** False if there is no answer in time. */
  private boolean showsEveryDrain(Instance leader) {
    try {
      return cluster.clients().deadlines(leader.index()).size() == cluster.nodes();
    } catch (IOException e) {
      return false;
    }
  }

  private static void pause(String what, long start) throws IOException, InterruptedException {
    if (System.nanoTime() - start > LONGEST.toNanos()) {
      throw new IOException("Waited in vain until " + what);
    }
    Thread.sleep(PAUSE.toMillis());
  }

  private long moved(Map<String, String> before, Instance next)
      throws IOException, YarnException, InterruptedException {
    Await.until("another instance leads", () -> cluster.clients().leads(next.index()));
    Map<String, String> after = cluster.clients().deadlines(next.index());
    return before.entrySet().stream()
        .filter(each -> !each.getValue().equals(after.get(each.getKey())))
        .count();
  }

  private static double secondsSince(long start) {
    return Statistics.seconds(Duration.ofNanos(System.nanoTime() - start));
  }
}
