package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.SampleCommands.deadlineTick;
import static ebb.domain.SampleCommands.decommission;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.endAsUntracked;
import static ebb.domain.SampleCommands.expire;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.register;
import static ebb.domain.SampleCommands.reportDrained;
import static ebb.domain.SampleCommands.retime;
import static ebb.domain.SampleCommands.sayGoodbye;
import static ebb.domain.SampleNode.DECOMMISSIONED;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.LOST;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever looks at a node that has left learns how its last drain went. */
class LastDrainTest {
  private static final RemainingWork THREE_OF_TWO = new RemainingWork(3, 2);
  private static final DrainEnding ENDING =
      new DrainEnding(
          Optional.of(THREE_OF_TWO),
          Optional.of(new DrainAccount(1, 2, 3, 4, new TreeMap<>(Map.of("application_1", 3L)))));

  @Test
  void shouldHaveNoneBeforeADrainHasEnded() {
    assertThat(DECOMMISSIONING.create().live().lastDrain()).isEmpty();
  }

  @Test
  void shouldTellHowADrainEndedAndHowLongItTook() {
    JournaledNode node = DECOMMISSIONING.create();
    Drain drain = node.drain();

    node.tell(deadlineTick(1, T0.plusSeconds(61)));

    LastDrain last = lastOf(node);
    assertThat(last.drain()).contains(drain);
    assertThat(last.outcome()).isEqualTo(DrainOutcome.TIMEOUT);
    assertThat(last.by()).isEqualTo(at(T0.plusSeconds(61)));
    assertThat(last.took()).contains(Duration.ofSeconds(61));
    assertThat(last.remaining()).isEmpty();
  }

  @Test
  void shouldTellOfAnEndByARefreshWithoutADrain() {
    JournaledNode node = RUNNING.create();

    node.tell(decommission(DecommissionCause.NORMAL));

    assertThat(lastOf(node).outcome()).isEqualTo(DrainOutcome.NORMAL);
    assertThat(lastOf(node).drain()).isEmpty();
    assertThat(lastOf(node).took()).isEmpty();
  }

  @Test
  void shouldTellOfAnEndByARefreshThatLeavesTheNodeUntracked() {
    JournaledNode node = RUNNING.create();

    node.tell(endAsUntracked());

    assertThat(lastOf(node).outcome()).isEqualTo(DrainOutcome.SHUTDOWN);
    assertThat(lastOf(node).drain()).isEmpty();
    assertThat(node.live().ends()).containsExactly(new DrainResult(0, DrainOutcome.SHUTDOWN, 1));
  }

  @Test
  void shouldSayNothingOfANodeManagerThatUnregistersWithoutADrain() {
    JournaledNode node = RUNNING.create();

    node.tell(
        state ->
            state.shutDown(
                Initiator.system("nodemanager", Origin.UNREGISTRATION).stamp(T0, "rm1", 1)));

    assertThat(node.live().lastDrain()).isEmpty();
    assertThat(node.live().ends()).isEmpty();
  }

  @Test
  void shouldSayNothingOfTheLossOfANodeThatDidNotDrain() {
    assertThat(LOST.create().live().lastDrain()).isEmpty();
  }

  @Test
  void shouldStayWhenTheNodeComesBackAndUntilTheNextDrainEnds() {
    // given a node that left with its work done
    JournaledNode node = DECOMMISSIONED.create();
    LastDrain first = lastOf(node);
    // when it serves and drains again
    node.tell(recommission());
    node.tell(register());
    assertThat(node.live().lastDrain()).contains(first);
    node.tell(drain(ONE_MINUTE, T0));
    assertThat(node.live().lastDrain()).contains(first);
    node.tell(sayGoodbye());
    // then
    assertThat(lastOf(node).outcome()).isEqualTo(DrainOutcome.SHUTDOWN);
    assertThat(lastOf(node).drain().map(Drain::epoch)).contains(2L);
  }

  @Test
  void shouldNotTakeTheClockOfAnotherMachineForATime() {
    JournaledNode node = RUNNING.create();
    node.tell(drain(ONE_MINUTE, T0.plusSeconds(5)));

    node.tell(reportDrained(1)); // at T0

    assertThat(lastOf(node).took()).isEmpty();
  }

  // ---- who caused it ----

  @Test
  void shouldChargeWorkThatIsDoneToWhoeverAskedForTheDrain() {
    JournaledNode node = DECOMMISSIONING.create();
    Provenance anna = node.drain().askedBy();

    node.tell(state -> state.drained(1, byWatcher()));

    assertThat(lastOf(node).causedBy()).isEqualTo(anna);
    assertThat(lastOf(node).by()).isEqualTo(byWatcher());
  }

  @Test
  void shouldChargeAnyOtherEndToWhatEndedIt() {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(expire());

    assertThat(lastOf(node).causedBy()).isEqualTo(lastOf(node).by());
  }

  @Test
  void shouldKnowWhoGaveTheDeadline() {
    JournaledNode node = DECOMMISSIONING.create();
    assertThat(node.drain().deadlineBy()).isEqualTo(node.drain().askedBy());

    node.tell(retime(TWO_MINUTES, T0.plusSeconds(30)));

    assertThat(node.drain().deadlineBy().at()).isEqualTo(T0.plusSeconds(30));
    assertThat(node.drain().askedBy().at()).isEqualTo(T0);
  }

  private static Provenance byWatcher() {
    return Initiator.system("watcher", Origin.TIMER).stamp(T0.plusSeconds(9), "rm1", 1);
  }

  // ---- what still ran ----

  static Stream<Arguments> ends() {
    return Stream.of(
        arguments(DrainOutcome.TIMEOUT, deadlineTick(1, T0.plusSeconds(60))),
        arguments(DrainOutcome.FORCED, decommission(DecommissionCause.FORCED)),
        arguments(DrainOutcome.NORMAL, decommission(DecommissionCause.NORMAL)),
        arguments(DrainOutcome.RECOMMISSIONED, recommission()),
        arguments(DrainOutcome.LOST, expire()),
        arguments(DrainOutcome.SHUTDOWN, sayGoodbye()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ends")
  void shouldTellWhatStillRanAtTheEnd(DrainOutcome outcome, Command end) {
    JournaledNode node = DECOMMISSIONING.create();

    node.tell(
        state ->
            new Decision.Persist(
                ((Decision.Persist) end.putTo(state))
                    .events().stream().map(ENDING::recordedIn).toList()));

    assertThat(lastOf(node).outcome()).isEqualTo(outcome);
    assertThat(lastOf(node).ending()).isEqualTo(ENDING);
  }

  @Test
  void shouldCountWhatADrainWaitsFor() {
    var workload = new Workload(3, new TreeSet<>(List.of("application_1", "application_2")));

    assertThat(RemainingWork.of(workload)).isEqualTo(THREE_OF_TWO);
    assertThat(THREE_OF_TWO).hasToString("3 containers, 2 applications");
    assertThat(new RemainingWork(1, 1)).hasToString("1 container, 1 application");
  }

  private static LastDrain lastOf(JournaledNode node) {
    return node.live().lastDrain().orElseThrow();
  }
}
