package ebb.journal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.forecast.DrainLog;
import ebb.domain.forecast.PastDrain;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.EventAppender;
import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An instance that starts later keeps the same of the journal as one that has read it all along.
 */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class LiveSummaryIT {
  private static final Instant T0 = Instant.parse("2026-01-31T08:00:00Z");
  private static final NodeId N1 = new NodeId("n1", 1);

  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private EventAppender events;

  LiveSummaryIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() {
    settings = kind.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    events = new EventAppender(settings);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  @Test
  void shouldKnowEachDrainAndEachLeader() throws Exception {
    LiveSummary summary = summary(100);
    assertThat(now(summary)).isEqualTo(JournalSummary.EMPTY);
    events.append(new LeadTaken(1, at(0)));
    events.append(new NodeRegistered(N1, Resource.of(1, 1), true, at(1)));
    start(N1, 10);
    assertThat(now(summary).drains().drains())
        .containsExactly(
            new PastDrain(
                N1,
                T0.plusSeconds(10),
                Optional.of(T0.plusSeconds(70)),
                Optional.of("op-1"),
                Optional.empty()));
    events.append(
        new DecommissioningTimeoutChanged(
            N1, 1, DrainTimeout.ofSeconds(30), TimeoutSource.OPERATOR, at(11)));
    events.append(new LeadTaken(2, at(20)));
    events.append(new NodeDecommissioned(N1, 1, DecommissionCause.TIMEOUT, at(40)));
    assertThat(now(summary).drains().drains())
        .containsExactly(
            new PastDrain(
                N1,
                T0.plusSeconds(10),
                Optional.of(T0.plusSeconds(40)),
                Optional.of("op-1"),
                Optional.of(new PastDrain.Ending(T0.plusSeconds(40), DrainOutcome.TIMEOUT))));
    assertThat(now(summary).leads()).extracting(LeadTaken::term).containsExactly(1L, 2L);
  }

  @Test
  void shouldBeRebuiltFromTheJournal() throws Exception {
    Random random = new Random(1);
    Map<NodeId, Boolean> drains = new HashMap<>();
    LiveSummary first = summary(20);
    for (int second = 0; second < 300; second++) {
      NodeId node = new NodeId("n" + random.nextInt(30), 1);
      if (second % 50 == 0) {
        events.append(new LeadTaken(second + 1, at(second)));
      }
      if (drains.getOrDefault(node, false)) {
        end(node, second, random.nextInt(3));
      } else {
        start(node, second);
      }
      drains.merge(node, true, (old, one) -> !old);
      if (second % 100 == 70) {
        // then
        JournalSummary kept = now(first);
        assertThat(kept.drains().drains()).hasSize(20);
        assertThat(now(summary(20))).isEqualTo(kept);
      }
    }
  }

  @Test
  void shouldReadAgainWhatItCouldNotReadWhole() throws Exception {
    LiveSummary summary = summary(100);
    start(N1, 1);
    events.append(new NodeLost(N1, at(2)));
    corruptLast(1);
    assertThat(summary.now()).isCompletedExceptionally();
    corruptLast(-1);
    assertThat(now(summary).drains().drains()).hasSize(1);
    assertThat(now(summary)).isEqualTo(now(summary(100)));
  }

  @Test
  void shouldReadOnceForAllWhoAskBeforeTheReadBegins() {
    List<Runnable> reads = new ArrayList<>();
    LiveSummary summary = new LiveSummary(journal::reader, new DrainLog(100), reads::add);
    var first = summary.now().toCompletableFuture();
    var second = summary.now().toCompletableFuture();
    assertThat(reads).hasSize(1);
    reads.remove(0).run();
    assertThat(first.join()).isSameAs(second.join());
    // and who asks after its begin is told of what came since
    assertThat(summary.now().toCompletableFuture()).isNotDone();
    assertThat(reads).hasSize(1);
  }

  private void corruptLast(int by) throws Exception {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE \"event_journal\" SET \"checksum\" = \"checksum\" + (%d)".formatted(by)
              + " WHERE \"ordering\" = (SELECT max(\"ordering\") FROM \"event_journal\")");
    }
  }

  private static JournalSummary now(LiveSummary summary) {
    return summary.now().toCompletableFuture().join();
  }

  private LiveSummary summary(int kept) {
    return new LiveSummary(journal::reader, new DrainLog(kept), Runnable::run);
  }

  // ---- what happens ----

  private void start(NodeId node, long second) throws Exception {
    events.append(
        new DecommissioningStarted(
            node,
            1,
            T0.plusSeconds(second),
            DrainTimeout.of(Duration.ofMinutes(1)),
            TimeoutSource.REQUEST,
            Optional.empty(),
            at(second)));
  }

  private void end(NodeId node, long second, int how) throws Exception {
    switch (how) {
      case 0 -> events.append(new NodeDecommissioned(node, 1, DecommissionCause.READY, at(second)));
      case 1 -> events.append(new NodeRecommissioned(node, 1, at(second)));
      default -> events.append(new NodeLost(node, at(second)));
    }
  }

  private static Provenance at(long second) {
    return new Provenance(
        T0.plusSeconds(second),
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.of("op-1"),
        1);
  }
}
