package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.bench.failover.Limit.AtMost;
import ebb.bench.failover.Limit.MedianAndMost;
import ebb.bench.failover.Limit.MedianAtLeast;
import ebb.bench.failover.Limit.MedianAtMost;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitTest {
  @Test
  void shouldHoldInEveryRound() {
    assertThat(new AtMost(0).isMet(List.of(0.0, 0.0, 0.0))).isTrue();
    assertThat(new AtMost(0).isMet(List.of(0.0, 1.0, 0.0))).isFalse();
  }

  @Test
  void shouldHoldInTheMiddleAndInEveryRound() {
    Limit limit = new MedianAndMost(20, 30);
    assertThat(limit.isMet(List.of(12.0, 20.0, 30.0))).isTrue();
    assertThat(limit.isMet(List.of(12.0, 21.0, 30.0))).isFalse();
    assertThat(limit.isMet(List.of(12.0, 13.0, 31.0))).isFalse();
    assertThat(limit.text()).isEqualTo("<= 30, median 20");
  }

  @Test
  void shouldHoldInTheMiddle() {
    assertThat(new MedianAtLeast(0.95).isMet(List.of(0.9, 0.95, 1.2))).isTrue();
    assertThat(new MedianAtLeast(0.95).isMet(List.of(0.9, 0.94, 1.2))).isFalse();
    assertThat(new MedianAtMost(0).isMet(List.of(-1.0, 0.0, 3.0))).isTrue();
    assertThat(new MedianAtMost(0).isMet(List.of(-1.0, 0.1, 3.0))).isFalse();
  }

  @Test
  void shouldAskOfEachScenarioWhatWasPromisedOfIt() {
    assertThat(FailoverMeasure.LAST.limit(FailoverScenario.KILL))
        .isEqualTo(new MedianAndMost(20, 30));
    assertThat(FailoverMeasure.LAST.limit(FailoverScenario.KILL_MANY)).isEqualTo(new AtMost(60));
    assertThat(FailoverMeasure.ARMED.limit(FailoverScenario.KILL_MANY)).isEqualTo(new AtMost(30));
    assertThat(FailoverMeasure.LAST.limit(FailoverScenario.HAND_OVER)).isEqualTo(new AtMost(15));
    assertThat(FailoverMeasure.LAST.limit(FailoverScenario.KILL_STOCK)).isEqualTo(new Limit.None());
    for (FailoverScenario scenario : FailoverScenario.values()) {
      assertThat(FailoverMeasure.CONTAINERS_LOST.limit(scenario)).isEqualTo(new AtMost(0));
    }
  }

  @Test
  void shouldTakeTheValueThatSoManyDoNotExceed() {
    List<Duration> times =
        List.of(1, 2, 3, 4).stream().map(each -> Duration.ofSeconds(each)).toList();
    assertThat(Statistics.percentile(times, 50)).isEqualTo(2);
    assertThat(Statistics.percentile(times, 99)).isEqualTo(4);
    assertThat(Statistics.percentile(times.subList(0, 1), 50)).isEqualTo(1);
  }
}
