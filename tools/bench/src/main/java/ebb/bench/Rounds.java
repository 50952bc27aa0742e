package ebb.bench;

import ebb.bench.report.BenchSettings;
import ebb.bench.report.Measure;
import ebb.bench.report.Round;
import ebb.bench.rm.SystemUnderTest;
import ebb.bench.scenario.Scenario;
import ebb.bench.scenario.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Runs scenarios with both candidates, and removes the folder of each run that succeeds. */
final class Rounds implements AutoCloseable {
  private final BenchSettings settings;
  private final Set<SystemUnderTest> candidates;
  private final PrintStream out;
  private final RunFolders folders;
  private final List<Round> done = new ArrayList<>();

  Rounds(BenchSettings settings, Set<SystemUnderTest> candidates, boolean keep, PrintStream out)
      throws IOException {
    this.settings = settings;
    this.candidates = candidates;
    this.out = out;
    folders = RunFolders.create("ebb-bench", keep, out);
  }

  /** The rounds measured so far. */
  List<Round> done() {
    return done;
  }

  /** Runs stock first in odd rounds and Ebb first in even ones. */
  void play(Scenario scenario, int number) throws IOException, YarnException, InterruptedException {
    SystemUnderTest first = number % 2 == 1 ? SystemUnderTest.STOCK : SystemUnderTest.EBB;
    Optional<Double> load = RunLine.load();
    Map<SystemUnderTest, Map<Measure, Double>> figures = new EnumMap<>(SystemUnderTest.class);
    for (SystemUnderTest candidate : List.of(first, first.other())) {
      if (!candidates.contains(candidate)) {
        continue;
      }
      Path folder = folders.of(scenario.name() + "-" + number + "-" + candidate);
      String run = scenario.name() + " " + number + " " + candidate;
      out.println(run + " ...");
      Map<Measure, Double> measured = scenario.run(new Trial(candidate, settings, folder));
      figures.put(candidate, measured);
      out.println(RunLine.of(run, measured));
      folders.leave(folder);
    }
    done.add(
        new Round(
            scenario.name(),
            number,
            first,
            load,
            figures.getOrDefault(SystemUnderTest.STOCK, Map.of()),
            figures.getOrDefault(SystemUnderTest.EBB, Map.of())));
  }

  @Override
  public void close() throws IOException {
    folders.close();
  }
}
