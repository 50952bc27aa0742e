package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.text.TextLimit;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.journal.lease.LeaseTable;
import ebb.journal.replay.JournalReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every text and every key fits its column. */
final class PostgresColumnsIT {
  @TempDir Path folder;

  /** Characters of three bytes each, which no index can compress. */
  @Test
  void shouldWriteAndReadANodeOfTheLongestHostName() {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    String node = letters(TextLimit.HOST_NAME.longest()) + ":65535";
    // when
    for (int start = 1; start <= 2; start++) {
      ActorTestKit kit =
          ActorTestKit.create(JournalDatabaseTest.config(TestDatabase.open(settings)));
      TestProbe<String> acknowledged = kit.createTestProbe(String.class);
      kit.spawn(RecordingActor.create(node, acknowledged.ref()))
          .tell(new RecordingActor.Append(""));
      // then it is found again
      acknowledged.expectMessage(Duration.ofSeconds(20), node + " " + start);
      kit.shutdownTestKit();
    }
    try (var reader = JournalReader.open(settings.database())) {
      assertThat(reader.events())
          .extracting(event -> event.position().persistenceId())
          .containsExactly("RMNode|" + node, "RMNode|" + node)
          .allMatch(id -> id.length() == 266);
    }
  }

  @Test
  void shouldHaveRoomForEveryTextInEveryColumn() throws SQLException {
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    TestDatabase.open(settings);
    String limited =
        """
        SELECT table_name || '.' || column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND character_maximum_length IS NOT NULL
        """;
    String keys =
        """
        SELECT DISTINCT attrelid::regclass || '.' || attname FROM pg_index
        JOIN pg_class ON pg_class.oid = indrelid
        JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
        WHERE relnamespace = current_schema()::regnamespace AND atttypid = 'text'::regtype
        """;

    assertThat(query(settings, limited)).isEmpty();
    assertThat(query(settings, keys))
        .as("each is written below with its longest value, but for tags, of which there are none")
        .containsExactlyInAnyOrder(
            "event_journal.persistence_id",
            "event_tag.tag",
            "snapshot.persistence_id",
            "ebb_node_state.persistence_id",
            "ebb_leader_rows.kind",
            "ebb_leader_rows.parent",
            "ebb_leader_rows.id",
            "ebb_lease.name");
  }

  @Test
  void shouldHaveRoomForTheLongestKeys() throws SQLException {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalDatabase database = TestDatabase.open(settings);
    String instance = letters(TextLimit.INSTANCE_NAME.longest());
    String node = "RMNode|" + letters(TextLimit.HOST_NAME.longest()) + ":65535";
    String plan = letters(TextLimit.QUEUE_NAME.longest());
    String reservation = "reservation_" + Long.MIN_VALUE + "_" + Long.MIN_VALUE;
    String full = letters(866); // of 2,598 bytes
    // when
    try (FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
      rows.write(
          new Change.Put(new Row(new RowKey("reservation", plan, reservation), new byte[] {1})),
          new Change.Put(new Row(new RowKey("x", full, "x"), new byte[] {1})));
      // then
      assertThat(rows.read("reservation")).extracting(row -> row.key().parent()).contains(plan);
      assertThat(rows.read("x")).extracting(row -> row.key().parent()).contains(full);
    }
    // and when
    try (Connection connection = settings.database().connect()) {
      var leases = new LeaseTable(() -> settings.database().connect(), Duration.ofMinutes(1));
      for (String name : List.of("member " + instance, "instance " + instance)) {
        assertThat(leases.take(name, letters(5_000), "")).isTrue();
        assertThat(leases.find(name)).isPresent();
      }
      try (var insert =
          connection.prepareStatement(
              "INSERT INTO snapshot VALUES (?, 1, 1, 1, ?, '', 1, '', '')")) {
        insert.setString(1, node);
        insert.setString(2, letters(5_000));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
    }
  }

  private static List<String> query(JournalSettings settings, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  /** Any of the 20,000 Chinese ones. */
  private static String letters(int count) {
    StringBuilder letters = new StringBuilder();
    new Random(count).ints(count, 0x4e00, 0x9c20).forEach(letters::appendCodePoint);
    return letters.toString();
  }
}
