package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.NodeView;
import ebb.demo.client.PastEvent;
import ebb.demo.cluster.CommandResult;
import ebb.demo.cluster.ContainerProcess;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.cluster.NodeManagerProcess;
import ebb.demo.cluster.SleepJob;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * What every combination has to do: three nodes run a job. One of them drains until its work is
 * done and one until its timeout expires, and the job succeeds. The third has the application
 * master.
 */
final class DrainsDuringJob {
  /** The NodeManagers' hosts. */
  static final List<String> HOSTS = List.of("127.0.0.71", "127.0.0.72", "127.0.0.73");

  /** Enough to start JVMs on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Long enough to see the drain, short enough to end before the work. */
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  /** Two for each node. The application master fits in beside two of them. */
  private static final int MAPS = 6;

  /**
   * The first map must still run when the last one has started and {@link #TIMEOUT} has passed. On
   * a busy machine, whose cluster starts slowly, maps take longer.
   */
  private static final Duration MAP_TIME = Duration.ofSeconds(45);

  private final long begun = System.nanoTime();
  private final LoopbackCluster cluster;
  private final List<NodeManagerProcess> nodeManagers;

  private DrainsDuringJob(LoopbackCluster cluster) {
    this.cluster = cluster;
    nodeManagers = HOSTS.stream().map(cluster::startNodeManager).toList();
  }

  /** Starts Ebb and three NodeManagers; returns when all of them serve. */
  static DrainsDuringJob start(LoopbackCluster cluster) {
    cluster.resourceManager().start();
    var drains = new DrainsDuringJob(cluster);
    drains
        .await("the nodes to run")
        .until(
            () ->
                cluster.adminApi().nodes().stream().filter(node -> node.is("RUNNING")).count()
                    == drains.nodeManagers.size());
    return drains;
  }

  List<NodeManagerProcess> nodeManagers() {
    return nodeManagers;
  }

  /** Submits a MapReduce job; returns when its maps fill all nodes. */
  MapReduceJob submitJob() {
    return submitJob(1);
  }

  /** The same, with this number of reduce tasks. */
  MapReduceJob submitJob(int reduces) {
    MapReduceJob job =
        cluster.submit(new SleepJob(MAPS, mapTime(), reduces, Duration.ofSeconds(1)));
    awaitTasks(job, MAPS);
    return job;
  }

  /** For a job that is submitted now. */
  private Duration mapTime() {
    return MAP_TIME.plusNanos(System.nanoTime() - begun);
  }

  /**
   * Waits for the tasks of the job.
   *
   * @param tasks the number that runs at once, some on each node
   */
  void awaitTasks(MapReduceJob job, int tasks) {
    await("the job to be accepted").until(() -> job.applicationId().isPresent());
    await("the tasks to run")
        .untilAsserted(
            () -> {
              assertThat(tasks()).hasSize(tasks);
              assertThat(tasks()).extracting(ContainerProcess::host).containsAll(HOSTS);
            });
  }

  /** Drains, with the tasks of the job on all nodes, and waits for all ends. */
  void run(MapReduceJob job) {
    Duration mapTime = mapTime();
    String master = hostOfMaster();
    List<NodeManagerProcess> others = new ArrayList<>(nodeManagers);
    others.removeIf(each -> each.host().equals(master));
    NodeManagerProcess natural = others.get(0);
    NodeManagerProcess late = others.get(1);
    natural.process().mayEnd();
    late.process().mayEnd();

    cluster
        .excludeFile()
        .write(List.of(ExcludedHost.of(natural.host()), ExcludedHost.within(late.host(), TIMEOUT)));
    rmadmin("-refreshNodes", "-g", "1800", "-server");

    awaitState(natural.host(), "DECOMMISSIONING");
    awaitEnd(late, "TIMEOUT");
    awaitState(natural.host(), "DECOMMISSIONING");
    // The maps of the late node start again when those beside the master are done.
    await("the job to end")
        .atMost(PATIENCE.plus(mapTime.multipliedBy(2)))
        .until(() -> job.client().exitCode().isPresent());
    assertThat(job.client().exitCode())
        .as(() -> String.join("\n", job.client().logEnd()))
        .isEqualTo(OptionalInt.of(0));
    awaitEnd(natural, "READY");
    String id = job.applicationId().orElseThrow();
    await("the job to have succeeded")
        .until(() -> cluster.hadoopApi().application(id).hasSucceeded());
    awaitState(master, "RUNNING");
    cluster.checkAlive();
  }

  /** Drains the only node that is left, which is idle, within a minute. */
  void drainLast() {
    NodeManagerProcess last =
        nodeManagers.stream().filter(each -> each.process().isAlive()).findFirst().orElseThrow();
    last.process().mayEnd();
    cluster.excludeFile().write(HOSTS.stream().map(ExcludedHost::of).toList());
    rmadmin("-refreshNodes", "-g", "60", "-server");
    awaitEnd(last, "READY");
    cluster.checkAlive();
  }

  /** Runs the unmodified command of the NodeManagers' Hadoop. */
  void rmadmin(String... arguments) {
    CommandResult result = cluster.rmAdmin().run(List.of(arguments));
    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  private void awaitEnd(NodeManagerProcess nodeManager, String cause) {
    awaitState(nodeManager.host(), "DECOMMISSIONED");
    await("the cause of the end of " + nodeManager.host())
        .untilAsserted(() -> assertThat(lastEvent(nodeManager.host()).cause()).contains(cause));
    assertThat(nodeManager.process().awaitExit(PATIENCE)).isEqualTo(OptionalInt.of(0));
  }

  private void awaitState(String host, String state) {
    await(host + " to be " + state).until(() -> node(host).is(state));
  }

  private PastEvent lastEvent(String host) throws IOException {
    List<PastEvent> history = cluster.adminApi().history(node(host).nodeId());
    return history.get(history.size() - 1);
  }

  private NodeView node(String host) throws IOException {
    return cluster.adminApi().nodes().stream()
        .filter(node -> node.host().equals(host))
        .findFirst()
        .orElseThrow();
  }

  private List<ContainerProcess> tasks() {
    return cluster.containers().stream()
        .filter(Predicate.not(ContainerProcess::isApplicationMaster))
        .toList();
  }

  private String hostOfMaster() {
    return cluster.containers().stream()
        .filter(ContainerProcess::isApplicationMaster)
        .map(ContainerProcess::host)
        .findFirst()
        .orElseThrow();
  }

  ConditionFactory await(String what) {
    return Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        // There was no answer in time, because the machine is busy.
        .ignoreExceptionsInstanceOf(IOException.class)
        .failFast(cluster::checkAlive);
  }
}
