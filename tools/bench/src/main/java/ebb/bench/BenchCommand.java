package ebb.bench;

import ebb.bench.report.BenchReport;
import ebb.bench.report.BenchSettings;
import ebb.bench.rm.Fit;
import ebb.bench.rm.SystemUnderTest;
import ebb.bench.scenario.DeadlineScenario;
import ebb.bench.scenario.DrainScenario;
import ebb.bench.scenario.HeartbeatScenario;
import ebb.bench.scenario.RegistrationScenario;
import ebb.bench.scenario.RestartScenario;
import ebb.bench.scenario.Scenario;
import ebb.bench.scenario.SizeScenario;
import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb bench}: stock YARN and Ebb, side by side on this machine. */
@Command(
    name = "bench",
    description = {
      "Measure stock YARN's ResourceManager and Ebb side by side, on this machine.",
      "",
      "Each run has a fresh JVM with the same heap and settings, under the same simulated"
          + " NodeManagers. The two take turns in going first. With seven rounds or more, the table"
          + " says which targets are met. docs/performance.md describes the method."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class BenchCommand implements Callable<Integer> {
  private static final Map<String, Scenario> SCENARIOS = scenarios();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Simulated NodeManagers. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--fit",
      paramLabel = "ROOMY|EXACT",
      defaultValue = "ROOMY",
      description = {
        "Size of the nodes. ROOMY: 64 GB and 64 cores, with Hadoop's own scheduler settings."
            + " EXACT: room for --containers, which are placed at a node's heartbeat. Default:"
            + " ${DEFAULT-VALUE}."
      })
  private Fit fit = Fit.ROOMY;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "TCP connections that they share. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      description = "Runs of each ResourceManager. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these: heartbeats, drain, deadlines, restart, registrations, size. Default: all.")
  private List<String> chosen = new ArrayList<>();

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "2048",
      description = "Heap of each ResourceManager. Default: ${DEFAULT-VALUE}.")
  private int heapMegabytes;

  @Option(
      names = "--warm",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Heartbeats before anything is measured. Default: ${DEFAULT-VALUE}.")
  private int warmHeartbeats;

  @Option(
      names = "--drains",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Drains of all nodes in one process. The result is the median of the later half."
              + " Default: ${DEFAULT-VALUE}.")
  private int drains;

  @Option(
      names = "--ends",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Ends of all drains in one process. The result is the median of the later half."
              + " Default: ${DEFAULT-VALUE}.")
  private int ends;

  @Option(
      names = "--only",
      paramLabel = "STOCK|EBB",
      description = "Run only one of the two, for example under a profiler, without a comparison.")
  private @Nullable SystemUnderTest only;

  @Mixin private final CommonOptions common = new CommonOptions();

  private final PrintStream out;

  BenchCommand(PrintStream out) {
    this.out = out;
  }

  /** By name, in the order in which they run. */
  private static Map<String, Scenario> scenarios() {
    Map<String, Scenario> scenarios = new LinkedHashMap<>();
    for (Scenario scenario :
        List.of(
            new HeartbeatScenario(),
            new DrainScenario(),
            new DeadlineScenario(),
            new RestartScenario(),
            new RegistrationScenario(),
            new SizeScenario())) {
      scenarios.put(scenario.name(), scenario);
    }
    return scenarios;
  }

  /**
   * @throws CommandException if an option is invalid, a run fails or a target is missed
   */
  @Override
  public Integer call() throws InterruptedException {
    Instant begun = Instant.now();
    CommonOptions.requireAtLeastOne("--rounds", rounds);
    CommonOptions.requireAtLeastOne("--nodes", nodes);
    CommonOptions.requireAtLeastOne("--drains", drains);
    CommonOptions.requireAtLeastOne("--ends", ends);
    BenchSettings settings =
        new BenchSettings(
            nodes,
            fit,
            common.containers(),
            connections,
            common.outstanding(),
            heapMegabytes,
            warmHeartbeats,
            common.measureSeconds(),
            drains,
            ends);
    List<Scenario> scenarios = asked();
    List<String> missed;
    try (Rounds runs = new Rounds(settings, candidates(), common.keep(), out)) {
      try {
        for (int round = 1; round <= rounds; round++) {
          for (Scenario scenario : scenarios) {
            runs.play(scenario, round);
          }
        }
      } finally { // Keep what hours of measuring may have produced.
        if (!runs.done().isEmpty()) {
          tell(new BenchReport(settings, runs.done(), begun));
        }
      }
      missed = only == null ? new BenchReport(settings, runs.done(), begun).missed() : List.of();
    } catch (IOException | YarnException | RuntimeException e) {
      throw new CommandException(
          "a run failed: " + e.getMessage(), "its folder is left, with the log", e);
    }
    CommonOptions.requireMet(missed);
    return ExitCode.OK;
  }

  private void tell(BenchReport report) throws IOException {
    out.print(only == null ? report.table() : "");
    if (common.json().isPresent()) {
      report.write(common.json().get());
    }
  }

  private Set<SystemUnderTest> candidates() {
    return only == null ? EnumSet.allOf(SystemUnderTest.class) : EnumSet.of(only);
  }

  private List<Scenario> asked() {
    List<String> names = chosen.isEmpty() ? List.copyOf(SCENARIOS.keySet()) : chosen;
    return names.stream()
        .map(
            name -> {
              Scenario scenario = SCENARIOS.get(name);
              if (scenario == null) {
                throw new CommandException(
                    "there is no scenario " + name, "name one of " + SCENARIOS.keySet());
              }
              return scenario;
            })
        .toList();
  }
}
