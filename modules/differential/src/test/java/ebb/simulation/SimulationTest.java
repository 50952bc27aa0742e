package ebb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ebb.simulation.Simulation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Operators lose no drain, whatever crashes: random worlds keep every promise. {@code
 * -Dsimulation.seeds=1000} runs more of them from a random one on, {@code -Dsimulation.seed=17} one
 * again.
 */
class SimulationTest {
  private static final int FIXED_SEEDS = 12;
  private static Simulation simulation;

  @BeforeAll
  static void start() {
    // Everything fails all the time here, and says so.
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    simulation = new Simulation();
  }

  @AfterAll
  static void stop() {
    simulation.close();
  }

  @Test
  void shouldKeepEveryPromiseWhateverFails() {
    Totals totals = new Totals();
    List<String> found = new ArrayList<>();

    seeds()
        .forEach(
            seed -> {
              Outcome outcome = simulation.run(Script.of(seed), Mutant.NONE);
              totals.add(outcome);
              if (!outcome.isFine()) {
                found.add(simulation.describe(outcome, Mutant.NONE));
              }
            });

    System.out.println("Simulation: " + totals);
    assertThat(found).isEmpty();
    // Nothing is proved by a world in which nothing happens.
    assertThat(totals.requests).isPositive();
    assertThat(totals.rows).isGreaterThan(totals.requests / 2);
  }

  private static LongStream seeds() {
    String seed = System.getProperty("simulation.seed", "");
    String count = System.getProperty("simulation.seeds", "");
    long random = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    if (!seed.isEmpty()) {
      return LongStream.of(Long.parseLong(seed));
    } else if (!count.isEmpty()) {
      return LongStream.range(random, random + Long.parseLong(count));
    }
    return LongStream.concat(LongStream.rangeClosed(1, FIXED_SEEDS), LongStream.of(random));
  }

  @Test
  void shouldDoTheSameWithTheSameSeed() {
    Outcome first = simulation.run(Script.of(8), Mutant.NONE);
    simulation.run(Script.of(9), Mutant.NONE);
    Outcome again = simulation.run(Script.of(8), Mutant.NONE);

    assertThat(again.journal()).isEqualTo(first.journal());
    assertThat(again.counts().tasks).isEqualTo(first.counts().tasks);
    assertThat(first.counts().crashes).isPositive();
  }

  /** Of all runs. */
  private static final class Totals {
    private int seeds;
    private long millis;
    private long rows;
    private long requests;
    private long crashes;
    private long superseded;
    private long lostNodes;
    private long troubles;
    private long failedWrites;
    private final long begun = System.nanoTime();

    void add(Outcome outcome) {
      seeds++;
      millis += outcome.millis();
      rows += outcome.journal().size();
      requests += outcome.requests();
      crashes += outcome.counts().crashes;
      superseded += outcome.counts().superseded;
      lostNodes += outcome.counts().lostNodes;
      troubles += outcome.counts().troubles;
      failedWrites += outcome.failedWrites();
    }

    @Override
    public String toString() {
      return """
      %d seeds, %.1f hours in %d s, %d requests, %d events, %d crashes, %d leaders superseded, \
      %d lost nodes, %d other faults, %d failed writes\
      """
          .formatted(
              seeds,
              millis / 3_600_000.0,
              (System.nanoTime() - begun) / 1_000_000_000,
              requests,
              rows,
              crashes,
              superseded,
              lostNodes,
              troubles,
              failedWrites);
    }
  }
}
