package ebb.journal;

import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalSettings;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventManifests;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.PersistenceIds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Writes events into a journal as their actors would, each with the next number. */
public final class EventAppender {
  private final JournalSettings settings;
  private final Map<String, Long> written = new HashMap<>();

  public EventAppender(JournalSettings settings) {
    this.settings = settings;
  }

  public void append(NodeEvent event) throws SQLException {
    append(PersistenceIds.ofNode(event.nodeId()), event);
  }

  public void append(NodesListEvent event) throws SQLException {
    append(PersistenceIds.LISTS, event);
  }

  private void append(String actor, Object event) throws SQLException {
    long number = written.merge(actor, 1L, Long::sum);
    String manifest = EventManifests.TABLE.of(event.getClass()).orElseThrow();
    byte[] payload = EventCodec.withoutAkka().write(event);
    try (Connection connection = settings.database().connect();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO "event_journal" ("persistence_id", "sequence_number", "event_ser_id",
                    "event_ser_manifest", "event_payload", "checksum", "writer",
                    "write_timestamp", "adapter_manifest")
                VALUES (?, ?, ?, ?, ?, ?, 'test', 0, '')
                """)) {
      insert.setString(1, actor);
      insert.setLong(2, number);
      insert.setInt(3, EventsJsonSerializer.IDENTIFIER);
      insert.setString(4, manifest);
      insert.setBytes(5, payload);
      insert.setLong(6, EventRows.checksum(actor, number, manifest, payload));
      insert.executeUpdate();
    }
  }
}
