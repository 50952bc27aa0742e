package ebb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Runs scenarios with both candidates, in folders that it removes afterwards. */
final class Rounds implements AutoCloseable {
  private final BenchSettings settings;
  private final Set<Candidate> candidates;
  private final boolean keep;
  private final PrintStream out;
  private final Path root;
  private final List<Round> done = new ArrayList<>();

  Rounds(BenchSettings settings, Set<Candidate> candidates, boolean keep, PrintStream out)
      throws IOException {
    this.settings = settings;
    this.candidates = candidates;
    this.keep = keep;
    this.out = out;
    root = Files.createTempDirectory("ebb-bench");
  }

  /** What was measured so far. */
  List<Round> done() {
    return done;
  }

  /** Stock first in rounds 1, 3, 5 ..., Ebb first in the others. */
  void play(Scenario scenario, int number) throws IOException, YarnException, InterruptedException {
    Candidate first = number % 2 == 1 ? Candidate.STOCK : Candidate.EBB;
    Optional<Double> load = load();
    Map<Candidate, Map<Measure, Double>> figures = new EnumMap<>(Candidate.class);
    for (Candidate candidate : List.of(first, first.other())) {
      if (!candidates.contains(candidate)) {
        continue;
      }
      Path folder = root.resolve(scenario.name() + "-" + number + "-" + candidate);
      Map<Measure, Double> measured = scenario.run(new Trial(candidate, settings, folder));
      figures.put(candidate, measured);
      out.println(line(scenario, number, candidate, measured));
      if (!keep) {
        Folders.remove(folder);
      }
    }
    done.add(
        new Round(
            scenario.name(),
            number,
            first,
            load,
            figures.getOrDefault(Candidate.STOCK, Map.of()),
            figures.getOrDefault(Candidate.EBB, Map.of())));
  }

  private static Optional<Double> load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? Optional.empty() : Optional.of(load);
  }

  private static String line(
      Scenario scenario, int number, Candidate candidate, Map<Measure, Double> figures) {
    return "%s %d %s: %s"
        .formatted(
            scenario.name(),
            number,
            candidate,
            figures.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %.3f", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", ")));
  }

  @Override
  public void close() throws IOException {
    if (keep) {
      out.println("Settings, data and logs are in " + root);
    } else {
      Folders.remove(root);
    }
  }
}
