package ebb.hadoop.node;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeartbeatMonitorTest {
  private static final NodeId NODE = new NodeId("nm1", 1);
  private static final long INTERVAL = 10_000;

  private final AtomicLong clock = new AtomicLong(5_000);
  private final HeartbeatMonitor heartbeatMonitor = new HeartbeatMonitor(clock::get, INTERVAL);

  @Test
  void shouldReportASilentNodeAtEachLook() {
    // given
    heartbeatMonitor.watch(NODE);
    // when, then
    check(10);
    assertThat(heartbeatMonitor.overdue()).isEmpty();
    check(1);
    assertThat(heartbeatMonitor.overdue()).containsExactly(NODE);
    check(1);
    assertThat(heartbeatMonitor.overdue()).containsExactly(NODE);
  }

  @Test
  void shouldReportNobodyWhoWasHeardOfOrLeft() {
    // given
    NodeId other = new NodeId("nm2", 1);
    heartbeatMonitor.watch(NODE);
    heartbeatMonitor.watch(other);
    check(8);
    // when
    heartbeatMonitor.heardOf(NODE);
    heartbeatMonitor.leave(other);
    // then
    check(5);
    assertThat(heartbeatMonitor.overdue()).isEmpty();
  }

  @Test
  void shouldNotStartAnewForANodeThatIsWatchedAlready() {
    // given
    heartbeatMonitor.watch(NODE);
    check(8);
    // when
    heartbeatMonitor.watch(NODE);
    // then
    check(3);
    assertThat(heartbeatMonitor.overdue()).containsExactly(NODE);
  }

  /** Between two questions for the silent ones there may be more time than that. */
  @Test
  void shouldTakeNobodyForPausedWhoLooksInSteps() {
    // given
    heartbeatMonitor.watch(NODE);
    // when the silent are asked for rarely
    for (int i = 0; i < 4; i++) {
      clock.addAndGet(3_000);
      heartbeatMonitor.check();
    }
    // then
    assertThat(heartbeatMonitor.overdue()).containsExactly(NODE);
  }

  @Test
  void shouldGiveEverybodyAWholeIntervalAfterAPause() {
    // given
    heartbeatMonitor.watch(NODE);
    check(9);
    // when the process sleeps for a minute
    clock.addAndGet(60_000);
    // then
    assertThat(heartbeatMonitor.overdue()).isEmpty();
    check(10);
    assertThat(heartbeatMonitor.overdue()).isEmpty();
    check(1);
    assertThat(heartbeatMonitor.overdue()).containsExactly(NODE);
  }

  /** The process may sleep at any point. */
  @Test
  void shouldExpireNobodyForAPauseInTheMiddleOfALook() {
    // given a clock that goes on by an hour between the first time that it is looked at and the
    // next
    AtomicLong reads = new AtomicLong();
    var sleeper = new HeartbeatMonitor(() -> reads.getAndIncrement() * 3_600_000, INTERVAL);
    sleeper.watch(NODE);
    // when, then
    assertThat(sleeper.overdue()).isEmpty();
  }

  /** Looks once a second, and ignores what there is to see. */
  private void check(int times) {
    for (int i = 0; i < times; i++) {
      clock.addAndGet(1_000);
      heartbeatMonitor.overdue();
    }
  }
}
