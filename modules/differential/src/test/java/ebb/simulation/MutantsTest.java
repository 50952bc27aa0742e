package ebb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.simulation.Simulation.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks find what they are for: each deliberate fault, within a few seeds. */
class MutantsTest {
  private static final int MOST_SEEDS = 20;
  private static Simulation simulation;

  @BeforeAll
  static void start() {
    Seeds.beQuiet();
    simulation = new Simulation();
  }

  @AfterAll
  static void stop() {
    simulation.close();
  }

  @ParameterizedTest
  @CsvSource({
    "FORGET_WRITES, REQUEST_DONE_ONCE",
    "FIRE_EARLY, NOT_BEFORE_THE_DEADLINE",
    "APPLY_TWICE, REQUEST_DONE_ONCE",
    "SWALLOW_ORDERS, ORDERS_CARRIED_OUT"
  })
  void shouldFindADeliberateFault(Mutant mutant, String promise) {
    int seed = 1;
    while (!finds(mutant, promise, simulation.run(Script.of(seed), mutant))) {
      seed++;
      assertThat(seed).as("seeds that do not find %s", mutant).isLessThan(MOST_SEEDS);
    }
    System.out.println(mutant + " is found as " + promise + " by seed " + seed);
  }

  private static boolean finds(Mutant mutant, String promise, Outcome outcome) {
    return mutant != Mutant.NONE
        && outcome.findings().stream().anyMatch(finding -> finding.promise().equals(promise));
  }

  @Test
  void shouldLeaveOutWhatIsNotNeeded() {
    Outcome found = simulation.run(Script.of(1), Mutant.APPLY_TWICE);
    Outcome shortest = simulation.shrink(found, Mutant.APPLY_TWICE);

    assertThat(shortest.findings())
        .extracting(Finding::promise)
        .contains(found.findings().get(0).promise());
    // One request is enough, and what holds the leader up until it is answered.
    assertThat(shortest.script().steps()).hasSizeLessThanOrEqualTo(2);
    assertThat(simulation.describe(shortest, Mutant.APPLY_TWICE))
        .contains("-Dsimulation.seed=1", "REQUEST_DONE_ONCE");
  }
}
