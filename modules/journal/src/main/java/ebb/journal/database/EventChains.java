package ebb.journal.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the hashes of events in the order of the journal, page by page. Remembers the newest
 * event of each actor, and a digest over all events so far. For use by one thread at a time.
 */
public final class EventChains {
  private static final String PAGE =
      """
      SELECT "ordering", "persistence_id", "sequence_number", "writer", "write_timestamp",
          "event_ser_id", "event_ser_manifest", "event_payload", "deleted", "checksum", "hash"
      FROM "event_journal" WHERE "ordering" > ? AND "ordering" <= ?
      ORDER BY "ordering" LIMIT 2000
      """;

  private final Map<String, ChainHead> heads = new HashMap<>();
  private long ordering;
  private long events;
  private long withoutHash;
  private EventHash digest = EventHash.NONE;
  private @Nullable BrokenEntry broken;

  /**
   * The first entry that is not as it was written, or that is missing.
   *
   * @param finding what is wrong with it, in one clause
   */
  public record BrokenEntry(String persistenceId, long sequenceNumber, String finding) {
    public String text() {
      return "event " + sequenceNumber + " of " + persistenceId + ": " + finding;
    }
  }

  /**
   * Verifies the next page.
   *
   * @param upTo the last position in the journal that is verified
   * @param anchor the number of events after which to stop; empty for no stop
   * @return false if there was nothing left to verify, or an entry is broken
   */
  public boolean next(long upTo, OptionalLong anchor, Connection connection) throws SQLException {
    try (PreparedStatement page = connection.prepareStatement(PAGE)) {
      page.setLong(1, ordering);
      page.setLong(2, upTo);
      long before = events;
      try (ResultSet rows = page.executeQuery()) {
        while (broken == null && !isAt(anchor) && rows.next()) {
          verify(rows);
        }
      }
      return broken == null && events > before;
    }
  }

  private boolean isAt(OptionalLong anchor) {
    return anchor.isPresent() && anchor.getAsLong() == events;
  }

  private void verify(ResultSet row) throws SQLException {
    String actor = row.getString(2);
    long number = row.getLong(3);
    ChainHead head = heads.getOrDefault(actor, ChainHead.NONE);
    if (!head.isBefore(number)) {
      broken = new BrokenEntry(actor, head.sequenceNumber() + 1, "it is missing");
      return;
    }
    String manifest = row.getString(7);
    byte[] payload = row.getBytes(8);
    EventHash expected =
        head.hash()
            .next(
                actor, number, row.getString(4), row.getLong(5), row.getInt(6), manifest, payload);
    EventHash found = EventHash.of(row.getBytes(11));
    if (row.getLong(10) != EventRows.checksum(actor, number, manifest, payload)) {
      broken = new BrokenEntry(actor, number, EventRows.DAMAGED);
    } else if (row.getBoolean(9)) {
      broken = new BrokenEntry(actor, number, "it is marked as deleted, which Ebb never does");
    } else if (found.equals(EventHash.NONE)) {
      withoutHash++;
      accept(row.getLong(1), actor, new ChainHead(number, EventHash.NONE), expected);
    } else if (found.equals(expected)) {
      accept(row.getLong(1), actor, new ChainHead(number, found), found);
    } else {
      broken = new BrokenEntry(actor, number, "it does not follow from the event before it");
    }
  }

  private void accept(long place, String actor, ChainHead head, EventHash hash) {
    ordering = place;
    events++;
    heads.put(actor, head);
    digest = digest.with(hash);
  }

  public Optional<BrokenEntry> broken() {
    return Optional.ofNullable(broken);
  }

  /** Number of events so far. */
  public long events() {
    return events;
  }

  /** Number of actors with events so far. */
  public int actors() {
    return heads.size();
  }

  /** How many of these events have no hash, because an earlier build wrote them. */
  public long withoutHash() {
    return withoutHash;
  }

  /** Over all events so far, in the order of the journal; also over those without a hash. */
  public EventHash digest() {
    return digest;
  }
}
