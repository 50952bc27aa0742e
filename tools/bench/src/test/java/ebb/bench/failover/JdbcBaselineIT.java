package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.postgres.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The baseline writes every row that the journal wrote. */
class JdbcBaselineIT {
  private static final String COLUMNS =
      "persistence_id, sequence_number, deleted, writer, write_timestamp, adapter_manifest,"
          + " event_ser_id, event_ser_manifest, event_payload, checksum";

  @Test
  void shouldWriteTheRowsThatARefreshWrote() throws Exception {
    PostgresServer postgres = PostgresServer.shared();
    try (Connection connection = postgres.connect(postgres.createDatabase())) {
      execute(connection, schema());
      insert(connection, "before", 1);
      long before = JournalRow.newest(connection);
      for (int i = 1; i <= 900; i++) {
        insert(connection, "node", i);
      }

      List<JournalRow> rows = JournalRow.after(connection, before);
      assertThat(rows).hasSize(900);
      assertThat(JdbcBaseline.write(connection, rows)).isPositive();

      assertThat(all(connection, "plain_journal"))
          .hasSize(900)
          .isEqualTo(all(connection, "event_journal WHERE persistence_id = 'node'"));
      // and once more, as in the next drain
      assertThat(JdbcBaseline.write(connection, rows)).isPositive();
      assertThat(all(connection, "plain_journal")).hasSize(900);
    }
  }

  private static String schema() throws Exception {
    try (var sql =
        JdbcBaselineIT.class.getResourceAsStream("/ebb/journal/database/postgres-schema.sql")) {
      return new String(Objects.requireNonNull(sql).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void insert(Connection connection, String id, int number) throws Exception {
    execute(
        connection,
        "INSERT INTO event_journal ("
            + COLUMNS
            + ") VALUES ('%s', %d, FALSE, 'me', 7, %s, 9001, 'node.lost:1', 'payload', 5)"
                .formatted(id, number, number % 2 == 0 ? "NULL" : "''"));
  }

  private static void execute(Connection connection, String sql) throws Exception {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> all(Connection connection, String table) throws Exception {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT " + COLUMNS + " FROM " + table + " ORDER BY 1, 2")) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= 10; column++) {
          row.append(rows.getString(column)).append('|');
        }
        all.add(row.toString());
      }
      return all;
    }
  }
}
