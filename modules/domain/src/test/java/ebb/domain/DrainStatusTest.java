package ebb.domain;

import static ebb.domain.DrainStatus.READY;
import static ebb.domain.DrainStatus.TIMEOUT;
import static ebb.domain.DrainStatus.WAIT_APP;
import static ebb.domain.DrainStatus.WAIT_CONTAINER;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of DecommissioningNodesWatcher.checkDecommissioningStatus. */
class DrainStatusTest {
  private static final Instant BEFORE_DEADLINE = T0.plusSeconds(59);
  private static final Instant DEADLINE = T0.plusSeconds(60);

  private static final Optional<Workload> UNKNOWN = Optional.empty();
  private static final Optional<Workload> NOTHING = Optional.of(Workload.NOTHING);
  private static final Optional<Workload> CONTAINER = workload(1);
  private static final Optional<Workload> CONTAINER_AND_APP = workload(1, "application_1");
  private static final Optional<Workload> APP = workload(0, "application_1");

  @Test
  @DisplayName("cases 105, 106: should wait while a container runs")
  @Tag("case-105")
  @Tag("case-106")
  void shouldWaitWhileAContainerRuns() {
    assertThat(oneMinute(CONTAINER, BEFORE_DEADLINE)).isEqualTo(WAIT_CONTAINER);
    assertThat(oneMinute(CONTAINER_AND_APP, BEFORE_DEADLINE)).isEqualTo(WAIT_CONTAINER);
  }

  @Test
  @DisplayName("case 116: should wait for the application when its last container has ended")
  @Tag("case-116")
  void shouldWaitForTheApplicationOfAnEndedContainer() {
    assertThat(oneMinute(APP, BEFORE_DEADLINE)).isEqualTo(WAIT_APP);
  }

  @Test
  @DisplayName("cases 108, 111: should be ready when containers and applications have ended")
  @Tag("case-108")
  @Tag("case-111")
  void shouldBeReadyWhenNothingIsLeft() {
    assertThat(oneMinute(NOTHING, BEFORE_DEADLINE)).isEqualTo(READY);
  }

  @Test
  void shouldTimeOutAtTheDeadlineWhateverItWaitsFor() {
    assertThat(oneMinute(CONTAINER, DEADLINE)).isEqualTo(TIMEOUT);
    assertThat(oneMinute(CONTAINER_AND_APP, DEADLINE)).isEqualTo(TIMEOUT);
    assertThat(oneMinute(APP, DEADLINE)).isEqualTo(TIMEOUT);
  }

  @Test
  void shouldBeReadyRatherThanTimedOutWhenBothAreTrue() {
    assertThat(oneMinute(NOTHING, DEADLINE.plusSeconds(3600))).isEqualTo(READY);
  }

  @Test
  void shouldWaitForContainersAndNeverBeReadyWhileNobodyKnowsWhatRuns() {
    assertThat(oneMinute(UNKNOWN, T0)).isEqualTo(WAIT_CONTAINER);
    assertThat(oneMinute(UNKNOWN, BEFORE_DEADLINE)).isEqualTo(WAIT_CONTAINER);
  }

  @Test
  void shouldTimeOutAlsoWhileNobodyKnowsWhatRuns() {
    assertThat(oneMinute(UNKNOWN, DEADLINE)).isEqualTo(TIMEOUT);
  }

  @Test
  void shouldWaitForeverWithAnInfiniteTimeout() {
    assertThat(infinite(CONTAINER)).isEqualTo(WAIT_CONTAINER);
    assertThat(infinite(APP)).isEqualTo(WAIT_APP);
    assertThat(infinite(UNKNOWN)).isEqualTo(WAIT_CONTAINER);
    assertThat(infinite(NOTHING)).isEqualTo(READY);
  }

  @Test
  @DisplayName("case 268: should be timed out or ready from the start with timeout zero")
  @Tag("case-268")
  void shouldNotWaitWithTimeoutZero() {
    Drain drain = draining(DrainTimeout.ofSeconds(0));

    assertThat(DrainStatus.of(drain, CONTAINER, T0)).isEqualTo(TIMEOUT);
    assertThat(DrainStatus.of(drain, NOTHING, T0)).isEqualTo(READY);
  }

  @Test
  void shouldBeShownAsTimedOutOnceTheDeadlineHasPassed() {
    Drain drain = draining(DrainTimeout.ofSeconds(60));

    for (DrainStatus waiting : Set.of(WAIT_CONTAINER, WAIT_APP)) {
      assertThat(waiting.shownAt(drain, BEFORE_DEADLINE)).isEqualTo(waiting);
      assertThat(waiting.shownAt(drain, DEADLINE)).isEqualTo(TIMEOUT);
      assertThat(waiting.shownAt(draining(DrainTimeout.INFINITE), DEADLINE)).isEqualTo(waiting);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"WAIT_CONTAINER", "WAIT_APP"})
  void shouldBeShownAsItIsWhenItDoesNotWait(DrainStatus status) {
    Drain drain = draining(DrainTimeout.ofSeconds(60));

    assertThat(status.shownAt(drain, BEFORE_DEADLINE)).isEqualTo(status);
    assertThat(status.shownAt(drain, DEADLINE)).isEqualTo(status);
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndTheDrainWhenReadyOrTimedOutOnly(DrainStatus status) {
    assertThat(status.isReadyForDecommission()).isEqualTo(status == READY || status == TIMEOUT);
  }

  @Test
  void shouldNotCountContainersBelowZero() {
    assertThatThrownBy(() -> workload(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldNotFollowLaterChangesOfTheReportedApplications() {
    // given
    TreeSet<String> reported = new TreeSet<>(Set.of("application_1"));
    Workload workload = new Workload(0, reported);
    // when
    reported.clear();
    // then
    assertThat(workload.applications()).containsExactly("application_1");
  }

  private static DrainStatus oneMinute(Optional<Workload> workload, Instant now) {
    return DrainStatus.of(draining(DrainTimeout.ofSeconds(60)), workload, now);
  }

  private static DrainStatus infinite(Optional<Workload> workload) {
    return DrainStatus.of(draining(DrainTimeout.INFINITE), workload, T0.plusSeconds(1_000_000));
  }

  private static Drain draining(DrainTimeout timeout) {
    return new Drain(1, T0, timeout, TimeoutSource.REQUEST, at(T0));
  }

  private static Optional<Workload> workload(int containers, String... applications) {
    return Optional.of(new Workload(containers, new TreeSet<>(Set.of(applications))));
  }
}
