package ebb.journal.guard;

import ebb.domain.text.TextLimit;
import ebb.journal.database.JournalException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the leader keeps in the journal's database beside the events: rows of bytes, found by kind,
 * parent and id. Each transaction checks, and holds, the leader's term: as soon as the next leader
 * has taken his, a former one can write nothing any more. Hard state.
 *
 * <p>A database that does not answer is asked again for as long as the settings allow. All methods
 * block; several threads may call them.
 */
public final class FencedStore implements AutoCloseable {
  private final FencedTransactions transactions;

  public FencedStore(FencedTransactions transactions) {
    this.transactions = transactions;
  }

  /**
   * What a row is found by.
   *
   * @param parent what it belongs to; may be empty
   * @param id may be empty
   */
  public record RowKey(String kind, String parent, String id) {
    /** Of the three together, in UTF-8: PostgreSQL's index has room for 2,704 with what it adds. */
    static final int MAX_BYTES = 2_600;

    /**
     * Checks it.
     *
     * @throws IllegalArgumentException if it is too long
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

  /** A row as it is, or is to be. Its bytes are the caller's, who does not change them. */
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

  /** A part of a transaction; each may be repeated without harm. */
  public sealed interface Change {

    /** Adds the row, or replaces the one with its key. */
    record Put(Row row) implements Change {}

    /** No effect if there is none. */
    record Remove(RowKey key) implements Change {}

    /** Removes all of a kind that belong to a parent. */
    record RemoveChildren(String kind, String parent) implements Change {}
  }

  /**
   * Makes all of the changes or none; they are durable when this returns.
   *
   * @throws TermLostException if somebody else has taken a term since
   * @throws JournalException if the database did not do it for as long as it was asked; whether the
   *     changes were made is unknown then
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
   * @throws JournalException if the database did not answer for as long as it was asked
   */
  public List<Row> read(String kind) {
    return transactions.asAnybody(connection -> select(kind, connection));
  }

  /**
   * Removes every row.
   *
   * @throws TermLostException as for {@link #write}
   */
  public void clear() {
    transactions.asLeader(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.executeUpdate("DELETE FROM \"ebb_leader_rows\"");
          }
        });
  }

  /** From now on nobody is made to wait: what fails is not tried again. May be called any time. */
  public void hurry() {
    transactions.hurry();
  }

  /** Closes its connections; calls that wait for the database fail. */
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

  /** The lock on the term keeps everybody else away between the two. */
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

  private static List<Row> select(String kind, Connection connection) throws SQLException {
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

  /** Rows that are on their way at a time: some may have megabytes. */
  private static final int FETCH = 100;
}
