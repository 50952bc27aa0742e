package ebb.domain;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainTest {

  @Test
  void shouldBeOverAtItsDeadlineAndNotBefore() {
    Drain drain = startedAtT0With(DrainTimeout.ofSeconds(60));

    assertThat(drain.isOverAt(T0.plusSeconds(60).minusNanos(1))).isFalse();
    assertThat(drain.isOverAt(T0.plusSeconds(60))).isTrue();
    assertThat(drain.isOverAt(T0.plusSeconds(61))).isTrue();
  }

  @Test
  void shouldBeOverFromTheStartWithTimeoutZero() {
    Drain drain = startedAtT0With(DrainTimeout.ofSeconds(0));

    assertThat(drain.deadline()).contains(T0);
    assertThat(drain.isOverAt(T0)).isTrue();
  }

  @Test
  void shouldNeverBeOverWithAnInfiniteTimeout() {
    Drain drain = startedAtT0With(DrainTimeout.INFINITE);

    assertThat(drain.deadline()).isEmpty();
    assertThat(drain.isOverAt(Instant.MAX)).isFalse();
  }

  @Test
  void shouldNotBeOverOnAClockThatIsBehindItsStart() {
    Drain drain = startedAtT0With(DrainTimeout.ofSeconds(0));

    assertThat(drain.isOverAt(T0.minusSeconds(1))).isFalse();
  }

  @Test
  void shouldMoveItsDeadlineOnlyWhenTheTimeoutChanges() {
    // given
    Drain drain = startedAtT0With(DrainTimeout.ofSeconds(60));
    // when
    Drain changed =
        drain.withTimeout(
            DrainTimeout.ofSeconds(90), TimeoutSource.HOST_ENTRY, at(T0.plusSeconds(5)));
    // then
    assertThat(changed.deadline()).contains(T0.plusSeconds(90));
    assertThat(changed.epoch()).isEqualTo(drain.epoch());
    assertThat(changed.startedAt()).isEqualTo(drain.startedAt());
    assertThat(changed.askedBy()).isEqualTo(drain.askedBy());
    assertThat(changed.deadlineBy()).isEqualTo(at(T0.plusSeconds(5)));
    assertThat(drain.deadlineBy()).isEqualTo(drain.askedBy());
    assertThat(changed.timeoutSource()).isEqualTo(TimeoutSource.HOST_ENTRY);
  }

  private static Drain startedAtT0With(DrainTimeout timeout) {
    return new Drain(1, T0, timeout, TimeoutSource.REQUEST, at(T0));
  }
}
