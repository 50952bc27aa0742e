package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes that lack something are told first, and every node once in a while. */
class ReconcilerTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final NodeId B = new NodeId("b", 1);
  private static final NodeId C = new NodeId("c", 1);

  /** Of a step. */
  private static final int STEPS_PER_SECOND = 10;

  private final Set<NodeId> lacking = new HashSet<>();
  private final Set<NodeId> all = new HashSet<>();
  private final Set<NodeId> draining = new HashSet<>();
  private final Reconciler reconciler =
      new Reconciler(
          NodesListSettings.of(
              ConfigFactory.parseString("ebb.nodes-list-manager.window = 2")
                  .withFallback(ConfigFactory.load())));

  private void lack(NodeId... nodes) {
    for (NodeId node : nodes) {
      lacking.add(node);
      reconciler.add(node);
    }
  }

  private void answers(NodeId node) {
    lacking.remove(node);
    reconciler.remove(node);
  }

  private List<NodeId> step() {
    reconciler.takeUnanswered().stream().filter(lacking::contains).forEach(reconciler::add);
    return reconciler.step(() -> all, () -> draining);
  }

  private List<NodeId> seconds(int seconds) {
    List<NodeId> told = new ArrayList<>();
    for (int i = 0; i < seconds * STEPS_PER_SECOND; i++) {
      told.addAll(step());
    }
    return told;
  }

  @Test
  void shouldTellALimitedNumberAtATimeAndTheNextWhenOneAnswers() {
    lack(A, B, C);

    assertThat(reconciler.next()).containsExactly(A, B);
    assertThat(reconciler.next()).isEmpty();
    answers(A);
    assertThat(reconciler.next()).containsExactly(C);
  }

  @Test
  void shouldPutThoseThatDoNotAnswerBehindTheOthers() {
    lack(A, B, C);
    reconciler.next();

    assertThat(seconds(4)).isEmpty();
    assertThat(seconds(1)).containsExactly(C, A);
    answers(C);
    assertThat(reconciler.next()).containsExactly(B);
  }

  @Test
  void shouldTellANodeAtOnceWhatIsNewSinceItWasTold() {
    lack(A);
    reconciler.next();

    lack(A);

    assertThat(reconciler.next()).containsExactly(A);
  }

  @Test
  void shouldNotRepeatWhatIsLackedNoMore() {
    lack(A);
    reconciler.next();
    lacking.remove(A);

    assertThat(seconds(20)).isEmpty();
  }

  @Test
  void shouldTellANodeThatDoesNotMakeItselfKnown() {
    lacking.add(A);
    reconciler.expect(A);
    reconciler.expect(B);

    assertThat(seconds(4)).isEmpty();
    answers(B);
    assertThat(seconds(1)).containsExactly(A);
  }

  @Test
  void shouldTellEveryNodeOnceAMinute() {
    all.addAll(Set.of(A, B, C));
    seconds(1);

    assertThat(seconds(60)).containsExactlyInAnyOrder(A, B, C);
    assertThat(seconds(60)).containsExactlyInAnyOrder(A, B, C);
  }

  @Test
  void shouldTellADrainingNodeEveryTenSeconds() {
    all.addAll(Set.of(A, B));
    draining.add(A);
    seconds(1);

    List<NodeId> told = seconds(60);

    assertThat(told).filteredOn(A::equals).hasSizeBetween(6, 7);
    assertThat(told).filteredOn(B::equals).hasSize(1);
  }

  @Test
  void shouldTellAFewAtEachStep() {
    IntStream.range(0, 1_000).forEach(i -> draining.add(new NodeId("n" + i, 1)));

    for (int i = 0; i < 100; i++) {
      assertThat(step()).hasSizeLessThanOrEqualTo(11);
    }
  }
}
