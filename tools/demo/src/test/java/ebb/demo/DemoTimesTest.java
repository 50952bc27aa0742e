package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTimesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 20, 40, 100})
  void shouldLetMapsOutliveTheTimeoutAndTheTimeoutAllowForARestart(int startSeconds) {
    // when
    DemoTimes times = DemoTimes.after(Duration.ofSeconds(startSeconds));
    // then
    assertThat(times.mapTime()).isGreaterThan(times.hostTimeout());
    assertThat(times.hostTimeout()).isGreaterThan(Duration.ofSeconds(startSeconds / 2));
  }

  @Test
  void shouldStayWithinFourMinutes() {
    // given a machine on which four JVMs take half a minute to start
    DemoTimes times = DemoTimes.after(Duration.ofSeconds(30));
    // then two rounds of maps leave a minute and a half for everything else
    assertThat(times.mapTime().multipliedBy(2)).isLessThan(Duration.ofSeconds(150));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 40, 100})
  void shouldAllowForTwoLossesAndARestartAfterEach(int startSeconds) {
    // when
    DemoTimes times = DemoTimes.afterTwoLosses(Duration.ofSeconds(startSeconds));
    // then
    assertThat(times.hostTimeout()).isGreaterThan(Duration.ofSeconds(2 * startSeconds + 60));
    assertThat(times.mapTime()).isGreaterThan(times.hostTimeout());
    // two rounds of maps never reach the timeout of the request
    assertThat(times.mapTime().multipliedBy(2)).isLessThan(DemoContext.REQUEST_TIMEOUT);
  }
}
