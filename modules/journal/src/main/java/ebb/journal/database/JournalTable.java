package ebb.journal.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a journal and their columns, in both kinds of databases. Leases and the cluster key
 * are not part of a journal, because the instances on a database create them anew; nor are stored
 * states of nodes, which follow from the events, and the numbers in {@code ordering}, which each
 * database assigns itself.
 */
public enum JournalTable {
  IDENTITY("ebb_journal", "only_row", "only_row:flag", "identity:text", "probed_at:number"),
  EVENTS(
      "event_journal",
      "ordering",
      "persistence_id:text",
      "sequence_number:number",
      "deleted:flag",
      "writer:text",
      "write_timestamp:number",
      "adapter_manifest:text",
      "event_payload:bytes",
      "event_ser_id:number",
      "event_ser_manifest:text",
      "meta_payload:bytes",
      "meta_ser_id:number",
      "meta_ser_manifest:text",
      "checksum:number",
      "hash:bytes"),
  SNAPSHOTS(
      "snapshot",
      "created",
      "persistence_id:text",
      "sequence_number:number",
      "created:number",
      "snapshot_ser_id:number",
      "snapshot_ser_manifest:text",
      "snapshot_payload:bytes",
      "meta_ser_id:number",
      "meta_ser_manifest:text",
      "meta_payload:bytes"),
  LEADER_TERM("ebb_leader_term", "only_row", "only_row:flag", "term:number", "commits:number"),
  TERM_STARTS("ebb_term_start", "term", "term:number", "commits:number"),
  LEADER_ROWS("ebb_leader_rows", "kind", "kind:text", "parent:text", "id:text", "content:bytes");

  /** Rows read and written at once; a single row may have megabytes. */
  private static final int BATCH = 100;

  private final String table;
  private final String order;

  @SuppressWarnings("ImmutableEnumChecker") // toList() returns an unmodifiable list
  private final List<Column> columns;

  JournalTable(String table, String order, String... columns) {
    this.table = table;
    this.order = order;
    this.columns = Arrays.stream(columns).map(Column::parse).toList();
  }

  public String sqlName() {
    return table;
  }

  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  private record Column(String name, String kind) {
    static Column parse(String text) {
      int colon = text.indexOf(':');
      return new Column(text.substring(0, colon), text.substring(colon + 1));
    }

    @Nullable Object in(ResultSet row, int index) throws SQLException {
      Object value =
          switch (kind) {
            case "flag" -> row.getBoolean(index);
            case "number" -> row.getLong(index);
            case "bytes" -> row.getBytes(index);
            default -> row.getString(index);
          };
      return row.wasNull() ? null : value;
    }

    int type() {
      return switch (kind) {
        case "flag" -> Types.BOOLEAN;
        case "number" -> Types.BIGINT;
        case "bytes" -> Types.BINARY;
        default -> Types.VARCHAR;
      };
    }
  }

  /**
   * Copies all rows, in their order, from one database to another one where the table is empty.
   *
   * @throws SQLException if the target has rows already, or other rows than the source afterwards
   */
  public void copy(Connection source, Connection target) throws SQLException {
    if (sum(target) != 0) {
      throw new SQLException("there are rows in " + table);
    }
    insert(source, target);
    if (sum(source) != sum(target)) {
      throw new SQLException("the rows of " + table + " are not those that were written");
    }
  }

  private void insert(Connection source, Connection target) throws SQLException {
    String insert =
        "INSERT INTO \"%s\" (%s) VALUES (%s)"
            .formatted(
                table, names(), columns.stream().map(c -> "?").collect(Collectors.joining(", ")));
    try (Statement select = source.createStatement();
        ResultSet rows = rows(select);
        PreparedStatement row = target.prepareStatement(insert)) {
      for (int waiting = 1; rows.next(); waiting++) {
        for (int i = 1; i <= columns.size(); i++) {
          Column column = columns.get(i - 1);
          row.setObject(i, column.in(rows, i), column.type());
        }
        row.addBatch();
        if (waiting % BATCH == 0) {
          row.executeBatch();
        }
      }
      row.executeBatch();
    }
  }

  /** A checksum over all rows, which is equal for two databases with the same rows. */
  public long sum(Connection connection) throws SQLException {
    long sum = 0;
    try (Statement select = connection.createStatement();
        ResultSet rows = rows(select)) {
      for (long place = 1; rows.next(); place++) {
        // Only the order of events counts, because databases sort texts differently.
        sum += sumOf(rows) * (this == EVENTS ? place : 1);
      }
    }
    return sum;
  }

  private long sumOf(ResultSet row) throws SQLException {
    CRC32C sum = new CRC32C();
    for (int i = 1; i <= columns.size(); i++) {
      Object value = columns.get(i - 1).in(row, i);
      byte[] bytes =
          value instanceof byte[] content ? content : String.valueOf(value).getBytes(UTF_8);
      sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, value == null ? -1 : bytes.length));
      sum.update(bytes);
    }
    return sum.getValue() + 1;
  }

  private ResultSet rows(Statement select) throws SQLException {
    select.setFetchSize(BATCH);
    return select.executeQuery(
        "SELECT %s FROM \"%s\" ORDER BY \"%s\"".formatted(names(), table, order));
  }

  private String names() {
    return columns.stream().map(each -> '"' + each.name() + '"').collect(Collectors.joining(", "));
  }
}
