package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainAccount;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.journal.EventAppender;
import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The fleet from stored states is that from all events, at any instant. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class FleetHistoryIT {
  private static final Instant T0 = Instant.parse("2026-01-31T08:00:00Z");
  private static final int NODES = 7;
  private static final int EVENTS = 600;

  private final TestDatabase kind;
  private final Random random = new Random(36);

  /** Number of events of each node. */
  private final Map<NodeId, Integer> steps = new HashMap<>();

  private final FleetHistory history = new FleetHistory();

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private EventAppender events;

  FleetHistoryIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws SQLException {
    settings = kind.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    events = new EventAppender(settings);
    events.append(seen(node(0), 0));
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  @Test
  void shouldAnswerAsAReplayOfAllEventsWhileMoreAreWritten() throws SQLException {
    NodeStateProjection projection = new NodeStateProjection();
    for (int second = 1; second < EVENTS; second++) {
      happens(second);
      if (second % 60 == 0) {
        storeWith(projection);
      }
      if (second % 130 == 0) {
        history.forget();
      }
      if (second % 10 == 0) {
        Instant some = T0.plusMillis(random.nextInt(second * 1000));
        requireSame(history, some);
        requireSame(history, some.plusSeconds(1));
        requireSame(history, T0.plusSeconds(second + 10L));
      }
    }
    assertThat(stored()).isGreaterThan(NODES);
  }

  @Test
  void shouldAnswerTheSameWithoutStoredStatesAndWithOthers() throws SQLException {
    for (int second = 1; second < EVENTS; second++) {
      happens(second);
    }
    List<Instant> instants = random.ints(30, 0, EVENTS * 1000).mapToObj(T0::plusMillis).toList();
    List<PastFleet> expected = instants.stream().map(this::answer).toList();
    assertThat(instants).extracting(this::replayed).isEqualTo(expected);
    // when they are stored
    storeWith(new NodeStateProjection());
    int all = stored();
    try (JournalReader reader = journal.reader()) {
      assertThat(reader.states().newest(steps.keySet(), Instant.MAX)).hasSize(NODES);
    }
    assertThat(instants).extracting(this::answer).isEqualTo(expected);
    // and some are deleted, or damaged
    execute("DELETE FROM \"ebb_node_state\" WHERE \"sequence_number\" = 40");
    execute(
        "UPDATE \"ebb_node_state\" SET \"checksum\" = 1 WHERE \"persistence_id\" = 'RMNode|n1:1'");
    assertThat(instants).extracting(this::answer).isEqualTo(expected);
    // and rebuilt
    execute("DELETE FROM \"ebb_node_state\" WHERE \"sequence_number\" = 20");
    try (JournalReader reader = journal.reader()) {
      assertThat(NodeStateProjection.rebuild(reader)).isEqualTo(all);
    }
    assertThat(instants).extracting(this::answer).isEqualTo(expected);
  }

  @Test
  void shouldStoreLaterWhatItCouldNotStore() throws SQLException {
    for (int second = 1; second < EVENTS; second++) {
      happens(second);
    }
    NodeStateProjection projection = new NodeStateProjection();
    change("ALTER TABLE \"ebb_node_state\" RENAME TO \"away\"");
    assertThatThrownBy(() -> storeWith(projection)).isInstanceOf(JournalException.class);
    change("ALTER TABLE \"away\" RENAME TO \"ebb_node_state\"");
    storeWith(projection);
    assertThat(stored()).isGreaterThan(NODES);
  }

  private void change(String table) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement executed = connection.createStatement()) {
      executed.execute(table);
    }
  }

  /** Without anything that an earlier question has left. */
  private PastFleet answer(Instant at) {
    return answer(new FleetHistory(), at);
  }

  private PastFleet answer(FleetHistory from, Instant at) {
    try (JournalReader reader = journal.reader()) {
      return from.at(at, reader);
    }
  }

  private PastFleet replayed(Instant at) {
    try (JournalReader reader = journal.reader()) {
      return reader.fleetsAt(List.of(at)).get(0);
    }
  }

  private void requireSame(FleetHistory from, Instant at) {
    assertThat(answer(from, at)).isEqualTo(replayed(at));
  }

  private void storeWith(NodeStateProjection projection) {
    try (JournalReader reader = journal.reader()) {
      boolean more = true;
      while (more) {
        more = projection.step(reader);
      }
    }
  }

  private int stored() {
    try (JournalReader reader = journal.reader()) {
      return reader.states().count();
    }
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement executed = connection.createStatement()) {
      assertThat(executed.executeUpdate(statement)).isPositive();
    }
  }

  // ---- what happens ----

  private void happens(int second) throws SQLException {
    NodeId node = node(random.nextInt(NODES));
    if (!steps.containsKey(node)) {
      events.append(seen(node, second));
      steps.put(node, 0);
    } else if (second % 97 == 0) {
      events.append(new NodesForgotten(List.of(node), at(second)));
      events.append(seen(node, second + 5L));
    }
    events.append(next(node, steps.merge(node, 1, Integer::sum) - 1, at(second)));
  }

  private static NodeEvent next(NodeId node, int step, Provenance by) {
    long epoch = (step + 3L) / 4;
    if (step == 0) {
      return new NodeRegistered(node, Resource.of(1, 1), true, by);
    }
    return switch (step % 4) {
      case 1 ->
          new DecommissioningStarted(
              node,
              epoch,
              by.at(),
              DrainTimeout.of(Duration.ofMinutes(1)),
              TimeoutSource.REQUEST,
              Optional.empty(),
              by);
      case 2 ->
          new DecommissioningProgressed(
              node,
              epoch,
              Optional.of(new Workload(step, new TreeSet<>(Set.of("application_1")))),
              DrainAccount.ZERO,
              by);
      case 3 ->
          new DecommissioningTimeoutChanged(
              node, epoch, DrainTimeout.ofSeconds(step), TimeoutSource.OPERATOR, by);
      default -> new NodeRecommissioned(node, epoch, by);
    };
  }

  private static NodeId node(int number) {
    return new NodeId("n" + number, 1);
  }

  private NodeSeen seen(NodeId node, long second) {
    return new NodeSeen(node, new NodeAddress(node.host(), "10.0.0.1"), at(second));
  }

  /** By the clock of one of several instances. */
  private Provenance at(long second) {
    return new Provenance(
        T0.plusSeconds(second).plusNanos(random.nextInt(4) * 1_000_000_001L),
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.of("op-1"),
        1);
  }
}
