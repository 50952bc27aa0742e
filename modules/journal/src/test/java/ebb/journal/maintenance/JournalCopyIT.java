package ebb.journal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.TestEvents;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.JournalTable;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.journal.guard.LostWriteException;
import ebb.journal.lease.InstanceLock;
import ebb.journal.lease.LeaseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A single instance moves its journal to PostgreSQL, to become a cluster, or goes back. */
final class JournalCopyIT {
  /** Empty, text that is not ASCII, and more than a batch. */
  private static final int ROWS = 250;

  @TempDir Path folder;
  private JournalSettings file;
  private JournalSettings database;

  @BeforeEach
  void write() throws IOException {
    file = JournalSettings.in(folder.resolve("file"));
    database =
        TestDatabase.POSTGRES
            .emptyJournal(folder)
            .withDirectory(Files.createDirectory(folder.resolve("rm1")));
    JournalCreation.create(file);
    try (JournalDatabase journal = JournalDatabase.open(file)) {
      write(journal);
    }
  }

  private static void write(JournalDatabase journal) {
    try (TestEvents events = new TestEvents(journal);
        FencedStore rows = journal.fencedStore(journal.leaderTerm().takeNext())) {
      events.register("n1:1");
      for (int i = 0; i < ROWS; i++) {
        rows.write(put("größe-" + i, new byte[i]));
      }
      events.register("n2:1");
    }
  }

  private static Change put(String id, byte[] content) {
    return new Change.Put(new Row(new RowKey("app", "", id), content));
  }

  private static JournalCheck copy(JournalSettings from, JournalSettings to) {
    return JournalCopy.copy(from.database(), to.database());
  }

  private static Map<JournalTable, Long> sums(JournalSettings settings) throws SQLException {
    Map<JournalTable, Long> sums = new EnumMap<>(JournalTable.class);
    try (Connection connection = settings.database().connectForReading()) {
      for (JournalTable table : JournalTable.values()) {
        sums.put(table, table.sum(connection));
      }
    }
    return sums;
  }

  @Test
  void shouldBeTheSameJournalThereAndBackAgain() throws SQLException {
    JournalCheck before = JournalCheck.of(file.database());
    // when
    JournalCheck there = copy(file, database);
    // then
    assertThat(there).isEqualTo(before.at(database.url()));
    assertThat(sums(database)).isEqualTo(sums(file));
    // and when somebody goes on with it, and goes back
    try (JournalDatabase journal = JournalDatabase.open(database);
        TestEvents events = new TestEvents(journal)) {
      assertThat(journal.leaderTerm().takeNext()).isEqualTo(2);
      events.register("n3:1");
    }
    JournalSettings back = JournalSettings.in(folder.resolve("back"));
    copy(database, back);
    // then
    assertThat(sums(back)).isEqualTo(sums(database)).isNotEqualTo(sums(file));
    try (JournalDatabase journal = JournalDatabase.open(back);
        TestEvents events = new TestEvents(journal)) {
      assertThat(journal.leaderTerm().takeNext()).isEqualTo(3);
      events.register("n4:1");
    }
    assertThat(JournalCheck.of(back.database()).events()).isEqualTo(4);
  }

  /** The files beside it are of the same journal. */
  @Test
  void shouldKeepWhatTheInstanceRemembers() throws IOException {
    copy(file, database);
    JournalSettings sameFolder = database.withDirectory(file.directory());
    try (JournalDatabase journal = JournalDatabase.open(sameFolder);
        TestEvents events = new TestEvents(journal)) {
      events.register("n3:1");
    }
    // when it is started on the file once more, which stays behind
    assertThatThrownBy(() -> JournalDatabase.open(file))
        .isInstanceOf(LostWriteException.class)
        .hasMessageContaining("lacks write 1 of RMNode|n3:1");
    // and when it goes back to that folder with another one
    Files.move(file.directory().resolve("journal.db"), folder.resolve("old.db"));
    copy(database, file);
    JournalDatabase.open(file).close();
  }

  /** A database may have been set back since. */
  @Test
  void shouldNotCopyLessThanTheTargetRemembers() throws IOException, SQLException {
    copy(file, database);
    JournalSettings sameFolder = database.withDirectory(file.directory());
    try (JournalDatabase journal = JournalDatabase.open(sameFolder);
        TestEvents events = new TestEvents(journal)) {
      events.register("n3:1");
    }
    Files.move(file.directory().resolve("journal.db"), folder.resolve("old.db"));
    execute(database, "DELETE FROM event_journal WHERE persistence_id = 'RMNode|n3:1'");

    assertThatThrownBy(() -> copy(database, file))
        .isInstanceOf(LostWriteException.class)
        .hasMessageContaining("lacks write 1 of RMNode|n3:1");
    assertNothingAt(file);
  }

