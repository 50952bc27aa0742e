package ebb.soak.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkTest {
  private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

  private final List<List<Integer>> tried = new ArrayList<>();

  @Test
  void shouldLeaveWhatIsNeededInItsOrder() {
    assertThat(fewest(List.of(3, 50, 51, 97), 1000)).containsExactly(3, 50, 51, 97);
    assertThat(tried).hasSizeLessThan(120);
  }

  @Test
  void shouldFindOneStepInFewTries() {
    assertThat(fewest(List.of(42), 1000)).containsExactly(42);
    assertThat(tried).hasSizeLessThan(20);
  }

  @Test
  void shouldLeaveOutEverythingIfNothingIsNeeded() {
    assertThat(fewest(List.of(), 1000)).isEmpty();
  }

  @Test
  void shouldLeaveOutNothingIfEverythingIsNeeded() {
    assertThat(fewest(HUNDRED, 1000)).isEqualTo(HUNDRED);
  }

  @Test
  void shouldGiveUpAfterSoManyTriesWithWhatItHas() {
    assertThat(fewest(List.of(3, 97), 4)).contains(3, 97).hasSizeLessThan(100);
    assertThat(tried).hasSize(4);
  }

  private List<Integer> fewest(List<Integer> needed, int mostTries) {
    return Shrink.fewest(
        HUNDRED,
        some -> {
          tried.add(some);
          return some.containsAll(needed);
        },
        mostTries);
  }
}
