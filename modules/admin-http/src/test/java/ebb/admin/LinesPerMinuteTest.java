package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LinesPerMinuteTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LinesPerMinute lines = new LinesPerMinute(10, now::get);
  private final List<Long> leftOut = new ArrayList<>();

  @Test
  void shouldLetTenLinesThroughInAMinuteAndTellOfTheRestInTheNext() {
    assertThat(written(1000)).isEqualTo(10);
    assertThat(leftOut).isEmpty();

    now.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(written(3)).isEqualTo(3);
    assertThat(leftOut).containsExactly(990L);
  }

  @Test
  void shouldTellNothingWhenNothingWasLeftOut() {
    for (int minute = 0; minute < 5; minute++) {
      assertThat(written(10)).isEqualTo(10);
      now.addAndGet(Duration.ofMinutes(1).toNanos());
    }

    assertThat(leftOut).isEmpty();
  }

  private long written(int asked) {
    long written = 0;
    for (int i = 0; i < asked; i++) {
      if (lines.next(leftOut::add)) {
        written++;
      }
    }
    return written;
  }
}
