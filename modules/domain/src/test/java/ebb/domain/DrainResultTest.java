package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.deadlineTick;
import static ebb.domain.SampleCommands.decommission;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.endDrainOf;
import static ebb.domain.SampleCommands.expire;
import static ebb.domain.SampleCommands.nextOrder;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.reportDrained;
import static ebb.domain.SampleCommands.sayGoodbye;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.SampleNode.RUNNING;
import static ebb.domain.provenance.Stamps.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node remembers how its last drains ended, for those who asked for them. */
class DrainResultTest {

  static Stream<Arguments> ends() {
    return Stream.of(
        arguments(DrainOutcome.READY, 1, reportDrained(1)),
        arguments(DrainOutcome.TIMEOUT, 1, deadlineTick(1, T0.plusSeconds(60))),
        arguments(DrainOutcome.FORCED, 2, decommission(DecommissionCause.FORCED)),
        arguments(DrainOutcome.FORCED, 2, nextOrder(endDrainOf("op-1", 1), T0)),
        arguments(DrainOutcome.NORMAL, 2, decommission(DecommissionCause.NORMAL)),
        arguments(DrainOutcome.RECOMMISSIONED, 2, recommission()),
        arguments(DrainOutcome.LOST, 1, expire()),
        arguments(DrainOutcome.SHUTDOWN, 1, sayGoodbye()));
  }

  /** Of its own accord in version 1, or by a refresh in version 2. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("ends")
  void shouldRememberHowItsDrainEnded(DrainOutcome outcome, long listVersion, Command end) {
    JournaledNode node = RUNNING.create();
    node.tell(drain(ONE_MINUTE, T0));

    node.tell(end);

    assertThat(node.live().ends()).containsExactly(new DrainResult(1, outcome, listVersion));
  }

  @Test
  void shouldRememberThatItsServiceEndedWithoutADrain() {
    JournaledNode node = RUNNING.create();

    node.tell(decommission(DecommissionCause.NORMAL));

    assertThat(node.live().ends()).containsExactly(new DrainResult(0, DrainOutcome.NORMAL, 1));
  }

  @Test
  void shouldNotTakeTheLossOfANodeThatDrainsNotForTheEndOfADrain() {
    JournaledNode node = RUNNING.create();

    node.tell(expire());

    assertThat(node.live().ends()).isEmpty();
  }

  @Test
  void shouldRememberTheLastFew() {
    JournaledNode node = DECOMMISSIONING.create();
    for (int i = 0; i < 9; i++) {
      node.tell(recommission());
      node.tell(drain(ONE_MINUTE, T0));
    }

    assertThat(node.live().ends()).extracting(DrainResult::epoch).containsExactly(6L, 7L, 8L, 9L);
  }
}
