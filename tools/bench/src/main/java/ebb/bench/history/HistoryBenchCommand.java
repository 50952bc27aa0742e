package ebb.bench.history;

import ebb.bench.CommonOptions;
import ebb.bench.RunFolders;
import ebb.bench.RunLine;
import ebb.bench.report.Comparison;
import ebb.bench.rm.Await;
import ebb.bench.rm.Fit;
import ebb.bench.rm.RmFolder;
import ebb.bench.rm.RmProcess;
import ebb.bench.rm.SystemUnderTest;
import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import ebb.demo.cluster.ClusterPorts;
import ebb.demo.cluster.FreePorts;
import ebb.journal.database.Database;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.NodeStateProjection;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.exceptions.YarnException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ebb bench history}: questions about the past of a long journal, on this machine. */
@Command(
    name = "history",
    description = {
      "Measure how fast a ResourceManager answers queries about the past.",
      "",
      "It starts on the journal of a fleet after one year, in SQLite and in PostgreSQL, which"
          + " comes with Ebb. docs/performance.md describes the method."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class HistoryBenchCommand implements Callable<Integer> {
  private static final Duration REST = Duration.ofSeconds(5);
  private static final String ROW = "%-10s %-38s %4s %9s  %-22s %-9s %s%n";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Nodes in the journal. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "100",
      description = "Events of each node. Default: ${DEFAULT-VALUE}.")
  private int events;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "How often each query is repeated after the first time. Default: ${DEFAULT-VALUE}.")
  private int requests;

  @Option(
      names = "--database",
      paramLabel = "SQLITE|POSTGRES",
      split = ",",
      description = "Only this database. Default: both.")
  private List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "2048",
      description = "Heap of the ResourceManager. Default: ${DEFAULT-VALUE}.")
  private int heapMegabytes;

  @Option(names = "--keep", description = "Keep the folders with settings, data and logs.")
  private boolean keep;

  private final PrintStream out;

  enum Kind {
    SQLITE,
    POSTGRES
  }

  /**
   * @param out takes each figure, and the table
   */
  public HistoryBenchCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * @throws CommandException if an option makes no sense, a run fails or an aim is missed
   */
  @Override
  public Integer call() throws InterruptedException {
    CommonOptions.requireAtLeastOne("--nodes", nodes);
    CommonOptions.requireAtLeastOne("--requests", requests);
    CommonOptions.requireAtLeastOne("--events", events - 1);
    List<String> missed = new ArrayList<>();
    try (RunFolders folders = RunFolders.create("ebb-bench-history", keep, out)) {
      for (Kind kind : kinds) {
        Path folder = folders.of(kind.name());
        missed.addAll(tell(kind, measure(kind, folder)));
        folders.leave(folder);
      }
    } catch (IOException | YarnException | SQLException | RuntimeException e) {
      throw new CommandException(
          "a run failed: " + e.getMessage(), "its folder is left, with the log", e);
    }
    CommonOptions.requireMet(missed);
    return ExitCode.OK;
  }

  private Map<HistoryMeasure, List<Double>> measure(Kind kind, Path folder)
      throws IOException, YarnException, SQLException, InterruptedException {
    RmFolder rm = RmFolder.create(folder, ClusterPorts.free(new FreePorts()), Fit.ROOMY);
    if (kind == Kind.SQLITE) {
      return measure(kind, rm, JournalReader.databaseAt(rm.journal().toString()));
    }
    try (PostgresServer server = PostgresServer.start()) {
      Path password = Files.writeString(folder.resolve("password"), server.password() + "\n");
      String url = server.createDatabase();
      rm.useJournal(url, PostgresServer.USER, password);
      return measure(
          kind, rm, JournalReader.postgres(url, PostgresServer.USER, password.toString()));
    }
  }

  private Map<HistoryMeasure, List<Double>> measure(Kind kind, RmFolder folder, Database database)
      throws IOException, YarnException, SQLException, InterruptedException {
    SyntheticJournal journal =
        new SyntheticJournal(
            nodes, events, Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(1)));
    long begun = System.nanoTime();
    journal.write(database);
    out.printf(
        "%s: %,d events written in %.0f s; load %s%n",
        kind,
        (long) nodes * events,
        (System.nanoTime() - begun) / 1e9,
        RunLine.load().orElse(-1.0));
    begun = System.nanoTime();
    int states = NodeStateProjection.rebuild(database);
    out.printf("%,d states of nodes stored in %.0f s%n", states, (System.nanoTime() - begun) / 1e9);
    Map<HistoryMeasure, List<Double>> figures;
    try (RmProcess rm = RmProcess.start(SystemUnderTest.EBB, heapMegabytes, folder)) {
      Duration unused = Await.until("it is ready", rm.clients()::isReady);
      awaitRest(rm);
      figures = new HistoryTrial(rm.clients(), journal, nodes, events, requests, out).run();
    }
    figures.put(HistoryMeasure.REPLAY, List.of(HistoryTrial.replayMicros(database)));
    return figures;
  }

  /** A start goes on after the instance is ready: 10,000 nodes recover. */
  private void awaitRest(RmProcess rm) throws IOException, YarnException, InterruptedException {
    Duration[] before = {Duration.ZERO};
    Duration took =
        Await.until(
            "it is at rest",
            REST,
            () -> {
              Duration used = rm.cpu().minus(before[0]);
              before[0] = before[0].plus(used);
              return used.compareTo(REST.dividedBy(10)) < 0;
            });
    out.printf("at rest %.0f s after it was ready%n", took.toMillis() / 1e3);
  }

  /** Prints the table, and returns a line for each aim that was missed. */
  private List<String> tell(Kind kind, Map<HistoryMeasure, List<Double>> figures) {
    List<String> missed = new ArrayList<>();
    out.printf(ROW, "", "", "unit", "median", "range", "aim", "met");
    figures.forEach(
        (measure, values) -> {
          double median = Comparison.median(values);
          boolean hasAim = Double.isFinite(measure.most());
          boolean met = median <= measure.most();
          out.printf(
              ROW,
              kind,
              measure.text(),
              measure.unit(),
              "%.1f".formatted(median),
              "%.1f to %.1f".formatted(Collections.min(values), Collections.max(values)),
              hasAim ? "<= %.0f".formatted(measure.most()) : "",
              hasAim ? (met ? "yes" : "NO") : "");
          if (!met) {
            missed.add(kind + ": " + measure.text());
          }
        });
    return missed;
  }
}
