package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.journal.database.Database;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalException;
import ebb.journal.database.Transaction;
import ebb.journal.event.EventCodec;
import ebb.journal.event.PersistenceIds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * States of nodes in the database: that after each tenth event, from which the state at a later
 * instant can be replayed. They follow from the events, so any of them may be missing, and several
 * instances may store the same. One that is damaged, or of another build, counts as missing.
 *
 * <p>Each method throws a {@link JournalException} if the database does not answer.
 */
final class NodeStates {
  /** Number of a node's events from one stored state to the next. */
  static final int EVERY = 10;

  /** Number of events to read from one state on: up to the next one, and the event after it. */
  static final int WINDOW = EVERY + 1;

  private static final String MANIFEST = "node.state:1";
  private static final EventCodec CODEC = EventCodec.withoutAkka();

  private final Connection connection;
  private final Database database;

  NodeStates(Connection connection, Database database) {
    this.connection = connection;
    this.database = database;
  }

  /**
   * The newest stored state of each of the nodes after which an event up to an instant follows. Its
   * {@code latest} covers that event, too.
   *
   * @return nothing for nodes that have none
   */
  Map<NodeId, NodeReplay> newest(Collection<NodeId> nodes, Instant upTo) {
    String query =
        """
        WITH "wanted"("actor") AS (VALUES %s(?))
        SELECT "persistence_id", "sequence_number", "content", "checksum" FROM "wanted"
        JOIN "ebb_node_state" AS "state" ON "persistence_id" = "actor"
        WHERE "sequence_number" = (
            SELECT max("sequence_number") FROM "ebb_node_state" AS "other"
            WHERE "other"."persistence_id" = "state"."persistence_id" AND "latest" <= ?)
        """
            .formatted("(?), ".repeat(nodes.size() - 1));
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      int parameter = 0;
      for (NodeId node : nodes) {
        statement.setString(++parameter, PersistenceIds.ofNode(node));
      }
      statement.setLong(++parameter, millis(upTo));
      Map<NodeId, NodeReplay> states = new HashMap<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          String actor = row.getString(1);
          byte[] content = row.getBytes(3);
          if (row.getLong(4) == EventRows.checksum(actor, row.getLong(2), MANIFEST, content)) {
            CODEC
                .readState(content, NodeReplay.class)
                .ifPresent(state -> states.put(state.node().nodeId(), state));
          }
        }
      }
      return states;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /**
   * Stores states; those that are there already stay.
   *
   * @param states each with a {@code latest} that covers the event after it, too
   */
  void store(List<NodeReplay> states) {
    String insert =
        """
        INSERT INTO "ebb_node_state"
            ("persistence_id", "sequence_number", "latest", "content", "checksum")
        VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """;
    try {
      Transaction.of(
          connection,
          transaction -> {
            try (PreparedStatement row = transaction.prepareStatement(insert)) {
              for (NodeReplay state : states) {
                String actor = PersistenceIds.ofNode(state.node().nodeId());
                byte[] content = CODEC.writeState(state);
                row.setString(1, actor);
                row.setLong(2, state.sequenceNumber());
                row.setLong(3, millis(state.latest().plusNanos(999_999)));
                row.setBytes(4, content);
                row.setLong(
                    5, EventRows.checksum(actor, state.sequenceNumber(), MANIFEST, content));
                row.addBatch();
              }
              return row.executeBatch();
            }
          });
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** Deletes all stored states. */
  void clear() {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM \"ebb_node_state\"");
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** The number of the newest event of each actor that has a row after a position. */
  Map<String, Long> newestNumbers(long after) {
    // The first form needs no more than an index of the whole journal. An expression keeps SQLite
    // from reading all of that index for the second one, too.
    String query =
        after == 0
            ? """
              SELECT "persistence_id", max("sequence_number") FROM "event_journal"
              GROUP BY "persistence_id"
              """
            : """
              SELECT "persistence_id" || '' AS "actor", max("sequence_number")
              FROM "event_journal" WHERE "ordering" > %d GROUP BY "actor"
              """
                .formatted(after);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      Map<String, Long> numbers = new HashMap<>();
      while (row.next()) {
        numbers.put(row.getString(1), row.getLong(2));
      }
      return numbers;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  int count() {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM \"ebb_node_state\"")) {
      return row.next() ? row.getInt(1) : 0;
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  /** Instants beyond its range, such as {@link Instant#MAX}, become the farthest in it. */
  private static long millis(Instant at) {
    return at.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE)) ? Long.MAX_VALUE : at.toEpochMilli();
  }
}
