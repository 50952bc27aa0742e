package ebb.admin.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration QUARTER = Duration.ofMinutes(15);

  @Test
  void shouldWaitTwiceAsLongAfterEachFailureUpToAMinute() {
    assertThat(IntStream.of(1, 2, 3, 6, 7, 8, 1_000).mapToObj(RetryPolicy::pauseAfter))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 32L, 60L, 60L, 60L);
  }

  @Test
  void shouldGiveUpAfterThatTimeAndThreeAttempts() {
    assertThat(RetryPolicy.givesUp(failing(3), QUARTER, T0.plus(QUARTER))).isTrue();
    assertThat(RetryPolicy.givesUp(failing(3), QUARTER, T0.plus(QUARTER).minusMillis(1))).isFalse();
    assertThat(RetryPolicy.givesUp(failing(2), QUARTER, T0.plus(Duration.ofDays(1)))).isFalse();
  }

  private static UndeliveredEvent failing(int attempts) {
    String at = T0.toString();
    return new UndeliveredEvent(
        "1-a", "2-b", null, "node.lost", at, at, at, attempts, "status 500");
  }
}
