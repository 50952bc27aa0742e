package ebb.domain.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainTimeout;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Host, then request, then configuration. */
class EffectiveTimeoutTest {
  private static final NodeAddress LOCALHOST = new NodeAddress("localhost", "127.0.0.1");
  private static final DrainTimeout CONFIGURED = DrainTimeout.ofSeconds(3600);
  private static final Optional<DrainTimeout> NONE = Optional.empty();

  @Test
  @DisplayName("case 258: should prefer the host's own timeout to the request's")
  void shouldPreferTheHostsOwnTimeout() {
    assertThat(EffectiveTimeout.resolve(seconds(77), seconds(9), CONFIGURED))
        .isEqualTo(timeout(77, TimeoutSource.HOST_ENTRY));
  }

  @Test
  @DisplayName("case 258: should prefer the host's own timeout to an infinite request")
  void shouldPreferTheHostsOwnTimeoutToAnInfiniteRequest() {
    assertThat(EffectiveTimeout.resolve(seconds(77), seconds(-1), CONFIGURED))
        .isEqualTo(timeout(77, TimeoutSource.HOST_ENTRY));
  }

  @Test
  @DisplayName("case 258: should take the request's timeout when the host has none")
  void shouldTakeTheRequestsTimeout() {
    assertThat(EffectiveTimeout.resolve(NONE, seconds(9), CONFIGURED))
        .isEqualTo(timeout(9, TimeoutSource.REQUEST));
  }

  @Test
  void shouldCountAnInfiniteRequestAsGiven() {
    assertThat(EffectiveTimeout.resolve(NONE, seconds(-1), CONFIGURED))
        .isEqualTo(timeout(-1, TimeoutSource.REQUEST));
  }

  @Test
  void shouldCountAnInfiniteAndAZeroTimeoutOfTheHostAsGiven() {
    assertThat(EffectiveTimeout.resolve(seconds(-1), seconds(9), CONFIGURED))
        .isEqualTo(timeout(-1, TimeoutSource.HOST_ENTRY));
    assertThat(EffectiveTimeout.resolve(seconds(0), seconds(9), CONFIGURED))
        .isEqualTo(timeout(0, TimeoutSource.HOST_ENTRY));
  }

  @Test
  @DisplayName("case 32: should fall back to the configured timeout")
  void shouldFallBackToTheConfiguredTimeout() {
    assertThat(EffectiveTimeout.resolve(NONE, NONE, CONFIGURED))
        .isEqualTo(timeout(3600, TimeoutSource.CONFIGURATION));
  }

  @Test
  @DisplayName("case 257, unlike YARN: should count the timeout next to an IP as the host's own")
  void shouldCountTheTimeoutNextToAnIp() {
    HostLists lists = excluding(Map.of("127.0.0.1", seconds(77)));

    assertThat(lists.timeoutOf(LOCALHOST)).isEqualTo(seconds(77));
  }

  @Test
  void shouldPreferTheTimeoutNextToTheHostToTheOneNextToItsIp() {
    HostLists lists = excluding(Map.of("localhost", seconds(5), "127.0.0.1", seconds(77)));

    assertThat(lists.timeoutOf(LOCALHOST)).isEqualTo(seconds(5));
  }

  @Test
  void shouldTakeTheTimeoutNextToTheIpWhenTheHostIsListedWithoutOne() {
    HostLists lists = excluding(Map.of("localhost", NONE, "127.0.0.1", seconds(77)));

    assertThat(lists.timeoutOf(LOCALHOST)).isEqualTo(seconds(77));
  }

  @Test
  void shouldKnowNoTimeoutOfAHostThatIsListedWithoutOneOrNotAtAll() {
    assertThat(excluding(Map.of("localhost", NONE)).timeoutOf(LOCALHOST)).isEmpty();
    assertThat(HostLists.EMPTY.timeoutOf(LOCALHOST)).isEmpty();
  }

  private static HostLists excluding(Map<String, Optional<DrainTimeout>> excludes) {
    return HostLists.of(Set.of(), excludes);
  }

  private static Optional<DrainTimeout> seconds(long seconds) {
    return Optional.of(DrainTimeout.ofSeconds(seconds));
  }

  private static EffectiveTimeout timeout(long seconds, TimeoutSource source) {
    return new EffectiveTimeout(DrainTimeout.ofSeconds(seconds), source);
  }
}
