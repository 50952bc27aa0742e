package ebb.simulation;

import ebb.simulation.JournalDisk.Row;
import java.util.ArrayList;
import java.util.List;

/** Runs scripts, and makes one that fails shorter. */
final class Simulation implements AutoCloseable {
  private static final int MOST_ATTEMPTS = 150;

  private static final Script NOTHING = new Script(0, 1, 1_000, false, List.of());

  private final SimulatedSystem system = new SimulatedSystem();

  /** What is made when it is needed for the first time is there before the first script. */
  Simulation() {
    run(NOTHING, Mutant.NONE);
  }

  /**
   * What a run showed.
   *
   * @param journal of all that was committed, in its order; the same for the same script
   */
  record Outcome(
      Script script,
      List<Finding> findings,
      List<String> journal,
      World.Counts counts,
      long requests,
      long edits,
      int failedWrites,
      long millis) {
    boolean isFine() {
      return findings.isEmpty();
    }
  }

  Outcome run(Script script, Mutant mutant) {
    World world = new World(script, mutant, system);
    List<Finding> findings = new ArrayList<>();
    List<Row> rows = List.of();
    try {
      world.run();
      rows = JournalDisk.INSTANCE.rows();
      findings.addAll(HistoryChecks.findings(world, rows));
      findings.addAll(LiveChecks.findings(world, rows));
    } catch (RuntimeException e) {
      findings.add(new Finding("NO_FAILURE", e + " at " + e.getStackTrace()[0]));
    }
    long millis = world.time().now();
    world.end();
    return new Outcome(
        script,
        List.copyOf(findings),
        rows.stream().map(row -> row.at() + " " + row.journaled().event()).toList(),
        world.counts(),
        world.operators().sent(),
        world.operators().edits(),
        JournalDisk.INSTANCE.failed(),
        millis);
  }

  /** Leaves out steps, half of them at first and one at last, as long as the same is found. */
  Outcome shrink(Outcome found, Mutant mutant) {
    String promise = found.findings().get(0).promise();
    Outcome best = found;
    int attempts = 0;
    for (int size = (found.script().steps().size() + 1) / 2; size > 0; size /= 2) {
      int from = 0;
      while (from < best.script().steps().size() && attempts++ < MOST_ATTEMPTS) {
        List<Step> fewer = new ArrayList<>(best.script().steps());
        fewer.subList(from, Math.min(fewer.size(), from + size)).clear();
        Outcome next = run(best.script().with(fewer), mutant);
        boolean isSame = next.findings().stream().anyMatch(f -> f.promise().equals(promise));
        if (isSame) {
          best = next;
        } else {
          from += size;
        }
      }
    }
    return best;
  }

  /** For people: what was found, how to see it again, and the fewest steps that lead there. */
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
