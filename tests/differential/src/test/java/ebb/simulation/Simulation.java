package ebb.simulation;

import ebb.simulation.JournalDisk.Row;
import ebb.soak.check.Shrink;
import ebb.soak.check.SoakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs scripts, and shortens one that fails. */
final class Simulation implements AutoCloseable {
  private static final int MOST_ATTEMPTS = 150;

  /** Allows for a poll of the watcher, and for the delays of writes and messages. */
  private static final Duration STEADY = Duration.ofSeconds(45);

  private static final SimulationScript NOTHING =
      new SimulationScript(0, 1, 1_000, false, List.of());

  private final SimulatedSystem system = new SimulatedSystem();

  /** Creates what is created on first use before the first script runs. */
  Simulation() {
    run(NOTHING, Mutant.NONE);
  }

  /**
   * The result of a run.
   *
   * @param journal of all commits, in order; the same for the same script
   */
  record Outcome(
      SimulationScript script,
      List<Violation> findings,
      List<String> journal,
      World.Counts counts,
      long requests,
      int failedWrites,
      PastChecks.Result past,
      long millis) {
    boolean isFine() {
      return findings.isEmpty();
    }
  }

  Outcome run(SimulationScript script, Mutant mutant) {
    World world = new World(script, mutant, system);
    List<Violation> findings = new ArrayList<>();
    List<Row> rows = List.of();
    PastChecks.Result past = PastChecks.Result.NONE;
    try {
      world.run();
      rows = JournalDisk.INSTANCE.rows();
      past = PastChecks.of(world, rows);
      findings.addAll(past.findings());
      findings.addAll(LiveChecks.findings(world, rows));
      findings.addAll(broken(world, rows));
      findings.addAll(AccountChecks.findings(rows));
      findings.addAll(QueueChecks.findings(script, rows));
    } catch (RuntimeException e) {
      findings.add(new Violation("NO_FAILURE", e + " at " + e.getStackTrace()[0]));
    }
    long millis = world.time().now();
    world.end();
    return new Outcome(
        script,
        List.copyOf(findings),
        rows.stream().map(row -> row.at() + " " + row.journaled().event()).toList(),
        world.counts(),
        world.witness().sent(),
        JournalDisk.INSTANCE.failed(),
        past,
        millis);
  }

  private static List<Violation> broken(World world, List<Row> rows) {
    // A message may be lost at any time.
    return SoakCheck.breaches(
            world.witness().evidence(rows), STEADY, SoakCheck.AFTER_A_LOST_MESSAGE)
        .stream()
        .map(
            breach ->
                new Violation(
                    breach.promise().toString(), breach.subject() + ": " + breach.words()))
        .toList();
  }

  /** Leaves out steps as long as the finding remains. */
  Outcome shrink(Outcome found, Mutant mutant) {
    String promise = found.findings().get(0).promise();
    List<SimulationStep> fewest =
        Shrink.fewest(
            found.script().steps(),
            steps ->
                run(found.script().with(steps), mutant).findings().stream()
                    .anyMatch(finding -> finding.promise().equals(promise)),
            MOST_ATTEMPTS);
    return run(found.script().with(fewest), mutant);
  }

  /**
   * A report for people: the finding, how to reproduce it, and the fewest steps that lead there.
   */
  String describe(Outcome found, Mutant mutant) {
    Outcome shortest = shrink(found, mutant);
    StringBuilder text = new StringBuilder();
    text.append("Seed ").append(found.script().seed()).append(": ");
    found.findings().forEach(finding -> text.append(finding).append('\n'));
    text.append("Repeat it with -Dtest=SimulationTest -Dsimulation.seed=")
        .append(found.script().seed())
        .append("\nOf ")
        .append(found.script().steps().size())
        .append(" steps these do:\n");
    shortest.script().steps().forEach(step -> text.append("  ").append(step).append('\n'));
    shortest.findings().forEach(finding -> text.append("  => ").append(finding).append('\n'));
    return text.toString();
  }

  @Override
  public void close() {
    system.close();
  }
}
