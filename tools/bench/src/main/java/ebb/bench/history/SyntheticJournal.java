package ebb.bench.history;

import akka.persistence.jdbc.journal.dao.JournalTables.JournalAkkaSerializationRow;
import ebb.domain.DrainAccount;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.journal.database.ChainHeads;
import ebb.journal.database.Database;
import ebb.journal.database.EventRows;
import ebb.journal.database.Transaction;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventManifests;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.PersistenceIds;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import scala.Option;

/**
 * Writes a year of a fleet into an empty journal, as an instance writes it: each node registers,
 * and then drains and comes back over and over, with four events each time. All nodes do the same
 * step, one after the other, before any does the next.
 */
final class SyntheticJournal {
  private static final int BATCH = 2_000;
  private static final Duration YEAR = Duration.ofDays(365);
  private static final Resource SIZE = Resource.of(65_536, 16);

  private final int nodes;
  private final int eventsOfNode;
  private final Instant begin;
  private final EventCodec codec = EventCodec.withoutAkka();
  private final ChainHeads heads = new ChainHeads();
  private final Map<String, Long> numbers = new HashMap<>();
  private final List<JournalAkkaSerializationRow> waiting = new ArrayList<>();

  /**
   * @param end when the last event is written
   */
  SyntheticJournal(int nodes, int eventsOfNode, Instant end) {
    this.nodes = nodes;
    this.eventsOfNode = eventsOfNode;
    begin = end.minus(YEAR);
  }

  static NodeId node(int number) {
    return new NodeId("worker-%05d.example.org".formatted(number), 45454);
  }

  /** When the nodes begin with a step, from 0. */
  Instant timeOf(int step) {
    return begin.plus(YEAR.multipliedBy(step).dividedBy(eventsOfNode));
  }

  void write(Database database) throws SQLException {
    try (Connection connection = database.connect()) {
      for (int i = 0; i < nodes; i++) {
        NodeAddress address = new NodeAddress(node(i).host(), "10.0." + i / 250 + "." + i % 250);
        NodesListEvent seen =
            new NodesListEvent.NodeSeen(node(i), address, by(timeOf(0), "registration"));
        add(PersistenceIds.LISTS, seen, timeOf(0), connection);
      }
      Duration each = YEAR.dividedBy((long) eventsOfNode * nodes);
      for (int step = 0; step < eventsOfNode; step++) {
        for (int i = 0; i < nodes; i++) {
          Instant at = timeOf(step).plus(each.multipliedBy(i));
          add(PersistenceIds.ofNode(node(i)), event(node(i), step, at), at, connection);
        }
      }
      flush(connection);
    }
  }

  private static NodeEvent event(NodeId node, int step, Instant at) {
    if (step == 0) {
      return new NodeEvent.NodeRegistered(node, SIZE, true, by(at, "registration"));
    }
    long epoch = (step + 3L) / 4;
    Provenance by = by(at, "anna");
    return switch (step % 4) {
      case 1 ->
          new NodeEvent.DecommissioningStarted(
              node,
              epoch,
              at,
              DrainTimeout.of(Duration.ofDays(30)),
              TimeoutSource.REQUEST,
              Optional.of(SIZE),
              by);
      case 2 ->
          new NodeEvent.DecommissioningProgressed(
              node,
              epoch,
              Optional.of(new Workload(2, new TreeSet<>(List.of(application(epoch))))),
              new DrainAccount(60_000, 0, 0, 0, new TreeMap<>(Map.of(application(epoch), 60_000L))),
              by);
      case 3 ->
          new NodeEvent.DecommissioningTimeoutChanged(
              node, epoch, DrainTimeout.of(Duration.ofDays(60)), TimeoutSource.OPERATOR, by);
      default -> new NodeEvent.NodeRecommissioned(node, epoch, by);
    };
  }

  private static String application(long number) {
    return "application_1769846400000_%04d".formatted(number);
  }

  private static Provenance by(Instant at, String actor) {
    return new Provenance(
        at,
        "rm1",
        actor,
        Origin.HTTP,
        Optional.empty(),
        Optional.of("new disks"),
        Optional.of("5d1e0c3a-7c1f-4a57-9d55-0d3a1c0b9e11"),
        1);
  }

  private void add(String actor, Object event, Instant at, Connection connection)
      throws SQLException {
    waiting.add(
        new JournalAkkaSerializationRow(
            0,
            false,
            actor,
            numbers.merge(actor, 1L, Long::sum),
            "bench",
            at.toEpochMilli(),
            "",
            codec.write(event),
            EventsJsonSerializer.IDENTIFIER,
            EventManifests.TABLE.of(event.getClass()).orElseThrow(),
            Option.empty(),
            Option.empty(),
            Option.empty()));
    if (waiting.size() == BATCH) {
      flush(connection);
    }
  }

  private void flush(Connection connection) throws SQLException {
    heads.put(
        Transaction.of(connection, transaction -> EventRows.insert(waiting, heads, transaction)));
    waiting.clear();
  }
}
