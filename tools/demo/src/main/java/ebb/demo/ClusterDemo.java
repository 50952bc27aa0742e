package ebb.demo;

import ebb.demo.check.Lateness.Disturbance;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The scenario with several ResourceManagers: while three nodes drain under a running job, the
 * leader is killed, then a standby.
 */
public final class ClusterDemo {
  private final LoopbackCluster cluster;
  private final ConsoleReporter reporter;

  ClusterDemo(LoopbackCluster cluster, ConsoleReporter reporter) {
    this.cluster = cluster;
    this.reporter = reporter;
  }

  /**
   * @param cluster a new one with three or more ResourceManagers, in which nothing runs yet; the
   *     caller closes it
   * @param out gets the report
   */
  public ClusterDemo(LoopbackCluster cluster, PrintStream out) {
    this(cluster, new ConsoleReporter(out));
  }

  /**
   * Plays all steps.
   *
   * @throws StepFailedException if a step fails
   */
  public void run() {
    try (var watch = NodeWatch.start(cluster.adminApi()::nodes, reporter)) {
      var context =
          new DemoContext(
              cluster, reporter, watch, new ReportedWait(reporter, cluster::checkAlive));
      var steps = new Steps(reporter);
      List<Disturbance> losses = new ArrayList<>();
      String title = cluster.resourceManagers().size() + " ResourceManagers, three NodeManagers";
      DemoTimes times =
          DemoTimes.afterTwoLosses(steps.play(title, () -> StartCluster.run(context)));
      MapReduceJob job =
          steps.play("a MapReduce job on all three", () -> SubmitJob.run(context, times));
      Roles roles = Roles.of(DemoContext.HOSTS, cluster.containers());
      steps.play("all three are drained", () -> DrainAll.run(context, roles, times));
      steps.play("kill -9 of the leader", () -> losses.add(LoseInstance.leader(context)));
      steps.play("kill -9 of another one", () -> losses.add(LoseInstance.standby(context)));
      steps.play("three ends of a drain", () -> EndDrains.run(context, roles, job, times));
      steps.play("what the journal says", () -> PrintHistories.run(context, roles, losses));
    }
  }
}
