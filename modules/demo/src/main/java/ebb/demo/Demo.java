package ebb.demo;

import ebb.demo.cluster.ClusterException;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.process.ProcessFailedException;
import ebb.journal.JournalException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The scenario: three nodes are drained under a running job, each in its own way, while the
 * ResourceManager is killed and started again. Each step checks what it shows.
 */
public final class Demo {
  private final LoopbackCluster cluster;
  private final Narrator narrator;

  Demo(LoopbackCluster cluster, Narrator narrator) {
    this.cluster = cluster;
    this.narrator = narrator;
  }

  /**
   * @param cluster a new one in which nothing runs yet; the caller closes it
   * @param out where the story is told
   */
  public Demo(LoopbackCluster cluster, PrintStream out) {
    this(cluster, new Narrator(out));
  }

  /**
   * Plays all steps.
   *
   * @throws StepFailedException if one does not turn out as said
   */
  public void run() {
    try (var watch = NodeWatch.start(cluster.adminApi()::nodes, narrator)) {
      var stage = new Stage(cluster, narrator, watch, new Patience(narrator, cluster::checkAlive));
      DemoTimes times =
          step(1, "one ResourceManager, three NodeManagers", () -> StartCluster.run(stage));
      MapReduceJob job = step(2, "a MapReduce job on all three", () -> SubmitJob.run(stage, times));
      Roles roles = Roles.of(Stage.HOSTS, cluster.containers());
      step(3, "all three are drained", () -> DrainAll.run(stage, roles, times));
      step(4, "kill -9 of the ResourceManager", () -> KillAndRestart.run(stage));
      step(5, "three ends of a drain", () -> EndDrains.run(stage, roles, job, times));
      step(6, "what the journal says", () -> TellHistories.run(stage, roles));
    }
  }

  private void step(int number, String title, Runnable play) {
    Boolean played =
        step(
            number,
            title,
            () -> {
              play.run();
              return Boolean.TRUE;
            });
    assert played;
  }

  private <T> T step(int number, String title, Supplier<T> play) {
    narrator.headline("Step " + number + ": " + title);
    Duration begun = narrator.elapsed();
    try {
      T result = play.get();
      Duration took = narrator.elapsed().minus(begun);
      narrator.say("Step " + number + " took " + took.toSeconds() + " s.");
      return result;
    } catch (StepFailedException
        | ClusterException
        | ProcessFailedException
        | JournalException
        | UncheckedIOException e) {
      throw new StepFailedException(number, title, e);
    }
  }
}
