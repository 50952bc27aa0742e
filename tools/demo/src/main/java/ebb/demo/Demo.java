package ebb.demo;

import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import java.io.PrintStream;
import java.util.List;

/**
 * The scenario: three nodes drain under a running job, each in its own way, while the
 * ResourceManager is killed and started again. Each step checks what it shows.
 */
public final class Demo {
  private final LoopbackCluster cluster;
  private final ConsoleReporter narrator;

  Demo(LoopbackCluster cluster, ConsoleReporter narrator) {
    this.cluster = cluster;
    this.narrator = narrator;
  }

  /**
   * @param cluster a new one in which nothing runs yet; the caller closes it
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
    try (var watch = NodeWatch.start(cluster.adminApi()::nodes, narrator)) {
      var stage =
          new DemoContext(
              cluster, narrator, watch, new ReportedWait(narrator, cluster::checkAlive));
      var steps = new Steps(narrator);
      DemoTimes times =
          DemoTimes.after(
              steps.play("one ResourceManager, three NodeManagers", () -> StartCluster.run(stage)));
      MapReduceJob job =
          steps.play("a MapReduce job on all three", () -> SubmitJob.run(stage, times));
      Roles roles = Roles.of(DemoContext.HOSTS, cluster.containers());
      steps.play("all three are drained", () -> DrainAll.run(stage, roles, times));
      steps.play("kill -9 of the ResourceManager", () -> KillAndRestart.run(stage));
      steps.play("three ends of a drain", () -> EndDrains.run(stage, roles, job, times));
      steps.play("what the journal says", () -> PrintHistories.run(stage, roles, List.of()));
    }
  }
}
