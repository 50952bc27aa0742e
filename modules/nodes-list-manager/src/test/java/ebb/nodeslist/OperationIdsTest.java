package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationIdsTest {
  private final HandClock clock = new HandClock();
  private final OperationIds ids = new OperationIds(clock);

  @Test
  void shouldSortAsTheyWereGivenOut() {
    String first = ids.get();
    clock.advance(Duration.ofMillis(1));
    String second = ids.get();
    clock.advance(Duration.ofDays(3650));
    String third = ids.get();

    assertThat(first).matches("[0-9a-z]{9}-[0-9a-z]{5}").isLessThan(second);
    assertThat(second).isLessThan(third);
  }

  @Test
  void shouldDifferWithinOneMillisecond() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      seen.add(ids.get());
    }

    assertThat(seen).hasSizeGreaterThan(95); // of 33 million
  }
}
