package ebb.bench.failover;

import ebb.bench.rm.Await;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.process.ProcessGroup;
import ebb.simulator.Applications;
import ebb.simulator.Beats;
import ebb.simulator.ClosedLoop;
import ebb.simulator.Fleet;
import ebb.simulator.FleetSettings;
import ebb.simulator.HeartbeatFigures;
import ebb.simulator.PacedBeats;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Running instances, a registered fleet and its containers. */
final class ClusterFixture implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int LONG_SECONDS = 36_000;

  private final FailoverSettings settings;
  private final int nodes;
  private final ClusterSite site;
  private final ProcessGroup processes;
  private final Thread whenInterrupted;
  private final List<Instance> instances = new ArrayList<>();
  private final ClusterClients clients;
  private final Fleet fleet;
  private Optional<Applications> applications = Optional.empty();

  private ClusterFixture(
      FailoverSettings settings, int nodes, ClusterSite site, ClusterClients clients, Fleet fleet) {
    this.settings = settings;
    this.nodes = nodes;
    this.site = site;
    this.clients = clients;
    this.fleet = fleet;
    processes = new ProcessGroup(site.root(), Map.of());
    whenInterrupted = new Thread(processes::close, "bench-interrupted");
    Runtime.getRuntime().addShutdownHook(whenInterrupted);
  }

  /**
   * Returns when every node has its containers and the leader's code is compiled.
   *
   * @param stockNodeManagers whether nodes have Hadoop's defaults where {@code conf/cluster} makes
   *     a failover faster
   */
  static ClusterFixture set(
      FailoverTrial trial, int instances, int nodes, boolean stockNodeManagers)
      throws IOException, YarnException, InterruptedException {
    FailoverSettings settings = trial.settings();
    ClusterSite site =
        ClusterSite.create(
            trial.folder().resolve("instances-" + instances), instances, trial.postgres());
    Fleet fleet =
        Fleet.of(
            new FleetSettings(
                site.trackers(),
                nodes,
                settings.connections(),
                settings.containers() * Applications.megabytes(),
                settings.containers()),
            stockNodeManagers ? site.stockNodeManager() : site.hadoop());
    var cluster = new ClusterFixture(settings, nodes, site, ClusterClients.of(site), fleet);
    try {
      cluster.begin();
      return cluster;
    } catch (IOException | YarnException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void begin() throws IOException, YarnException, InterruptedException {
    for (int i = 0; i < site.ports().size(); i++) {
      instances.add(Instance.start(site, i, settings.heapMegabytes(), processes));
    }
    awaitAllServe();
    ClosedLoop.register(fleet, settings.outstanding());
    applications =
        Optional.of(Applications.start(fleet, site.hadoop(), 1, nodes * settings.containers()));
    fill();
  }

  private void awaitAllServe() throws IOException, YarnException, InterruptedException {
    Await.until(
        "all instances serve",
        () -> {
          processes.checkAlive();
          return instances.stream().allMatch(each -> clients.isReady(each.index()))
              && instances.stream().anyMatch(each -> clients.leads(each.index()));
        });
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private void fill() throws IOException, YarnException, InterruptedException {
    try (Beats beats = closedLoop()) {
      int wanted = nodes * settings.containers();
      Await.until("every node has its containers", () -> fleet.state().containers() >= wanted);
      awaitHeartbeats(settings.warmHeartbeats());
    }
  }

  /**
   * Waits for this many more heartbeats, which the caller must keep going. Counting work instead of
   * time warms the JVM even on a busy machine.
   */
  void awaitHeartbeats(long wanted) throws IOException, YarnException, InterruptedException {
    AtomicLong answered = new AtomicLong();
    Await.until(
        wanted + " heartbeats are answered",
        () -> answered.addAndGet(fleet.takeFigures().answered()) >= wanted);
  }

  int nodes() {
    return nodes;
  }

  ClusterSite site() {
    return site;
  }

  ClusterClients clients() {
    return clients;
  }

  Fleet fleet() {
    return fleet;
  }

  /** The instances that we have not stopped. */
  List<Instance> running() {
    return instances.stream().filter(each -> each.process().isAlive()).toList();
  }

  /**
   * @throws IOException if no instance reports in time that it leads
   */
  Instance leader() throws IOException, YarnException, InterruptedException {
    List<Instance> found = new ArrayList<>();
    Await.until(
        "an instance leads",
        () -> running().stream().filter(each -> clients.leads(each.index())).anyMatch(found::add));
    return found.get(0);
  }

  Beats closedLoop() {
    return ClosedLoop.start(fleet, settings.outstanding());
  }

  Beats paced() {
    return PacedBeats.start(fleet, INTERVAL);
  }

  /** Measures heartbeats for this many seconds. */
  HeartbeatFigures listen() throws InterruptedException {
    fleet.takeFigures();
    Thread.sleep(Duration.ofSeconds(settings.measureSeconds()).toMillis());
    return fleet.takeFigures();
  }

  /**
   * Drains all nodes with a timeout that no run reaches, and waits until each has written its own
   * event.
   *
   * @return the time since the request
   */
  Duration drainAll() throws IOException, YarnException, InterruptedException {
    site.exclude(
        IntStream.range(0, nodes).mapToObj(i -> ExcludedHost.of(FleetSettings.host(i))).toList());
    return refresh();
  }

  /** Returns when all nodes are in service again. */
  void recommissionAll() throws IOException, YarnException, InterruptedException {
    site.exclude(List.of());
    Duration unused = refresh();
    Await.until("all nodes run again", () -> clients.metrics().getNumActiveNodeManagers() == nodes);
  }

  private Duration refresh() throws IOException, YarnException, InterruptedException {
    Instance leader = leader();
    long start = System.nanoTime();
    clients.drain(LONG_SECONDS);
    clients.awaitAppliedAt(leader.index());
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Override
  public void close() {
    applications.ifPresent(Applications::close);
    fleet.close();
    clients.close();
    processes.close();
    try {
      Runtime.getRuntime().removeShutdownHook(whenInterrupted);
    } catch (IllegalStateException e) {
      return; // The JVM is shutting down, so the hook already runs.
    }
  }
}
