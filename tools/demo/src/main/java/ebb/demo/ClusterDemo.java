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
  private final ConsoleReporter narrator;

  ClusterDemo(LoopbackCluster cluster, ConsoleReporter narrator) {
    this.cluster = cluster;
    this.narrator = narrator;
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
    try (var watch = NodeWatch.start(cluster.adminApi()::nodes, narrator)) {
      var stage =
          new DemoContext(
              cluster, narrator, watch, new ReportedWait(narrator, cluster::checkAlive));
      var steps = new Steps(narrator);
      List<Disturbance> losses = new ArrayList<>();
      String title = cluster.resourceManagers().size() + " ResourceManagers, three NodeManagers";
      DemoTimes times = DemoTimes.afterTwoLosses(steps.play(title, () -> StartCluster.run(stage)));
      MapReduceJob job =
          steps.play("a MapReduce job on all three", () -> SubmitJob.run(stage, times));
      Roles roles = Roles.of(DemoContext.HOSTS, cluster.containers());
      steps.play("all three are drained", () -> DrainAll.run(stage, roles, times));
      steps.play("kill -9 of the leader", () -> losses.add(LoseInstance.leader(stage)));
      steps.play("kill -9 of another one", () -> losses.add(LoseInstance.standby(stage)));
      steps.play("three ends of a drain", () -> EndDrains.run(stage, roles, job, times));
      steps.play("what the journal says", () -> PrintHistories.run(stage, roles, losses));
    }
  }
}
