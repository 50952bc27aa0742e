package ebb.simulator;

import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb simulate}: any number of NodeManagers that need almost no resources. */
@Command(
    name = "simulate",
    description = {
      "Simulate many NodeManagers, to see how much load a ResourceManager can take.",
      "",
      "They register over Hadoop's RPC with Ebb or with stock YARN, send heartbeats, report"
          + " containers and follow orders. Nothing runs on them. Their hosts are addresses from"
          + " 10.0.0.1 on, all with port 45454; drain them by these addresses. When the command"
          + " ends, they fall silent as if their machines had died. With the HA settings of a"
          + " cluster, they follow a failover as NodeManagers do. Do not use the command with a"
          + " production cluster: its scheduler treats the nodes as real."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class SimulateCommand implements Callable<Integer> {
  private static final int REGISTRATIONS_UNDER_WAY = 64;

  /** How long starting the applications may take, and how much longer for each of them. */
  private static final Duration TO_START = Duration.ofMinutes(1);

  private static final Duration TO_START_ONE = Duration.ofSeconds(1);

  private static final Duration TO_END = Duration.ofSeconds(10);

  @Mixin private TargetOptions target = new TargetOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      required = true,
      description = "Number of NodeManagers.")
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
          "Milliseconds between two heartbeats of a node; the interval that the ResourceManager"
              + " requests is ignored. Default: ${DEFAULT-VALUE}.")
  private int intervalMillis;

  @Option(
      names = "--closed-loop",
      paramLabel = "N",
      description =
          "Instead of an interval: keep this many heartbeats in flight, as fast as they are"
              + " answered.")
  private @Nullable Integer outstanding;

  @Option(
      names = "--containers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Containers on each node, with one gigabyte and one core each; real applications"
              + " request them. A node has room for exactly this many. 0: no application, and nodes"
              + " with eight gigabytes. Default: ${DEFAULT-VALUE}.")
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
          "Stop after this time, and stop the applications. The time counts from when the nodes"
              + " have registered and the applications have started. The command also stops if"
              + " nodes cannot register for this long. Default: run until Ctrl-C.")
  private @Nullable Integer seconds;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Seconds between two progress lines. Default: ${DEFAULT-VALUE}.")
  private int reportSeconds;

  @Option(names = "--json", description = "Print each report as one JSON object per line.")
  private boolean json;

  private final PrintStream out;

  public SimulateCommand() {
    this(System.out);
  }

  SimulateCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * @throws CommandException if the ResourceManager cannot be reached or an option is invalid
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
    } catch (IOException | YarnException e) {
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
        TargetOptions.trackers(hadoop), nodes, connections, room * Applications.megabytes(), room);
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private void run(Fleet fleet, YarnConfiguration hadoop)
      throws IOException, YarnException, InterruptedException {
    SimulationReport report = new SimulationReport(fleet, out, json);
    register(fleet, report);
    try (Beats beats = beats(fleet)) {
      if (containers == 0) {
        report.goOn(Duration.ofSeconds(reportSeconds), limit());
      } else {
        try (Applications running = start(fleet, hadoop)) {
          report.goOn(Duration.ofSeconds(reportSeconds), limit());
          finish(running);
        }
      }
    }
  }

  private void register(Fleet fleet, SimulationReport report)
      throws IOException, YarnException, InterruptedException {
    BackgroundCall<Boolean> registrations =
        BackgroundCall.start(
            "simulated-registrations",
            () -> {
              ClosedLoop.register(fleet, REGISTRATIONS_UNDER_WAY);
              return true;
            });
    long end = System.nanoTime() + limit().toNanos();
    Duration every = Duration.ofSeconds(reportSeconds);
    Duration left = limit();
    while (registrations.await(left.compareTo(every) < 0 ? left : every).isEmpty()) {
      report.print();
      left = Duration.ofNanos(end - System.nanoTime());
      if (left.compareTo(Duration.ZERO) <= 0) {
        registrations.giveUp();
        throw new CommandException(
            registered(fleet.state())
                + fleet.state().lastFailure().map(why -> ": " + why).orElse(""),
            "check --rm and the ports in --conf, or allow more time with --duration");
      }
    }
    if (fleet.state().registered() == 0) {
      throw new CommandException(
          "the ResourceManager turns all nodes away",
          "hosts from 10.0.0.1 on have to be in its include list, if it has one, and not excluded");
    }
  }

  private String registered(FleetState state) {
    return String.format(
        Locale.ROOT,
        "%d of %d nodes have registered within %d s",
        state.registered(),
        state.nodes(),
        limit().toSeconds());
  }

  private Applications start(Fleet fleet, YarnConfiguration hadoop)
      throws IOException, YarnException, InterruptedException {
    BackgroundCall<Applications> starting =
        BackgroundCall.start(
            "simulated-submission",
            () -> Applications.start(fleet, hadoop, applications, containers * nodes));
    Duration limit = TO_START.plus(TO_START_ONE.multipliedBy(applications));
    return starting
        .await(limit)
        .orElseThrow(
            () -> {
              starting.giveUp();
              return new CommandException(
                  "the applications have not started within " + limit.toSeconds() + " s",
                  "see what the ResourceManager reports about them");
            });
  }

  private static void finish(Applications running)
      throws IOException, YarnException, InterruptedException {
    BackgroundCall<Boolean> finishing =
        BackgroundCall.start(
            "simulated-masters-end",
            () -> {
              running.finish();
              return true;
            });
    if (finishing.await(TO_END).isEmpty()) {
      finishing.giveUp();
      throw new CommandException(
          "not all applications have ended within " + TO_END.toSeconds() + " s",
          "the ResourceManager ends them by itself, if it runs, after"
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
