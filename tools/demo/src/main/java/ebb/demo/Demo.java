package ebb.demo;

import ebb.demo.check.Lateness.Disturbance;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The scenario: three nodes drain under a running job, each in its own way, while the
 * ResourceManager is killed and started again, or of several ones the leader and then a standby are
 * killed. Each step checks what it shows.
 */
public final class Demo {
  private final LoopbackCluster cluster;
  private final ConsoleReporter reporter;

  Demo(LoopbackCluster cluster, ConsoleReporter reporter) {
    this.cluster = cluster;
    this.reporter = reporter;
  }

  /**
   * @param cluster a new one with one ResourceManager, or with three or more, in which nothing runs
   *     yet; the caller closes it
   * @param out gets the report
   */
  public Demo(LoopbackCluster cluster, PrintStream out) {
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
      int instances = cluster.resourceManagers().size();
      String title =
          (instances == 1 ? "one ResourceManager" : instances + " ResourceManagers")
              + ", three NodeManagers";
      Duration start = steps.play(title, () -> StartCluster.run(context));
      DemoTimes times = instances == 1 ? DemoTimes.after(start) : DemoTimes.afterTwoLosses(start);
      MapReduceJob job =
          steps.play("a MapReduce job on all three", () -> SubmitJob.run(context, times));
      Roles roles = Roles.of(DemoContext.HOSTS, cluster.containers());
      steps.play("all three are drained", () -> DrainAll.run(context, roles, times));
      if (instances == 1) {
        steps.play("kill -9 of the ResourceManager", () -> KillAndRestart.run(context));
      } else {
        steps.play("kill -9 of the leader", () -> losses.add(LoseInstance.leader(context)));
        steps.play("kill -9 of another one", () -> losses.add(LoseInstance.standby(context)));
      }
      steps.play("three ends of a drain", () -> EndDrains.run(context, roles, job, times));
      steps.play("what the journal says", () -> PrintHistories.run(context, roles, losses));
    }
  }
}
