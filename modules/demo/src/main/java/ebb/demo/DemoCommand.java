package ebb.demo;

import ebb.demo.cluster.ClusterException;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ebb demo}: a drain in all its forms, on this machine, with real NodeManagers and a job.
 */
@Command(
    name = "demo",
    description = {
      "Show a graceful decommissioning that survives kill -9 of the ResourceManager.",
      "",
      "Starts one ResourceManager, three unmodified Hadoop NodeManagers and a MapReduce job in a"
          + " temporary folder, on free loopback ports; takes three to four minutes and leaves"
          + " nothing behind."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class DemoCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;

  @Option(
      names = "--keep",
      description = "Keep the folder with logs, settings and journal, and say where it is.")
  private boolean keep;

  private final PrintStream out;

  public DemoCommand() {
    this(System.out);
  }

  DemoCommand(PrintStream out) {
    this.out = out;
  }

  /** The exit code: 0 when all turned out as said, else 1. */
  @Override
  public Integer call() {
    var narrator = new Narrator(out);
    LoopbackCluster cluster;
    try {
      cluster = LoopbackCluster.create(Installation.find(), Map.of());
    } catch (ClusterException e) {
      narrator.say(String.valueOf(e.getMessage()));
      return FAILED;
    }
    if (keep) {
      cluster.keepFolder();
    }
    narrator.say("Everything is in " + cluster.folder().root());
    var hook = new Thread(() -> interrupted(cluster, narrator), "demo-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
    int exitCode = play(cluster, narrator);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return FAILED; // interrupted at the very end: the hook runs already
    }
    return exitCode;
  }

  private int play(LoopbackCluster cluster, Narrator narrator) {
    try {
      new Demo(cluster, narrator).run();
      narrator.headline("Everything turned out as said.");
      return OK;
    } catch (StepFailedException e) {
      narrator.headline(String.valueOf(e.getMessage()));
      return FAILED;
    } finally {
      narrator.say(end(cluster));
    }
  }

  private void interrupted(LoopbackCluster cluster, Narrator narrator) {
    narrator.sayLast("Interrupted: stopping everything.");
    out.println(end(cluster));
  }

  /** Stops everything, and says what is left. */
  private String end(LoopbackCluster cluster) {
    cluster.close();
    Path folder = cluster.folder().root();
    return keep
        ? "Nothing runs any more; logs, settings and journal are in " + folder
        : "Nothing runs any more, and " + folder + " is removed (--keep would keep it).";
  }
}
