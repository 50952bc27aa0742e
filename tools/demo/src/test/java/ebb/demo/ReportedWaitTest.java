package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.demo.cluster.ClusterException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReportedWaitTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final ConsoleReporter reporter =
      new ConsoleReporter(
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

  @Test
  void shouldLookAgainUntilTheThingIsThere() {
    // given a value that is there at the third poll
    var polls = new AtomicInteger();
    // then
    assertThat(
            new ReportedWait(reporter, () -> {})
                .awaitValue(
                    "a thing",
                    SOON,
                    () -> polls.incrementAndGet() < 3 ? Optional.empty() : Optional.of("thing")))
        .isEqualTo("thing");
  }

  @Test
  void shouldSayWhatItWaitedForAndWhatWentWrong() {
    assertThatThrownBy(
            () ->
                new ReportedWait(reporter, () -> {})
                    .await(
                        "an answer",
                        Duration.ZERO,
                        () -> {
                          throw new IOException("connection refused");
                        }))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("an answer")
        .hasMessageContaining("connection refused");
  }

  @Test
  void shouldGiveUpAtOnceWhenWaitingHasBecomePointless() {
    // given a guard that knows of a dead process
    Runnable guard =
        () -> {
          throw new ClusterException("it is dead");
        };
    // then
    assertThatThrownBy(() -> new ReportedWait(reporter, guard).await("it", SOON, () -> false))
        .hasMessage("it is dead");
  }
}
