package ebb.simulation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import ebb.simulation.Simulation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds each deliberate fault within a few seeds. */
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
    "FORGET_WRITES, DONE_ONCE",
    "LOSE_TAIL, SAME_HISTORY",
    "MISWRITE, STATE_OF_THE_EVENTS",
    "MISCOUNT, ALL_TIME_IS_ACCOUNTED",
    "SKIP_FENCING, ONE_LEADER",
    "SAME_TERM, ONE_LEADER",
    "STAMP_EARLY, START_NEVER_MOVED",
    "FIRE_EARLY, ANSWERS_ARE_TRUE",
    "FIRE_LATE, ANSWERS_ARE_TRUE",
    "REPORT_IDLE, NO_CONTAINER_KILLED",
    "MOVE_START, START_NEVER_MOVED",
    "OTHER_TIMEOUT, AS_DECIDED",
    "END_AT_ONCE, AS_DECIDED",
    "ADMIT_UNWRITTEN, REGISTERED_IS_IN_SERVICE",
    "APPLY_TWICE, DONE_ONCE",
    "SWALLOW_ORDERS, DONE_ONCE",
    "CALL_OFF, AS_DECIDED",
    "KEEP_DRAINS, AS_DECIDED",
    "SAY_DONE, DONE_ONCE",
    "DROP_TIMEOUTS, DONE_ONCE",
    "SAY_REFUSED, REFUSED_CHANGES_NOTHING",
    "HIDE_DRAINS, ANSWERS_ARE_TRUE",
    "LEAVE_OUT, EVERY_NODE_IN_EVERY_ANSWER",
    "KILL_CONTAINERS, NO_CONTAINER_KILLED"
  })
  void shouldFindADeliberateFault(Mutant mutant, String promise) {
    find(mutant, promise, SimulationScript::of);
  }

  @Test
  void shouldFindThatQueuedHostsDoNotWait() {
    find(Mutant.HURRY, "QUEUE_KEEPS_ITS_LIMIT", SimulationScript::queued);
    find(Mutant.HURRY, "QUEUE_KEEPS_CAPACITY", SimulationScript::keeping);
    find(Mutant.HURRY, "QUEUE_GOES_RACK_BY_RACK", SimulationScript::byRack);
  }

  /** Other scripts show it in one seed of a hundred. */
  @Test
  void shouldFindThatAnInstanceWritesWhichWasGivenUp() {
    find(Mutant.KEEP_WRITING, "GIVEN_UP_WRITES_NOTHING", MutantsTest::givenUpBeforeDeadlines);

    assertThat(simulation.run(givenUpBeforeDeadlines(1), Mutant.NONE).findings()).isEmpty();
  }

  /** An evicted instance has watchers of drains that end a second later. */
  private static SimulationScript givenUpBeforeDeadlines(int seed) {
    int hosts = 4;
    List<SimulationStep> steps = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long at = 60_000 + i * 180_000L;
      steps.add(refresh(at, 2 * i, IntStream.range(0, hosts)));
      steps.add(new SimulationStep.Supersede(at + 29_000, 20_000));
      steps.add(refresh(at + 60_000, 2 * i + 1, IntStream.empty()));
      for (int host = 0; host < hosts; host++) {
        steps.add(new SimulationStep.Machine(at + 90_000, host, SimulationStep.Deed.RESTART));
      }
    }
    return new SimulationScript(seed, hosts, 60_000 + 10 * 180_000L, false, steps);
  }

  /** Only events of the last seconds before a crash are lost. */
  @Test
  void shouldFindThatTheJournalAcknowledgesEarly() {
    find(Mutant.ACKNOWLEDGE_EARLY, "DONE_ONCE", MutantsTest::crashedAfterRefreshes);

    assertThat(simulation.run(crashedAfterRefreshes(1), Mutant.NONE).findings()).isEmpty();
  }

  private static SimulationScript crashedAfterRefreshes(int seed) {
    int hosts = 4;
    List<SimulationStep> steps = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long at = 60_000 + i * 180_000L;
      steps.add(refresh(at, 2 * i, IntStream.range(0, hosts)));
      steps.add(new SimulationStep.Crash(at + 5_000, 0, 5_000));
      steps.add(refresh(at + 90_000, 2 * i + 1, IntStream.empty()));
      for (int host = 0; host < hosts; host++) {
        steps.add(new SimulationStep.Machine(at + 120_000, host, SimulationStep.Deed.RESTART));
      }
    }
    return new SimulationScript(seed, hosts, 60_000 + 10 * 180_000L, false, steps);
  }

  private static SimulationStep refresh(long at, int request, IntStream excluded) {
    return new SimulationStep.Refresh(
        at,
        request,
        RefreshType.GRACEFUL,
        Optional.of(DrainTimeout.ofSeconds(30)),
        true,
        false,
        false,
        false,
        false,
        Optional.of(
            HostLists.of(
                Set.of(),
                excluded
                    .boxed()
                    .collect(toMap(SimulationScript::host, host -> Optional.empty())))));
  }

  private static void find(Mutant mutant, String promise, IntFunction<SimulationScript> scripts) {
    int seed = 1;
    while (!finds(promise, simulation.run(scripts.apply(seed), mutant))) {
      seed++;
      assertThat(seed).as("seeds that do not find %s", mutant).isLessThanOrEqualTo(MOST_SEEDS);
    }
    System.out.println(mutant + " is found as " + promise + " by seed " + seed);
  }

  private static boolean finds(String promise, Outcome outcome) {
    return outcome.findings().stream().anyMatch(finding -> finding.promise().equals(promise));
  }

  @Test
  void shouldLeaveOutWhatIsNotNeeded() {
    Outcome found = simulation.run(SimulationScript.of(1), Mutant.APPLY_TWICE);
    Outcome shortest = simulation.shrink(found, Mutant.APPLY_TWICE);

    assertThat(shortest.findings())
        .extracting(Violation::promise)
        .contains(found.findings().get(0).promise());
    // One request is enough, with what delays the leader until it is answered.
    assertThat(shortest.script().steps()).hasSizeLessThanOrEqualTo(2);
    assertThat(simulation.describe(shortest, Mutant.APPLY_TWICE))
        .contains("-Dsimulation.seed=1", "DONE_ONCE");
  }
}
