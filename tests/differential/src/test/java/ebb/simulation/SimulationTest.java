package ebb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.simulation.Simulation.Outcome;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Operators lose no drain, whatever crashes: random worlds keep every promise. {@code
 * -Dsimulation.seeds=1000} runs more of them, from {@code -Dsimulation.from=5000} or a random one
 * on; {@code -Dsimulation.seed=17} repeats one.
 */
class SimulationTest {
  private static final int FIXED_SEEDS = 12;
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

  @Test
  void shouldKeepEveryPromiseWhateverFails() {
    Seeds run = new Seeds(simulation);

    run.run(seeds());

    System.out.println("Simulation: " + run.totals());
    assertThat(run.found()).isEmpty();
    // A world in which nothing happens proves nothing.
    assertThat(run.totals().requests()).isPositive();
    assertThat(run.totals().rows()).isGreaterThan(run.totals().requests() / 2);
    if (run.totals().seeds() > FIXED_SEEDS) {
      assertThat(run.totals().instants()).isGreaterThan(1_000);
      assertThat(run.totals().sameNodes()).isGreaterThan(2 * run.totals().instants());
      assertThat(run.totals().knownWaits()).isPositive();
    }
  }

  private static LongStream seeds() {
    String seed = System.getProperty("simulation.seed", "");
    String count = System.getProperty("simulation.seeds", "");
    String from = System.getProperty("simulation.from", "");
    long random = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    if (!seed.isEmpty()) {
      return LongStream.of(Long.parseLong(seed));
    } else if (!count.isEmpty()) {
      long first = from.isEmpty() ? random : Long.parseLong(from);
      return LongStream.range(first, first + Long.parseLong(count));
    }
    return LongStream.concat(LongStream.rangeClosed(1, FIXED_SEEDS), LongStream.of(random));
  }

  @Test
  void shouldNeverLetMoreQueuedHostsDrainThanMay() {
    long begun = 0;
    for (long seed = 1; seed <= Integer.getInteger("simulation.queues", 40); seed++) {
      Outcome outcome = simulation.run(SimulationScript.queued(seed), Mutant.NONE);

      assertThat(outcome.findings()).as("seed " + seed).allMatch(SimulationTest::isOfARepeat);
      begun += batches(outcome);
    }
    assertThat(begun).as("batches").isGreaterThan(40);
  }

  @Test
  void shouldAlwaysKeepTheCapacityThatIsToStayInService() {
    long begun = 0;
    for (long seed = 1; seed <= Integer.getInteger("simulation.queues", 40); seed++) {
      Outcome outcome = simulation.run(SimulationScript.keeping(seed), Mutant.NONE);

      assertThat(outcome.findings()).as("seed " + seed).allMatch(SimulationTest::isOfARepeat);
      begun += batches(outcome);
    }
    assertThat(begun).as("batches").isGreaterThan(40);
  }

  @Test
  void shouldNeverDrainTwoRacksAtATime() {
    long begun = 0;
    for (long seed = 1; seed <= Integer.getInteger("simulation.queues", 40); seed++) {
      Outcome outcome = simulation.run(SimulationScript.byRack(seed), Mutant.NONE);

      assertThat(outcome.findings()).as("seed " + seed).allMatch(SimulationTest::isOfARepeat);
      begun += batches(outcome);
    }
    assertThat(begun).as("batches").isGreaterThan(40);
  }

  /** The checker of requests does not know that the leader repeats those of the queue. */
  private static boolean isOfARepeat(Violation finding) {
    return finding.promise().equals("AS_DECIDED") && finding.words().contains("(queued drain ");
  }

  private static long batches(Outcome outcome) {
    return outcome.journal().stream()
        .filter(event -> event.contains("RefreshAccepted") && event.contains("queued drain"))
        .count();
  }

  @Test
  void shouldDoTheSameWithTheSameSeed() {
    Outcome first = simulation.run(SimulationScript.of(8), Mutant.NONE);
    simulation.run(SimulationScript.of(9), Mutant.NONE);
    Outcome again = simulation.run(SimulationScript.of(8), Mutant.NONE);

    assertThat(again.journal()).isEqualTo(first.journal());
    assertThat(again.counts().tasks).isEqualTo(first.counts().tasks);
    assertThat(first.counts().crashes).isPositive();
  }
}
