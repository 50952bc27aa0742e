package ebb.demo;

import ebb.demo.cluster.ClusterException;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresException;
import ebb.postgres.PostgresServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ebb demo}: all kinds of drains on this machine, with real NodeManagers and a job. */
@Command(
    name = "demo",
    description = {
      "Show a graceful decommissioning that survives kill -9 of the ResourceManager.",
      "",
      "The demo starts one ResourceManager, three unmodified Hadoop NodeManagers and a MapReduce"
          + " job in a temporary folder, on free loopback ports. It takes three to four minutes and"
          + " leaves nothing behind. With --instances 3, it starts three ResourceManagers on their"
          + " own PostgreSQL, and kills first the leader and then another one. That takes six to"
          + " twelve minutes."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class DemoCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Number of ResourceManagers: one, or three or more. Default: ${DEFAULT-VALUE}.")
  private int instances = 1;

  @Option(
      names = "--keep",
      description = "Keep the folder with logs, settings and journal, and print its path.")
  private boolean keep;

  private final PrintStream out;

  public DemoCommand() {
    this(System.out);
  }

  DemoCommand(PrintStream out) {
    this.out = out;
  }

  /** The exit code: 0 if every step passed, else 1. */
  @Override
  public Integer call() {
    var reporter = new ConsoleReporter(out);
    if (instances < 1 || instances == 2) {
      reporter.say("--instances = " + instances + " is not allowed; allowed are 1, and 3 or more");
      return FAILED;
    }
    try {
      Installation installation = Installation.find();
      return instances == 1
          ? play(LoopbackCluster.create(installation, Map.of()), reporter)
          : playWithDatabase(installation, reporter);
    } catch (ClusterException | PostgresException e) {
      reporter.say(String.valueOf(e.getMessage()));
      return FAILED;
    }
  }

  private int playWithDatabase(Installation installation, ConsoleReporter reporter) {
    try (PostgresServer postgres = PostgresServer.start()) {
      var journal =
          new SharedJournal(postgres.createDatabase(), PostgresServer.USER, postgres.password());
      return play(LoopbackCluster.create(installation, instances, journal, Map.of()), reporter);
    }
  }

  private int play(LoopbackCluster cluster, ConsoleReporter reporter) {
    if (keep) {
      cluster.keepFolder();
    }
    reporter.say("Everything is in " + cluster.folder().root());
    var hook = new Thread(() -> interrupted(cluster, reporter), "demo-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
    int exitCode = tell(cluster, reporter);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return FAILED; // The JVM is shutting down, so the hook already runs.
    }
    return exitCode;
  }

  private int tell(LoopbackCluster cluster, ConsoleReporter reporter) {
    try {
      new Demo(cluster, reporter).run();
      reporter.headline("Every step passed.");
      return OK;
    } catch (StepFailedException e) {
      reporter.headline(String.valueOf(e.getMessage()));
      return FAILED;
    } finally {
      reporter.say(end(cluster));
    }
  }

  private void interrupted(LoopbackCluster cluster, ConsoleReporter reporter) {
    reporter.sayLast("Interrupted: stopping everything.");
    out.println(end(cluster));
  }

  /** Stops everything, and returns a message about what is left. */
  private String end(LoopbackCluster cluster) {
    cluster.close();
    Path folder = cluster.folder().root();
    return keep
        ? "Nothing runs any more; logs, settings and journal are in " + folder
        : "Nothing runs any more, and " + folder + " is removed (--keep would keep it).";
  }
}
