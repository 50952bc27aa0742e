package ebb.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SweepTest {
  private final Sweep<Integer> sweep = new Sweep<>(4);

  @Test
  void shouldTakeAllInStepsOfAboutTheSameSize() {
    sweep.begin(numbers(10));

    assertThat(steps())
        .containsExactly(List.of(0, 1), List.of(2, 3, 4), List.of(5, 6), List.of(7, 8, 9));
  }

  @Test
  void shouldHaveItsStepsWhereThereIsLessThanOneForEach() {
    sweep.begin(numbers(1));

    assertThat(steps()).containsExactly(List.of(), List.of(), List.of(), List.of(0));
  }

  @Test
  void shouldTakeInTheLastStepWhatCameMeanwhile() {
    // given
    Set<Integer> all = ConcurrentHashMap.newKeySet();
    all.addAll(numbers(100));
    sweep.begin(all);
    List<Integer> taken = new ArrayList<>();
    // when
    sweep.step(taken::add);
    all.addAll(IntStream.range(100, 1_000).boxed().toList());
    while (sweep.isUnderWay()) {
      sweep.step(taken::add);
    }
    // then
    assertThat(taken).containsAll(numbers(100)).doesNotHaveDuplicates();
  }

  @Test
  void shouldBeOverBeforeItHasBegun() {
    assertThat(sweep.isUnderWay()).isFalse();
  }

  private List<List<Integer>> steps() {
    List<List<Integer>> steps = new ArrayList<>();
    while (sweep.isUnderWay()) {
      List<Integer> step = new ArrayList<>();
      sweep.step(step::add);
      steps.add(step);
    }
    return steps;
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
