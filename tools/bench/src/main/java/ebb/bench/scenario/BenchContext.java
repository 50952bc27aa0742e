package ebb.bench.scenario;

import ebb.bench.report.BenchSettings;
import ebb.bench.rm.Await;
import ebb.bench.rm.RmFolder;
import ebb.bench.rm.RmProcess;
import ebb.demo.cluster.ClusterPorts;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.FreePorts;
import ebb.simulator.Applications;
import ebb.simulator.Beats;
import ebb.simulator.ClosedLoop;
import ebb.simulator.Fleet;
import ebb.simulator.FleetSettings;
import ebb.simulator.HeartbeatFigures;
import ebb.simulator.PacedBeats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** A running ResourceManager, its fleet, and real applications with containers on all nodes. */
public final class BenchContext implements AutoCloseable {
  /** Heartbeats per second of all nodes together. */
  private static final int MOST_HEARTBEATS = 10_000;

  /** Timeout in seconds of a refresh that drains no node. */
  private static final int NOBODY_DRAINS = 1;

  private final BenchSettings settings;
  private final RmProcess rm;
  private final Fleet fleet;
  private Applications applications;

  /** Memory in megabytes that the scheduler can still allocate while no node drains. */
  private long room;

  private BenchContext(
      BenchSettings settings, RmProcess rm, Fleet fleet, Applications applications) {
    this.settings = settings;
    this.rm = rm;
    this.fleet = fleet;
    this.applications = applications;
  }

  /**
   * Returns when every node is registered and has its containers, and the ResourceManager's code is
   * compiled.
   */
  static BenchContext set(Trial trial) throws IOException, YarnException, InterruptedException {
    BenchSettings settings = trial.settings();
    RmProcess rm = start(trial);
    try {
      Fleet fleet = fleet(settings, rm);
      ClosedLoop.register(fleet, settings.outstanding());
      BenchContext context =
          new BenchContext(settings, rm, fleet, applications(settings, rm, fleet));
      context.fill();
      return context;
    } catch (IOException | YarnException | InterruptedException | RuntimeException e) {
      rm.close();
      throw e;
    }
  }

  /** Starts a ResourceManager that knows no node. */
  static RmProcess start(Trial trial) throws IOException, YarnException {
    BenchSettings settings = trial.settings();
    RmFolder folder =
        RmFolder.create(trial.folder(), ClusterPorts.free(new FreePorts()), settings.fit());
    return RmProcess.start(trial.candidate(), settings.heapMegabytes(), folder);
  }

