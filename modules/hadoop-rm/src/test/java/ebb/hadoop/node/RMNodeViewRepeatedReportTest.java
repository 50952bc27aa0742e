package ebb.hadoop.node;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.complete;
import static ebb.hadoop.heartbeat.Reports.running;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.ReportWorkload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a report is sent again: until RMNode shows it. */
class RMNodeViewRepeatedReportTest extends DrainReportFixture {
  @Test
  void shouldReportChangesAtOnceAndRepeatEveryFiveSecondsWhatRMNodeDoesNotShow() {
    // given
    beat(live, node, running(1), running(2));
    drains();
    becomesVisible();
    beat(live, node, running(1), running(2));
    // when nothing changes
    rm.pass(1_000);
    beat(live, node, running(1), running(2));
    assertThat(reported()).hasSize(1);
    // then five seconds make a repetition, with a sequence number of its own
    rm.pass(4_000);
    beat(live, node, running(1), running(2));
    assertThat(rm.facts(ReportWorkload.class))
        .extracting(ReportWorkload::sequence)
        .containsExactly(1L, 2L);
    // when something changes, then it is told at once
    beat(live, node, running(1), complete(2));
    assertThat(reported()).endsWith(work(1, application(1)));
  }

  @Test
  void shouldNotRepeatWhatRMNodeShowsUntilItForgets() {
    // given
    reportsOneContainer();
    // when RMNode shows it
    live.show(node.showing(ONE));
    for (int beats = 0; beats < 3; beats++) {
      rm.pass(60_000);
      live.tick();
      beat(live, node, running(1));
    }
    // then
    assertThat(reported()).containsExactly(ONE);
    // when RMNode begins a new life, and knows nothing
    live.show(node.publication());
    // then it is told at once
    assertThat(reported()).containsExactly(ONE, ONE);
    // and not at each heartbeat
    beat(live, node, running(1));
    assertThat(reported()).hasSize(2);
    // but again, should the message be lost
    rm.pass(5_000);
    beat(live, node, running(1));
    assertThat(reported()).containsExactly(ONE, ONE, ONE);
  }

  @Test
  void shouldRepeatWhileRMNodeShowsAnotherWorkload() {
    // given
    reportsOneContainer();
    // when
    live.show(node.showing(work(2, application(1))));
    assertThat(reported()).containsExactly(ONE);
    rm.pass(5_000);
    live.tick();
    // then
    assertThat(reported()).containsExactly(ONE, ONE);
  }

  /** The report of what lay between is on its way, and RMNode still shows what came before it. */
  @Test
  void shouldReportAtOnceWhatHasBecomeTrueAgain() {
    // given
    reportsOneContainer();
    live.show(node.showing(ONE));
    beat(live, node, running(1), running(2));
    // when
    beat(live, node, running(1), complete(2));
    // then
    assertThat(reported()).containsExactly(ONE, work(2, application(1)), ONE);
  }

  @Test
  void shouldNotRepeatWhatIsShownWhenTheDrainHasAnotherTimeout() {
    // given
    reportsOneContainer();
    // when
    node.drains(DrainTimeout.of(Duration.ofMinutes(5)));
    live.show(node.showing(ONE));
    beat(live, node, running(1));
    // then
    assertThat(live.getDecommissioningTimeout()).isEqualTo(300);
    assertThat(reported()).containsExactly(ONE);
  }

  private static final Workload ONE = work(1, application(1));

  private void reportsOneContainer() {
    beat(live, node, running(1));
    drains();
    becomesVisible();
    beat(live, node, running(1));
    assertThat(reported()).containsExactly(ONE);
  }
}
