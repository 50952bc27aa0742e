package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

class OperationIdsTest {
  private final MutableClock clock =
      MutableClock.of(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);
  private final OperationIds ids = new OperationIds(clock);

  @Test
  void shouldSortAsTheyWereGivenOut() {
    String first = ids.get();
    clock.add(Duration.ofMillis(1));
    String second = ids.get();
    clock.add(Duration.ofDays(3650));
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
