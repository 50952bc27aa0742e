package ebb.journal.guard;

import ebb.domain.text.TextLimit;
import ebb.journal.database.JournalException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Stores the leader's data in the journal's database, next to the events: rows of bytes, found by
 * kind, parent and id. Each transaction checks and locks the leader term. Once the next leader has
 * taken a term, a former leader can write no more. Hard state.
 *
 * <p>While the database does not answer, calls are retried for as long as the settings allow. All
 * methods block. Safe for use by several threads.
 */
public final class FencedStore implements AutoCloseable {
  private final FencedTransactions transactions;

  public FencedStore(FencedTransactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The key of a row.
   *
   * @param parent what the row belongs to; may be empty
   * @param id may be empty
   */
  public record RowKey(String kind, String parent, String id) {
    /** For all three parts, in UTF-8: PostgreSQL's index takes 2,704 bytes, including overhead. */
    static final int MAX_BYTES = 2_600;

    /**
     * Checks the length.
     *
     * @throws IllegalArgumentException if the key is too long
     */
    public RowKey {
      int bytes = (kind + parent + id).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            "key of a row of kind %s, parent %s and id %s has %d bytes; allowed are up to %d"
                .formatted(
                    TextLimit.quote(kind),
                    TextLimit.quote(parent),
                    TextLimit.quote(id),
                    bytes,
                    MAX_BYTES));
      }
    }
  }

  /** A row as stored or to be stored. The byte array is not copied and must not be changed. */
  public static final class Row {
    private final RowKey key;
    private final byte[] content;

    public Row(RowKey key, byte[] content) {
      this.key = key;
      this.content = content;
    }

    public RowKey key() {
      return key;
    }

    public byte[] content() {
      return content;
    }
  }

  /** A part of a transaction. Each change can safely be repeated. */
  public sealed interface Change {

    /** Adds the row, or replaces the row with the same key. */
    record Put(Row row) implements Change {}

    /** Removes the row with this key, if there is one. */
    record Remove(RowKey key) implements Change {}

    /** Removes all rows of a kind that belong to a parent. */
    record RemoveChildren(String kind, String parent) implements Change {}
  }

  /**
   * Makes all of the changes or none. They are durable when this returns.
   *
   * @throws TermLostException if another leader has taken a later term
   * @throws JournalException if all attempts failed; it is unknown then whether the changes were
   *     made
   */
  public void write(Change... changes) {
    transactions.asLeader(
        connection -> {
          for (Change change : changes) {
            make(change, connection);
          }
          return changes.length;
        });
  }

  /**
   * All rows of a kind, in the order of parent and id.
   *
   * @throws JournalException if all attempts failed
   */
  public List<Row> read(String kind) {
    return transactions.asAnybody(connection -> select(kind, connection));
  }

  /**
   * Removes all rows of some kinds.
   *
   * @throws TermLostException as for {@link #write}
   */
  public void clear(Collection<String> kinds) {
    transactions.asLeader(
        connection -> {
          for (String kind : kinds) {
            update(connection, "DELETE FROM \"ebb_leader_rows\" WHERE \"kind\" = ?", kind);
          }
          return kinds.size();
        });
  }

  /** Ends all retries, now and later: a failed call is not repeated. May be called at any time. */
  public void hurry() {
    transactions.hurry();
  }

  /** Closes the connections. Calls that wait for the database fail. */
  @Override
  public void close() {
    transactions.close();
  }

  private static void make(Change change, Connection connection) throws SQLException {
    if (change instanceof Change.Put put) {
      put(put.row(), connection);
    } else if (change instanceof Change.Remove remove) {
      RowKey key = remove.key();
      String delete =
          "DELETE FROM \"ebb_leader_rows\" WHERE \"kind\" = ? AND \"parent\" = ? AND \"id\" = ?";
      update(connection, delete, key.kind(), key.parent(), key.id());
    } else if (change instanceof Change.RemoveChildren children) {
      String delete = "DELETE FROM \"ebb_leader_rows\" WHERE \"kind\" = ? AND \"parent\" = ?";
      update(connection, delete, children.kind(), children.parent());
    } else {
      throw new IllegalStateException("Unknown change " + change);
    }
  }

  /** The lock on the term excludes all other writers between the two statements. */
  private static void put(Row row, Connection connection) throws SQLException {
    String update =
        """
        UPDATE "ebb_leader_rows" SET "content" = ?
        WHERE "kind" = ? AND "parent" = ? AND "id" = ?
        """;
    String insert =
        """
        INSERT INTO "ebb_leader_rows" ("content", "kind", "parent", "id") VALUES (?, ?, ?, ?)
        """;
    if (write(row, update, connection) == 0) {
      write(row, insert, connection);
    }
  }

  private static int write(Row row, String sql, Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, row.content());
      statement.setString(2, row.key().kind());
      statement.setString(3, row.key().parent());
      statement.setString(4, row.key().id());
      return statement.executeUpdate();
    }
  }

  private static void update(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  /** As {@link #read}, over a connection of the caller's. */
  public static List<Row> select(String kind, Connection connection) throws SQLException {
    String query =
        """
        SELECT "parent", "id", "content" FROM "ebb_leader_rows"
        WHERE "kind" = ? ORDER BY "parent", "id"
        """;
    List<Row> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setFetchSize(FETCH);
      statement.setString(1, kind);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(
              new Row(new RowKey(kind, rows.getString(1), rows.getString(2)), rows.getBytes(3)));
        }
      }
    }
    return found;
  }

  /** Rows fetched at once; a single row may have megabytes. */
  private static final int FETCH = 100;
}
