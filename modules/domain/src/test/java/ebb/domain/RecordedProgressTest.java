package ebb.domain;

import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The journal learns what a drain waits for, in few rows. */
class RecordedProgressTest {
  private static final Duration POLL = Duration.ofSeconds(20);

  private NodeLifecycle node = SampleNode.DECOMMISSIONING.create().live();
  private final List<DecommissioningProgressed> rows = new ArrayList<>();

  @Test
  void shouldRecordWhatTheNodeWaitsForAndWhereItsTimeWent() {
    var account = DrainAccount.ZERO.waitedUntil(second(10), drain(), Optional.empty());

    tick(second(10), work(2, "app_1", "app_2"), account);

    assertThat(rows)
        .containsExactly(
            new DecommissioningProgressed(
                node.nodeId(), 1, work(2, "app_1", "app_2"), account, at(second(10))));
    assertThat(node.progress())
        .contains(new RecordedProgress(1, second(10), work(2, "app_1", "app_2"), account));
  }

  @Test
  void shouldRecordNothingWhileTheDrainWaitsForTheSame() {
    tick(second(10), Optional.empty());
    tick(second(20), work(2, "app_1"));
    tick(second(3600), work(1, "app_1"));

    assertThat(rows).hasSize(1);
  }

  /** Sub-status, applications, and whether anybody reports. */
  @Test
  void shouldRecordEachKindOfChange() {
    tick(second(10), work(1, "app_1", "app_2"));
    tick(second(70), work(1, "app_1"));
    tick(second(210), work(0, "app_1"));
    tick(second(630), Optional.empty());

    assertThat(rows).hasSize(4);
  }

  @Test
  void shouldCoalesceChangesAndRecordTheNewest() {
    tick(second(10), work(1, "app_1", "app_2", "app_3"));
    tick(second(30), work(1, "app_1", "app_2"));
    tick(second(50), work(1, "app_1"));
    tick(second(70), work(0, "app_1"));

    assertThat(rows)
        .extracting(DecommissioningProgressed::workload)
        .containsExactly(work(1, "app_1", "app_2", "app_3"), work(0, "app_1"));
  }

  @Test
  void shouldNotRecordThatANodeWaitsAsBefore() {
    tick(second(10), work(1, "app_1"));
    tick(second(30), Optional.empty());
    tick(second(70), work(1, "app_1"));

    assertThat(rows).hasSize(1);
  }

  /** Ten days in which each poll finds something else. */
  @Test
  void shouldCostAFewRowsThatLieEverFurtherApart() {
    for (long i = 1; i < Duration.ofDays(10).dividedBy(POLL); i++) {
      tick(T0.plus(POLL.multipliedBy(i)), work(1, "app_" + i));
    }

    assertThat(rows)
        .extracting(row -> Duration.between(T0, row.by().at()).toSeconds())
        .containsExactly(20L, 80L, 240L, 720L, 2160L, 6480L, 19_440L, 58_320L);
    assertThat(rows).hasSize(RecordedProgress.MOST_ROWS);
  }

  @Test
  void shouldNameAFewOfManyApplications() {
    String[] many = IntStream.range(100, 200).mapToObj(i -> "app_" + i).toArray(String[]::new);

    tick(second(10), work(1, many));

    assertThat(rows.get(0).workload().orElseThrow().applications())
        .hasSize(20)
        .startsWith("app_100");
  }

  @Test
  void shouldSurviveAnotherTimeoutAndEndWithTheDrain() {
    tick(second(10), work(1, "app_1"));

    NodeLifecycle retimed =
        node.apply(
            new NodeEvent.DecommissioningTimeoutChanged(
                node.nodeId(), 1, DrainTimeout.INFINITE, TimeoutSource.REQUEST, at(second(11))));
    NodeLifecycle lost = retimed.apply(new NodeEvent.NodeLost(node.nodeId(), at(second(12))));

    assertThat(retimed.progress()).isEqualTo(node.progress());
    assertThat(lost.progress()).isEmpty();
  }

  @Test
  void shouldNotTakeARefreshForApplied() {
    long before = node.listVersion();

    node =
        node.apply(
            new DecommissioningProgressed(
                node.nodeId(), 1, Optional.empty(), DrainAccount.ZERO, at(T0, before + 1)));

    assertThat(node.listVersion()).isEqualTo(before);
  }

  private Drain drain() {
    return node.currentDrain();
  }

  private void tick(Instant now, Optional<Workload> workload) {
    tick(now, workload, DrainAccount.ZERO);
  }

  private void tick(Instant now, Optional<Workload> workload, DrainAccount account) {
    if (node.progressed(1, workload, account, at(now)) instanceof Decision.Persist persist) {
      var event = (DecommissioningProgressed) persist.events().get(0);
      rows.add(event);
      node = node.apply(event);
    }
  }

  private static Instant second(int seconds) {
    return T0.plusSeconds(seconds);
  }

  private static Optional<Workload> work(int containers, String... applications) {
    return Optional.of(new Workload(containers, new TreeSet<>(List.of(applications))));
  }
}
