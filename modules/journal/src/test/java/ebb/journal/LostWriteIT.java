package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.journal.guard.JournalPart;
import ebb.journal.guard.LostWriteException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A database loses what was acknowledged, by accident or because somebody put an older copy in its
 * place: no instance goes on with it.
 */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class LostWriteIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;

  /** What a running instance was told. */
  private final List<String> ends = new CopyOnWriteArrayList<>();

  private ActorTestKit kit;
  private JournalDatabase journal;

  LostWriteIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() {
    settings = kind.emptyJournal(folder);
    JournalCreation.create(settings);
    open();
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    journal.close();
  }

  private void open() {
    journal = JournalDatabase.open(settings);
    kit = ActorTestKit.create(JournalDatabaseTest.config(journal));
    journal.guard().onLostWrite(ends::add);
  }

  private void restart() {
    stop();
    open();
  }

  @Test
  void shouldGoOnWithEverythingThatWasAcknowledged() {
    write("n1:1", 3);
    writeRow("app1");
    restart();
    write("n1:1", 1);
    writeRow("app2");
    restart();

    journal.guard().probe();
    assertThat(ends).isEmpty();
    assertThat(journal.problem()).isEmpty();
  }

  @Test
  void shouldNotStartWithoutTheLastEvent() throws SQLException {
    write("n1:1", 2);
    stop();
    execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 2");

    assertRefused("lacks write 2 of RMNode|n1:1, acknowledged at 20");
    // and not at the second attempt either
    assertRefused("lacks write 2 of RMNode|n1:1, acknowledged at 20");
  }

  /** The place has been taken by another event since. */
  @Test
  void shouldNotStartWhereHistoryTookAnotherCourse() throws SQLException {
    write("n1:1", 2);
    stop();
    execute("UPDATE \"event_journal\" SET \"write_timestamp\" = 7 WHERE \"sequence_number\" = 2");

    assertRefused("lacks write 2 of RMNode|n1:1");
  }

  @Test
  void shouldNotStartWithoutTheLastChangeOfAnApplication() throws SQLException {
    writeRow("app1");
    writeRow("app2");
    stop();
    execute("UPDATE \"ebb_leader_term\" SET \"commits\" = \"commits\" - 1");

    assertRefused("lacks write 2 of the leader of term 2, acknowledged at 20");
  }

  /** Leaders have gone on without it, and have made more changes than there were. */
  @Test
  void shouldNotStartWhereLeadersWentOnWithoutTheLastChange() throws SQLException {
    writeRow("app1");
    writeRow("app2");
    stop();
    execute("UPDATE \"ebb_leader_term\" SET \"commits\" = \"commits\" - 1");
    try (JournalDatabase other = TestDatabase.open(another())) {
      long term = other.leaderTerm().takeNext();
      try (FencedStore rows = other.fencedStore(term)) {
        rows.write(put("app3"));
        rows.write(put("app4"));
      }
    }

    remember();
    assertRefused("lacks write 2 of the leader of term 2");
  }

  /** Another instance; with a file, one that remembers nothing. */
  private JournalSettings another() {
    for (JournalPart part : JournalPart.values()) {
      Path own = part.fileIn(settings.directory());
      if (!settings.isShared() && !own.toFile().renameTo(new File(own + ".own"))) {
        throw new AssertionError(own);
      }
    }
    return settings;
  }

  private void remember() {
    for (JournalPart part : JournalPart.values()) {
      File own = part.fileIn(settings.directory()).toFile();
      File kept = new File(own + ".own");
      if (kept.exists() && !kept.renameTo(own)) {
        throw new AssertionError(own);
      }
    }
  }

  @Test
  void shouldNotStartOnAnotherJournal() throws SQLException {
    write("n1:1", 1);
    stop();
    execute("UPDATE \"ebb_journal\" SET \"identity\" = 'another'");

    assertRefused("holds another journal: it is another, and was ");
  }

  @Test
  void shouldGoOnWithoutItOnceTheFileIsRemoved() throws SQLException, IOException {
    write("n1:1", 2);
    stop();
    execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 2");
    if (!settings.isShared()) {
      // The file has forgotten that it ever gave out the number.
      execute("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'event_journal'");
    }
    Files.delete(settings.directory().resolve("events.watermark"));

    open();
    write("n1:1", 1);
    restart();
    assertThat(journal.problem()).isEmpty();
  }

  @Test
  void shouldAcknowledgeNothingMoreOnceSomethingIsForgotten() throws SQLException {
    write("n1:1", 2);
    execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 2");
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);

    kit.spawn(RecordingActor.create("n2:1", acknowledged.ref()))
        .tell(new RecordingActor.Append(""));

    acknowledged.expectNoMessage(Duration.ofSeconds(1));
    assertThat(ends).isNotEmpty().allMatch(end -> end.contains("lacks write 2 of RMNode"));
    assertThat(journal.problem())
        .hasValueSatisfying(why -> assertThat(why).contains("without what is lost"));
  }

  @Test
  void shouldNoticeItWithoutAWrite() throws SQLException {
    write("n1:1", 2);
    execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 2");

    journal.guard().probe();

    assertThat(ends).singleElement().asString().contains("lacks write 2 of RMNode|n1:1");
  }

  @Test
  void shouldNoticeThatAnEarlierTransactionOfALeaderIsGone() throws SQLException {
    long term = writeRow("app1");
    writeRow("app2");
    execute("UPDATE \"ebb_leader_term\" SET \"commits\" = \"commits\" - 1");

    try (FencedStore rows = journal.fencedStore(term + 1)) {
      assertThatThrownBy(() -> rows.write(put("app3"))).isInstanceOf(LostWriteException.class);
      assertThat(rows.read("app")).hasSize(2);
    }
    assertThat(ends).isNotEmpty();
  }

  /** An instance that writes nothing for a while knows what the others have written. */
  @Test
  void shouldRememberWhatOthersHaveWritten() throws SQLException {
    write("n1:1", 1);
    journal.guard().probe();
    execute(
        """
        INSERT INTO "event_journal" ("persistence_id", "sequence_number", "event_ser_id",
          "event_ser_manifest", "event_payload", "writer", "write_timestamp", "adapter_manifest",
          "checksum")
        VALUES ('RMNode|n2:1', 5, 1, '', '', 'test', 77, '', 0)
        """);
    journal.guard().probe();
    stop();
    execute("DELETE FROM \"event_journal\" WHERE \"persistence_id\" = 'RMNode|n2:1'");

    assertRefused("lacks write 5 of RMNode|n2:1");
  }

  private void assertRefused(String what) {
    assertThatThrownBy(() -> JournalDatabase.open(settings))
        .isInstanceOf(LostWriteException.class)
        .hasMessageContaining(journal.place())
        .hasMessageContaining(what)
        .hasMessageContaining("restore a copy that has it, or remove " + settings.directory());
  }

  private void write(String node, int events) {
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    var writer = kit.spawn(RecordingActor.create(node, acknowledged.ref()));
    for (int i = 0; i < events; i++) {
      writer.tell(new RecordingActor.Append(""));
      acknowledged.receiveMessage(PATIENCE);
    }
    kit.stop(writer);
  }

  /**
   * @return the term, which is taken for it
   */
  private long writeRow(String id) {
    long term = journal.leaderTerm().takeNext();
    try (FencedStore rows = journal.fencedStore(term)) {
      rows.write(put(id));
    }
    return term;
  }

  private static Change put(String id) {
    return new Change.Put(new Row(new RowKey("app", "", id), new byte[] {1}));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = settings.database().connect();
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isEqualTo(1);
    }
  }
}
