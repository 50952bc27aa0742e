package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.ConfirmedOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfirmationsTest {
  private static final ConfirmedOrder A = new ConfirmedOrder(new NodeId("a", 1), 2);
  private static final ConfirmedOrder B = new ConfirmedOrder(new NodeId("b", 1), 2);

  private final Confirmations confirmations = new Confirmations(2);

  @Test
  void shouldKeepWhatComesWhileABatchIsWritten() {
    // given
    confirmations.add(A);
    assertThat(confirmations.take()).contains(List.of(A));
    // when
    confirmations.add(B);
    assertThat(confirmations.take()).isEmpty();
    // then the next is due, since it was asked for
    assertThat(confirmations.written(List.of())).isTrue();
    assertThat(confirmations.take()).contains(List.of(B));
    assertThat(confirmations.written(List.of())).isFalse();
    assertThat(confirmations.take()).isEmpty();
  }

  @Test
  void shouldWaitForMoreWhenNothingIsDue() {
    // given
    confirmations.add(A);
    confirmations.take();
    // when
    confirmations.add(B);
    // then
    assertThat(confirmations.written(List.of())).isFalse();
    assertThat(confirmations.areEnough()).isFalse();
  }

  @Test
  void shouldHaveTheNextBatchDueWhenOneWasLost() {
    // given
    confirmations.add(A);
    confirmations.take();
    confirmations.add(B);
    // when, then
    assertThat(confirmations.written(List.of(A))).isTrue();
    assertThat(confirmations.take()).contains(List.of(B, A));
  }
}
