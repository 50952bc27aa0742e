package ebb.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ebb.simulation.Simulation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.slf4j.LoggerFactory;

/** Runs one seed after the other, until there are enough findings. */
final class Seeds {
  private static final int MOST_FOUND = 3;
  private static final int REPORT_EVERY = 200;

  private final Simulation simulation;
  private final Totals totals = new Totals();
  private final List<String> found = new ArrayList<>();

  Seeds(Simulation simulation) {
    this.simulation = simulation;
  }

  /**
   * For a long run: the first seed and how many. The class path is that of the module's tests,
   * without Logback, which would take a tenth of the time to log nothing; and the JVM wants {@code
   * --add-opens java.base/java.lang=ALL-UNNAMED}. Ends with 1 at findings.
   */
  public static void main(String[] arguments) {
    long first = Long.parseLong(arguments[0]);
    try (Simulation simulation = new Simulation()) {
      Seeds seeds = new Seeds(simulation);
      seeds.run(LongStream.range(first, first + Long.parseLong(arguments[1])));
      System.out.println("Simulation: " + seeds.totals());
      System.exit(seeds.found().isEmpty() ? 0 : 1);
    }
  }

  /** Everything fails all the time here, and logs it. */
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
  }

  void run(LongStream seeds) {
    seeds.takeWhile(seed -> found.size() < MOST_FOUND).forEach(this::run);
  }

  private void run(long seed) {
    Outcome outcome = simulation.run(SimulationScript.of(seed), Mutant.NONE);
    totals.add(outcome);
    if (!outcome.isFine()) {
      found.add(simulation.describe(outcome, Mutant.NONE));
      System.out.println(found.get(found.size() - 1));
    }
    if (totals.seeds() % REPORT_EVERY == 0) {
      System.out.println("Until seed " + seed + ": " + totals);
    }
  }

  Totals totals() {
    return totals;
  }

  /** Printed for people, each with its shortest script. */
  List<String> found() {
    return List.copyOf(found);
  }
}
