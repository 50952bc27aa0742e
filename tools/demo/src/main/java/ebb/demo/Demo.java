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
  private final ConsoleReporter reporter;

  Demo(LoopbackCluster cluster, ConsoleReporter reporter) {
    this.cluster = cluster;
    this.reporter = reporter;
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
    try (var watch = NodeWatch.start(cluster.adminApi()::nodes, reporter)) {
      var context =
          new DemoContext(
              cluster, reporter, watch, new ReportedWait(reporter, cluster::checkAlive));
      var steps = new Steps(reporter);
      DemoTimes times =
          DemoTimes.after(
              steps.play(
                  "one ResourceManager, three NodeManagers", () -> StartCluster.run(context)));
      MapReduceJob job =
          steps.play("a MapReduce job on all three", () -> SubmitJob.run(context, times));
      Roles roles = Roles.of(DemoContext.HOSTS, cluster.containers());
      steps.play("all three are drained", () -> DrainAll.run(context, roles, times));
      steps.play("kill -9 of the ResourceManager", () -> KillAndRestart.run(context));
      steps.play("three ends of a drain", () -> EndDrains.run(context, roles, job, times));
      steps.play("what the journal says", () -> PrintHistories.run(context, roles, List.of()));
    }
  }
}
