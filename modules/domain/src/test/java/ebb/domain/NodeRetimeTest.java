package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.nextOrder;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.retime;
import static ebb.domain.SampleNode.DECOMMISSIONING;
import static ebb.domain.provenance.Stamps.T0;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision.Persist;
import ebb.domain.NodeAction.KeptDrains;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An operator's word on one drain. */
class NodeRetimeTest {
  private static final DrainTimeout THREE_MINUTES = DrainTimeout.of(Duration.ofMinutes(3));

  @Test
  void shouldMoveTheDeadlineAndLeaveTheDrainWhoseItIs() {
    // given
    JournaledNode node = DECOMMISSIONING.create();
    Drain before = node.drain();
    // when half a minute later an operator gives it two minutes
    node.tell(retime(TWO_MINUTES, T0.plusSeconds(30)));
    // then they count from the start
    assertThat(node.drain().deadline()).contains(T0.plusSeconds(120));
    assertThat(node.drain().timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
    assertThat(node.drain().epoch()).isEqualTo(before.epoch());
    assertThat(node.drain().askedBy()).isEqualTo(before.askedBy());
  }

  @Test
  void shouldRecordTheSameWordOnce() {
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(retime(ONE_MINUTE, T0));
    int events = node.journal().size();

    Decision again = node.tell(retime(ONE_MINUTE, T0.plusSeconds(1)));

    assertThat(((Persist) again).events()).singleElement().isInstanceOf(ListVersionAdvanced.class);
    assertThat(node.journal()).hasSize(events + 1);
  }

  @Test
  void shouldHoldAgainstTheConfiguredTimeout() {
    // given
    JournaledNode node = retimed();
    // when a refresh comes that names no timeout
    node.tell(nextOrder(graceful(THREE_MINUTES, TimeoutSource.CONFIGURATION), T0));
    // then it is applied, and changes nothing
    assertThat(node.drain().timeout()).isEqualTo(TWO_MINUTES);
    assertThat(node.drain().timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
    assertThat(node.journal().get(node.journal().size() - 1))
        .isInstanceOf(ListVersionAdvanced.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"REQUEST", "CLIENT", "HOST_ENTRY"})
  void shouldGiveWayToATimeoutThatSomebodyWroteDown(TimeoutSource source) {
    JournaledNode node = retimed();

    node.tell(nextOrder(graceful(THREE_MINUTES, source), T0));

    assertThat(node.drain().timeout()).isEqualTo(THREE_MINUTES);
    assertThat(node.drain().timeoutSource()).isEqualTo(source);
  }

  @Test
  void shouldHoldAgainstAHostEntryThatWasThereBefore() {
    JournaledNode node = retimed();

    node.tell(nextOrder(keeping(TimeoutSource.HOST_ENTRY, KeptDrains.OF_OPERATORS), T0));

    assertThat(node.drain().timeout()).isEqualTo(TWO_MINUTES);
    assertThat(node.drain().timeoutSource()).isEqualTo(TimeoutSource.OPERATOR);
  }

  @Test
  void shouldLeaveEveryRunningDrainItsTimeoutIfTheOrderSaysSo() {
    JournaledNode node = DECOMMISSIONING.create();
    Drain before = node.drain();

    node.tell(nextOrder(keeping(TimeoutSource.CONFIGURATION, KeptDrains.ALL), T0));
    assertThat(node.drain()).isEqualTo(before);

    node.tell(nextOrder(keeping(TimeoutSource.HOST_ENTRY, KeptDrains.OF_OPERATORS), T0));
    assertThat(node.drain().timeout()).isEqualTo(THREE_MINUTES);
  }

  private static NodeAction keeping(TimeoutSource source, KeptDrains kept) {
    return new NodeAction.GracefulDecommission(THREE_MINUTES, source, Optional.of(kept));
  }

  /** Otherwise the next refresh would still find an operator's word that has been overruled. */
  @Test
  void shouldGiveWayToTheSameTimeoutTooIfSomebodyWroteItDown() {
    JournaledNode node = retimed();

    node.tell(nextOrder(graceful(TWO_MINUTES, TimeoutSource.REQUEST), T0));
    node.tell(nextOrder(graceful(THREE_MINUTES, TimeoutSource.CONFIGURATION), T0));

    assertThat(node.drain().timeout()).isEqualTo(THREE_MINUTES);
  }

  @Test
  void shouldEndWithTheDrain() {
    // given
    JournaledNode node = retimed();
    // when it is called off, and drained again
    node.tell(recommission());
    node.tell(drain(ONE_MINUTE, T0.plusSeconds(10)));
    // then
    assertThat(node.drain().timeout()).isEqualTo(ONE_MINUTE);
    assertThat(node.drain().timeoutSource()).isEqualTo(TimeoutSource.REQUEST);
  }

  private static JournaledNode retimed() {
    JournaledNode node = DECOMMISSIONING.create();
    node.tell(retime(TWO_MINUTES, T0));
    return node;
  }

  private static NodeAction graceful(DrainTimeout timeout, TimeoutSource source) {
    return new NodeAction.GracefulDecommission(timeout, source);
  }
}
