package ebb.bench.failover;

import ebb.bench.CommonOptions;
import ebb.bench.RunFolders;
import ebb.bench.RunLine;
import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb bench failover}: measures what losing an instance costs on this machine. */
@Command(
    name = "failover",
    description = {
      "Measure failovers of a cluster of three instances on PostgreSQL, on this machine.",
      "",
      "Each scenario of each round has fresh instances with the settings of conf/cluster, and a"
          + " database of its own. PostgreSQL comes with Ebb. docs/performance.md describes the"
          + " method."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class FailoverCommand implements Callable<Integer> {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Simulated NodeManagers in kill, kill-stock and hand-over. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--many",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Simulated NodeManagers in kill-many, drain and heartbeats. Default: ${DEFAULT-VALUE}.")
  private int many;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "TCP connections that they share, to each instance. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Runs of each scenario. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these: kill, kill-stock, kill-many, hand-over, drain, heartbeats. Default: all.")
  private List<String> chosen = new ArrayList<>();

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "1536",
      description = "Heap of each instance. Default: ${DEFAULT-VALUE}.")
  private int heapMegabytes;

  @Option(
      names = "--warm",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Heartbeats before anything is measured. Default: ${DEFAULT-VALUE}.")
  private int warmHeartbeats;

  @Option(
      names = "--drains",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Drains of all nodes in the same processes, with heartbeats and then without. Only the"
              + " later half of each counts. Default: ${DEFAULT-VALUE}.")
  private int drains;

  @Mixin private final CommonOptions common = new CommonOptions();

  private final PrintStream out;
  private final List<FailoverReport.Round> done = new ArrayList<>();

  /**
   * @param out gets the figures of each run, and the table
   */
  public FailoverCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * @throws CommandException if an option is invalid, a run fails or a limit is missed
   */
  @Override
  public Integer call() throws InterruptedException {
    Instant begun = Instant.now();
    CommonOptions.requireAtLeastOne("--rounds", rounds);
    CommonOptions.requireAtLeastOne("--nodes", nodes);
    CommonOptions.requireAtLeastOne("--many", many);
    CommonOptions.requireAtLeastOne("--drains", drains);
    FailoverSettings settings =
        new FailoverSettings(
            nodes,
            many,
            common.containers(),
            connections,
            common.outstanding(),
            heapMegabytes,
            warmHeartbeats,
            common.measureSeconds(),
            drains);
    List<FailoverScenario> scenarios = asked();
    try (PostgresServer postgres = PostgresServer.start();
        RunFolders folders = RunFolders.create("ebb-bench-failover", common.keep(), out)) {
      try {
        for (int round = 1; round <= rounds; round++) {
          for (FailoverScenario scenario : scenarios) {
            Path folder = folders.of(scenario.text() + "-" + round);
            play(scenario, new FailoverTrial(round, settings, folder, postgres));
            folders.leave(folder);
          }
        }
      } finally { // Keep what hours of measuring may have produced.
        if (!done.isEmpty()) {
          tell(new FailoverReport(settings, done, begun));
        }
      }
    } catch (IOException | YarnException | SQLException | RuntimeException e) {
      throw new CommandException(
          "a run failed: " + e.getMessage(), "its folder is left, with the logs", e);
    }
    CommonOptions.requireMet(new FailoverReport(settings, done, begun).missed());
    return ExitCode.OK;
  }

  private void tell(FailoverReport report) throws IOException {
    out.print(report.table());
    if (common.json().isPresent()) {
      report.write(common.json().get());
    }
  }

  private void play(FailoverScenario scenario, FailoverTrial trial)
      throws IOException, YarnException, SQLException, InterruptedException {
    Optional<Double> load = RunLine.load();
    Map<FailoverMeasure, Double> figures = scenario.run(trial);
    done.add(new FailoverReport.Round(scenario, trial.round(), load, figures));
    out.println(RunLine.of(scenario.text() + " " + trial.round(), figures));
  }

  private List<FailoverScenario> asked() {
    try {
      return chosen.isEmpty()
          ? List.of(FailoverScenario.values())
          : chosen.stream().map(FailoverScenario::of).toList();
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          String.valueOf(e.getMessage()),
          "name one of "
              + List.of(FailoverScenario.values()).stream()
                  .map(FailoverScenario::text)
                  .collect(Collectors.joining(", ")),
          e);
    }
  }
}