  /** Its nodes, none of which has registered yet. */
  public static Fleet fleet(BenchSettings settings, RmProcess rm) throws IOException {
    return Fleet.of(
        new FleetSettings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), rm.folder().ports().tracker()),
            settings.nodes(),
            settings.connections(),
            settings.fit().megabytes(settings.containers()),
            settings.fit().virtualCores(settings.containers())),
        rm.clients().conf());
  }

  private static Applications applications(BenchSettings settings, RmProcess rm, Fleet fleet)
      throws IOException, YarnException, InterruptedException {
    long room = (long) settings.nodes() * settings.fit().megabytes(settings.containers());
    Await.until("the scheduler has all nodes", () -> rm.clients().availableMegabytes() == room);
    return Applications.start(
        fleet, rm.clients().conf(), 1, settings.nodes() * settings.containers());
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private void fill() throws IOException, YarnException, InterruptedException {
    try (Beats beats = closedLoop()) {
      awaitContainers();
      warm();
    }
  }

  /**
   * Warms the JVM. Counts work and not time: on a busy machine little is compiled in a few seconds.
   */
  private void warm() throws IOException, YarnException, InterruptedException {
    fleet.takeFigures();
    AtomicLong answered = new AtomicLong();
    Await.until(
        "the ResourceManager is warm",
        () -> answered.addAndGet(fleet.takeFigures().answered()) >= settings.warmHeartbeats());
  }

  /**
   * Registers the nodes again, without containers, whose drains have ended and which have shut
   * down.
   */
  void bringBack() throws IOException, YarnException, InterruptedException {
    Await.untilAll("nodes have shut down", settings.nodes(), () -> fleet.state().shutDown());
    excludeNone();
    rm.clients().drain(NOBODY_DRAINS);
    fleet.startAgain();
    Await.untilAll("nodes run again", settings.nodes(), this::running);
  }

  /** Asks for as many containers as there were. */
  void fillAgain() throws IOException, YarnException, InterruptedException {
    applications.ask(wantedContainers());
    awaitContainers();
  }

  /** Replaces the application, which has finished, by another one. */
  void fillAnew() throws IOException, YarnException, InterruptedException {
    applications.close();
    applications = applications(settings, rm, fleet);
    awaitContainers();
  }

  private int wantedContainers() {
    return settings.nodes() * settings.containers();
  }

  private void awaitContainers() throws IOException, YarnException, InterruptedException {
    Await.until(
        "every node has its containers", () -> fleet.state().containers() >= wantedContainers());
    // Where there is room to choose, a node may get none, and an idle node does not drain.
    while (fleet.state().idle() > 0) {
      int more = fleet.state().containers() + settings.nodes();
      applications.ask(settings.nodes());
      Await.until("every node has a container", () -> fleet.state().containers() >= more);
    }
    // Only then does the ResourceManager know what runs on each node.
    letEveryNodeBeatTwice();
    room = rm.clients().availableMegabytes();
  }

  /** Waits until the scheduler can allocate everything that no container uses. */
  void awaitRoom() throws IOException, YarnException, InterruptedException {
    Await.until("all room is back", () -> rm.clients().availableMegabytes() >= room);
  }

  public RmProcess rm() {
    return rm;
  }

  public Fleet fleet() {
    return fleet;
  }

  Applications applications() {
    return applications;
  }

  BenchSettings settings() {
    return settings;
  }

  Beats closedLoop() {
    return ClosedLoop.start(fleet, settings.outstanding());
  }

  /** Each node sends a heartbeat once in {@link #interval}. */
  public Beats paced() {
    return PacedBeats.start(fleet, interval());
  }

  /**
   * A second. Nodes of a fleet larger than ten thousand send heartbeats proportionally less often:
   * their heartbeats alone would keep two processors busy.
   */
  Duration interval() {
    return Duration.ofSeconds(1)
        .multipliedBy(Math.max(settings.nodes(), MOST_HEARTBEATS))
        .dividedBy(MOST_HEARTBEATS);
  }

  /** Waits for the next two heartbeats of every node. */
  void letEveryNodeBeatTwice() throws InterruptedException {
    Thread.sleep(interval().multipliedBy(2).toMillis());
  }

  /** Measures heartbeats for this many seconds. */
  public HeartbeatFigures listen(int seconds) throws InterruptedException {
    fleet.takeFigures();
    Thread.sleep(Duration.ofSeconds(seconds).toMillis());
    return fleet.takeFigures();
  }

  /** Writes all nodes into the exclude file. Takes effect with the next refresh. */
  void excludeAll() throws IOException {
    exclude(
        IntStream.range(0, settings.nodes()).mapToObj(BenchContext::host).map(ExcludedHost::of));
  }

  /**
   * The same, with a timeout for each node.
   *
   * @param timeout by the number of the node, from 0
   */
  void excludeAll(IntFunction<Duration> timeout) throws IOException {
    exclude(
        IntStream.range(0, settings.nodes())
            .mapToObj(i -> ExcludedHost.within(host(i), timeout.apply(i))));
  }

  void excludeNone() throws IOException {
    exclude(Stream.empty());
  }

  private void exclude(Stream<ExcludedHost> hosts) throws IOException {
    rm.folder().exclude(hosts.toList());
  }

  private static String host(int node) {
    return FleetSettings.host(node);
  }

  public int draining() throws IOException, YarnException {
    return rm.clients().metrics().getNumDecommissioningNodeManagers();
  }

  public int decommissioned() throws IOException, YarnException {
    return rm.clients().metrics().getNumDecommissionedNodeManagers();
  }

  int running() throws IOException, YarnException {
    return rm.clients().metrics().getNumActiveNodeManagers();
  }

  @Override
  public void close() {
    applications.close();
    fleet.close();
    rm.close();
  }
}