  @Test
  void shouldNotReplaceAJournal() throws SQLException {
    JournalCreation.create(database);
    Map<JournalTable, Long> before = sums(database);
    for (List<JournalSettings> pair :
        List.of(List.of(file, database), List.of(database, file), List.of(file, file))) {
      assertThatThrownBy(() -> copy(pair.get(0), pair.get(1)))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("A journal already exists at " + pair.get(1).database().place())
          .hasMessageNotContaining("--new-journal");
    }
    assertThat(sums(database)).isEqualTo(before);
  }

  @Test
  void shouldNotCopyAJournalInUse() throws SQLException {
    try (JournalDatabase running = JournalDatabase.open(file)) {
      assertThatThrownBy(() -> copy(file, database))
          .isInstanceOf(JournalInUseException.class)
          .hasMessageContaining(running.place().replace("/journal.db", ""));
    }
    assertNothingAt(database);

    copy(file, database);
    JournalSettings back = JournalSettings.in(folder.resolve("back"));
    LeaseTable leases = new LeaseTable(database.database()::connect, database.lease().timeToLive());
    InstanceLock.of("rm1", leases, database.lease());
    assertThatThrownBy(() -> copy(database, back))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("Still running: instance rm1: ");
    assertNothingAt(back);
  }

  @Test
  void shouldNotCopyWhatIsNotThere() {
    JournalSettings nowhere = JournalSettings.in(folder.resolve("nowhere"));
    assertThatThrownBy(() -> copy(nowhere, database))
        .hasMessageContaining("There is no journal at " + nowhere.database().place());
    assertThatThrownBy(() -> copy(database, nowhere))
        .hasMessageContaining("There is no journal at " + database.url());
    assertThat(nowhere.directory()).doesNotExist();
  }

  /** What a copy that was interrupted has written so far is not there. */
  @Test
  void shouldLeaveNothingWhereItFails() throws SQLException {
    copy(file, database);
    JournalSettings back = JournalSettings.in(folder.resolve("back"));
    for (JournalTable table : JournalTable.values()) {
      execute(database, "ALTER TABLE " + table.sqlName() + " RENAME TO elsewhere");
      assertThatThrownBy(() -> copy(database, back)).isInstanceOf(JournalException.class);
      assertNothingAt(back);
      execute(database, "ALTER TABLE elsewhere RENAME TO " + table.sqlName());
    }
    // and once it is mended
    copy(database, back);
    assertThat(sums(back)).isEqualTo(sums(file));
  }

  /** Of another program of Akka's, for example. */
  @Test
  void shouldLeaveADatabaseAsItIsThatHoldsSomethingElse() throws SQLException {
    JournalCreation.create(database);
    execute(database, "DROP TABLE ebb_journal");
    execute(database, "INSERT INTO ebb_leader_rows VALUES ('theirs', '', '', '')");
    assertThatThrownBy(() -> copy(file, database))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("there are rows in ebb_leader_rows");
    assertNothingAt(database);
  }

  @Test
  void shouldHaveEveryColumn() throws SQLException {
    copy(file, database);
    for (JournalSettings each : List.of(file, database)) {
      try (Connection connection = each.database().connectForReading()) {
        for (JournalTable table : JournalTable.values()) {
          Set<String> columns = columns(table, connection);
          columns.remove("ordering");
          assertThat(table.columnNames()).containsExactlyInAnyOrderElementsOf(columns);
        }
      }
    }
  }

  private static Set<String> columns(JournalTable table, Connection connection)
      throws SQLException {
    Set<String> found = new TreeSet<>();
    try (ResultSet columns =
        connection.getMetaData().getColumns(null, null, table.sqlName(), null)) {
      while (columns.next()) {
        found.add(columns.getString("COLUMN_NAME"));
      }
    }
    return found;
  }

  /** What is left out on purpose. */
  @Test
  void shouldHaveEveryTable() throws SQLException {
    copy(file, database);
    Set<String> found = new TreeSet<>();
    try (Connection connection = database.database().connectForReading();
        ResultSet tables =
            connection.getMetaData().getTables(null, "public", null, new String[] {"TABLE"})) {
      while (tables.next()) {
        found.add(tables.getString("TABLE_NAME"));
      }
    }
    for (JournalTable table : JournalTable.values()) {
      found.remove(table.sqlName());
    }
    assertThat(found)
        .containsExactlyInAnyOrder("ebb_lease", "ebb_cluster_key", "event_tag", "ebb_node_state");
  }

  private static void execute(JournalSettings settings, String sql) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void assertNothingAt(JournalSettings settings) throws SQLException {
    assertThat(settings.database().exists()).isFalse();
    if (!settings.isShared()) {
      assertThat(settings.directory().resolve("journal.db.new")).doesNotExist();
    }
  }
}
