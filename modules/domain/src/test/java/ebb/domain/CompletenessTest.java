package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.nextOrder;
import static ebb.domain.provenance.Stamps.T0;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java 17 has no pattern switch: these tests notice a new event or action without its rule. */
class CompletenessTest {

  static List<NodeAction> actions() {
    return List.of(
        new NodeAction.GracefulDecommission(ONE_MINUTE, TimeoutSource.REQUEST),
        new NodeAction.Decommission(DecommissionCause.NORMAL),
        new NodeAction.EndDrainOf("op-1", 1),
        new NodeAction.ChangeTimeout(ONE_MINUTE),
        new NodeAction.ShutDown(),
        new NodeAction.Recommission());
  }

  @Test
  void shouldHaveASampleOfEveryEvent() {
    assertThat(SampleNodeEvents.inOrder().stream().map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(permitted(NodeEvent.class));
  }

  @Test
  void shouldApplyEveryEvent() {
    // given
    NodeLifecycle node = NodeLifecycle.unregistered(new NodeId("host1", 1234));
    for (NodeEvent event : SampleNodeEvents.inOrder()) {
      // when
      NodeLifecycle next = node.apply(event);
      // then
      assertThat(next).as("after %s", event).isNotEqualTo(node);
      node = next;
    }
  }

  @Test
  void shouldHaveASampleOfEveryAction() {
    assertThat(actions().stream().map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(permitted(NodeAction.class));
  }

  @ParameterizedTest
  @MethodSource("actions")
  void shouldKnowARuleForEveryActionInEveryState(NodeAction action) {
    for (SampleNode sample : SampleNode.values()) {
      Decision decision = sample.create().tell(nextOrder(action, T0));

      assertThat(decision).as(sample.name()).isInstanceOf(Decision.Persist.class);
    }
  }

  private static List<Class<?>> permitted(Class<?> sealed) {
    return List.of(sealed.getPermittedSubclasses());
  }
}
