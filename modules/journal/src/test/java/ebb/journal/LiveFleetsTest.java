package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.journal.database.JournalException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LiveFleetsTest {
  private static final List<Instant> NOW = List.of(Instant.EPOCH);

  /** What a thread is to do, which it does when the test says so. */
  private final Deque<Runnable> work = new ArrayDeque<>();

  private int reads;

  @Test
  void shouldRefuseMoreQuestionsThanCanWait() {
    // given one that is being answered, and four that wait
    LiveFleets fleets = fleets(Duration.ofHours(1));
    List<CompletableFuture<?>> asked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      asked.add(fleets.at(NOW).toCompletableFuture());
    }
    // when, then
    assertTimesOut(fleets.at(NOW).toCompletableFuture());
    work();
    assertThat(asked).allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
    assertThat(reads).isEqualTo(5);
    CompletableFuture<?> another = fleets.at(NOW).toCompletableFuture();
    work();
    assertThat(another).isCompleted();
  }

  @Test
  void shouldReadNothingForWhoWaitsNoLonger() {
    LiveFleets fleets = fleets(Duration.ZERO);

    CompletableFuture<?> late = fleets.at(NOW).toCompletableFuture();
    work();

    assertTimesOut(late);
    assertThat(reads).isZero();
  }

  @Test
  void shouldAnswerAfterAReadThatFailed() {
    // given a journal that cannot be read once
    LiveFleets fleets =
        new LiveFleets(
            instants -> {
              if (reads++ == 0) {
                throw new JournalException("Cannot be read");
              }
              return List.of();
            },
            Duration.ofHours(1),
            work::add);
    CompletableFuture<?> failed = fleets.at(NOW).toCompletableFuture();
    CompletableFuture<?> next = fleets.at(NOW).toCompletableFuture();
    // when
    work();
    // then
    assertThat(failed).isCompletedExceptionally();
    assertThat(next).isCompleted();
  }

  private static void assertTimesOut(CompletableFuture<?> answer) {
    assertThat(answer)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(TimeoutException.class);
  }

  private LiveFleets fleets(Duration patience) {
    return new LiveFleets(
        instants -> {
          reads++;
          return List.of();
        },
        patience,
        work::add);
  }

  private void work() {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }
}
