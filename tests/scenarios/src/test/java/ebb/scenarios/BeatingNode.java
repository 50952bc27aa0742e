package ebb.scenarios;

import ebb.demo.cluster.LoopbackCluster;
import ebb.domain.NodeId;
import ebb.hadoop.SimulatedNodeManager;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;

/**
 * A NodeManager that sends heartbeats by itself and finds the leader as every NodeManager does,
 * with Hadoop's client and YARN's HA settings. It runs nothing, but can report containers.
 */
public final class BeatingNode implements AutoCloseable {
  private static final int PORT = 4321;
  private static final long INTERVAL_MILLIS = 1000;

  private final String host;
  private final SimulatedNodeManager node;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private final AtomicInteger registrations = new AtomicInteger();
  private final AtomicInteger heartbeats = new AtomicInteger();
  private final Map<ContainerId, Resource> running = new ConcurrentHashMap<>();
  private final Set<ContainerId> ended = ConcurrentHashMap.newKeySet();
  private final Set<ContainerId> unwanted = ConcurrentHashMap.newKeySet();
  private volatile String healthReport = "";
  private volatile boolean busy;
  private volatile boolean silent;
  private volatile boolean sentHome;

  private BeatingNode(String host, SimulatedNodeManager node) {
    this.host = host;
    this.node = node;
    thread = new Thread(this::live, "node-" + host);
    thread.setDaemon(true);
  }

  public static BeatingNode start(LoopbackCluster cluster, String host, boolean busy)
      throws IOException {
    var beating = new BeatingNode(host, SimulatedNodeManager.of(host, conf(cluster)));
    beating.busy = busy;
    beating.thread.start();
    return beating;
  }

  /** Requests of an observer outside the ResourceManagers. */
  public static YarnConfiguration conf(LoopbackCluster cluster) {
    var conf = new YarnConfiguration();
    conf.addResource(new Path(cluster.folder().conf().resolve("core-site.xml").toUri()));
    conf.addResource(new Path(cluster.folder().conf().resolve("yarn-site.xml").toUri()));
    return conf;
  }

  public NodeId id() {
    return new NodeId(host, PORT);
  }

  /** Reports no containers from the next heartbeat on. */
  public void finishes() {
    busy = false;
    ended.addAll(running.keySet());
    running.clear();
  }

  /** Reports that it is unhealthy from the next heartbeat on, with this reason. */
  public void fallsIll(String report) {
    healthReport = report;
  }

  /** Reports a container that the scheduler has placed there from the next heartbeat on. */
  public void runs(Container container) {
    running.put(container.getId(), container.getResource());
  }

  /** The containers of {@link #runs} that it was told to kill. */
  public Set<ContainerId> unwanted() {
    return unwanted;
  }

  /** Sends nothing from the next heartbeat on, not even a registration. */
  public void fallsSilent() {
    silent = true;
  }

  /** Resumes its heartbeats, and reports what it runs now. */
  public void speaksAgain() {
    silent = false;
  }

  /** Whether it was told to shut down, after which it is silent. */
  public boolean mustShutDown() {
    return sentHome;
  }

  public int registrations() {
    return registrations.get();
  }

  /** The number of answered heartbeats. */
  public int heartbeats() {
    return heartbeats.get();
  }

  private void live() {
    boolean registered = false;
    while (!sentHome && !isClosed(registered || silent ? INTERVAL_MILLIS : 0)) {
      if (silent) {
        continue;
      }
      try {
        registered = registered ? beat() : register();
      } catch (IOException | YarnException e) {
        // A NodeManager, too, tries again after its interval.
        if (isClosed(INTERVAL_MILLIS)) {
          return;
        }
      }
    }
  }

  private boolean register() throws IOException, YarnException {
    report();
    handle(node.register().getNodeAction());
    registrations.incrementAndGet();
    return true;
  }

  /** Whether it is still registered. */
  private boolean beat() throws IOException, YarnException {
    report();
    NodeHeartbeatResponse answer = node.heartbeat();
    NodeAction action = answer.getNodeAction();
    answer.getContainersToCleanup().stream().filter(running::containsKey).forEach(unwanted::add);
    heartbeats.incrementAndGet();
    handle(action);
    return action == NodeAction.NORMAL;
  }

  private void report() {
    node.healthReport(healthReport);
    node.runsNothing();
    if (busy) {
      node.runs(ApplicationId.newInstance(1, 1));
    }
    running.forEach(node::runs);
    ended.forEach(node::completes);
  }

  private void handle(NodeAction action) {
    sentHome = sentHome || action == NodeAction.SHUTDOWN;
  }

  private boolean isClosed(long afterMillis) {
    try {
      return closed.await(afterMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    node.close();
  }
}
