package ebb.simulator;

import ebb.cli.CommandException;
import ebb.cli.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb simulate}: any number of NodeManagers that cost next to nothing. */
@Command(
    name = "simulate",
    description = {
      "Be many NodeManagers at once, to see what a ResourceManager can take.",
      "",
      "They register over Hadoop's RPC with Ebb or with stock YARN, beat, report containers and obey."
          + " Nothing runs on them. Their hosts are addresses from 10.0.0.1 on, all with port 45454,"
          + " and can be drained by these names. When the command ends they fall silent as if their"
          + " machines had died. Not for a cluster that is in use: its scheduler takes them for real."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class SimulateCommand implements Callable<Integer> {
  private static final int REGISTRATIONS_UNDER_WAY = 64;

  /** How long the ResourceManager may take to end the applications. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Mixin private TargetOptions target = new TargetOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      required = true,
      description = "How many NodeManagers.")
  private int nodes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "TCP connections that all nodes share. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--interval",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "Milliseconds between two heartbeats of a node; what the ResourceManager asks for is not"
              + " heeded. Default: ${DEFAULT-VALUE}.")
  private int intervalMillis;

  @Option(
      names = "--closed-loop",
      paramLabel = "N",
      description =
          "Instead of an interval: keep this many heartbeats under way, as fast as they are"
              + " answered.")
  private @Nullable Integer outstanding;

  @Option(
      names = "--containers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Containers on each node, of a gigabyte and one core; real applications ask for them. A"
              + " node has room for exactly as many. 0: no application, and nodes of eight gigabytes."
              + " Default: ${DEFAULT-VALUE}.")
  private int containers;

  @Option(
      names = "--applications",
      paramLabel = "N",
      defaultValue = "1",
      description = "Applications that share the containers. Default: ${DEFAULT-VALUE}.")
  private int applications;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description =
          "End so long after all nodes have registered, and end the applications; end, too, if they"
              + " cannot register for so long. Default: at Ctrl-C.")
  private @Nullable Integer seconds;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Say how it goes every so many seconds. Default: ${DEFAULT-VALUE}.")
  private int reportSeconds;

  @Option(names = "--json", description = "Print each report as one JSON object in a line.")
  private boolean json;

  private final PrintStream out;

  public SimulateCommand() {
    this(System.out);
  }

  SimulateCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * @throws CommandException if the ResourceManager cannot be reached or a setting makes no sense
   */
  @Override
  public Integer call() throws InterruptedException {
    try {
      YarnConfiguration hadoop = target.hadoop();
      try (Fleet fleet = Fleet.of(settings(hadoop), hadoop)) {
        run(fleet, hadoop);
      }
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new CommandException(String.valueOf(e.getMessage()), "see ebb simulate --help", e);
    } catch (IOException | YarnException | ExecutionException e) {
      throw new CommandException(
          "cannot simulate: " + e.getMessage(), "check --rm and the ports in --conf", e);
    }
  }

  private FleetSettings settings(YarnConfiguration hadoop) {
    require(containers >= 0 && containers <= 1000, "--containers is 0 to 1000");
    require(applications >= 1, "--applications is 1 or more");
    require(intervalMillis >= 1, "--interval is 1 or more");
    require(outstanding == null || outstanding >= 1, "--closed-loop is 1 or more");
    require(seconds == null || seconds >= 1, "--duration is 1 or more");
    require(reportSeconds >= 1, "--report is 1 or more");
    int room = containers == 0 ? 8 : containers;
    return new FleetSettings(
        TargetOptions.tracker(hadoop), nodes, connections, room * Applications.megabytes(), room);
  }

  @SuppressWarnings("try") // nodes beat for as long as it is open
  private void run(Fleet fleet, YarnConfiguration hadoop)
      throws IOException, YarnException, InterruptedException, ExecutionException {
    SimulationReport report = new SimulationReport(fleet, out, json);
    register(fleet, report);
    try (Beats beats = beats(fleet)) {
      if (containers == 0) {
        report.goOn(Duration.ofSeconds(reportSeconds), limit());
      } else {
        try (Applications running =
            Applications.start(fleet, hadoop, applications, containers * nodes)) {
          report.goOn(Duration.ofSeconds(reportSeconds), limit());
          finish(running);
        }
      }
    }
  }

  private void register(Fleet fleet, SimulationReport report) throws InterruptedException {
    long end = System.nanoTime() + limit().toNanos();
    long every = Duration.ofSeconds(reportSeconds).toNanos();
    try (ClosedLoop registrations = ClosedLoop.registrations(fleet, REGISTRATIONS_UNDER_WAY)) {
      long left = limit().toNanos();
      while (!registrations.isDone(Duration.ofNanos(Math.min(every, left)))) {
        report.print();
        left = end - System.nanoTime();
        if (left <= 0) {
          throw new CommandException(
              "not all nodes could register"
                  + fleet.state().lastFailure().map(why -> ": " + why).orElse(""),
              "check --rm and the ports in --conf");
        }
      }
    }
  }

  private static void finish(Applications running) throws InterruptedException, ExecutionException {
    if (!running.finishWithin(PATIENCE)) {
      throw new CommandException(
          "the ResourceManager does not answer, so the applications have not ended",
          "it ends them itself once it runs again, after"
              + " yarn.am.liveness-monitor.expiry-interval-ms");
    }
  }

  private Beats beats(Fleet fleet) {
    return outstanding == null
        ? PacedBeats.start(fleet, Duration.ofMillis(intervalMillis))
        : ClosedLoop.start(fleet, outstanding);
  }

  private Duration limit() {
    return seconds == null ? Duration.ofDays(36_500) : Duration.ofSeconds(seconds);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
