package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.journal.JournalQueries.Queue;
import ebb.journal.database.JournalException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class JournalQueriesTest {
  /** What a thread is to do, which it does when the test says so. */
  private final Deque<Runnable> work = new ArrayDeque<>();

  private int reads;

  @Test
  void shouldRefuseMoreQuestionsThanCanWait() {
    // given one that is being answered, and four that wait
    Queue queries = new Queue(Duration.ofHours(1), work::add);
    List<CompletableFuture<?>> asked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      asked.add(queries.run(wanted -> ++reads).toCompletableFuture());
    }
    // when, then
    assertTimesOut(queries.run(wanted -> ++reads).toCompletableFuture());
    work();
    assertThat(asked).allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
    assertThat(reads).isEqualTo(5);
    CompletableFuture<?> another = queries.run(wanted -> ++reads).toCompletableFuture();
    work();
    assertThat(another).isCompleted();
  }

  @Test
  void shouldReadNothingForWhoWaitsNoLonger() {
    Queue queries = new Queue(Duration.ZERO, work::add);

    CompletableFuture<?> late = queries.run(wanted -> ++reads).toCompletableFuture();
    work();

    assertTimesOut(late);
    assertThat(reads).isZero();
  }

  @Test
  void shouldAnswerAfterAReadThatFailed() {
    // given a journal that cannot be read once
    Queue queries = new Queue(Duration.ofHours(1), work::add);
    CompletableFuture<?> failed =
        queries
            .run(
                wanted -> {
                  throw new JournalException("Cannot be read");
                })
            .toCompletableFuture();
    CompletableFuture<?> next = queries.run(wanted -> ++reads).toCompletableFuture();
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

  private void work() {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }
}
