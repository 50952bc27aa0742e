package ebb.app.examples;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.CapturedLog;
import ebb.app.TestJournal;
import ebb.app.examples.PageExample.Shown;
import ebb.journal.JournalDatabase;
import ebb.journal.TestEvents;
import ebb.journal.database.JournalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the pages show of the journal of a stopped instance, which has nine events of five nodes.
 */
final class JournalExamplesTest {
  /** Identities, hashes, times of day. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\b[0-9a-f]{8}-[0-9a-f-]{27}\\b|\\b[0-9a-f]{64}\\b|\\b\\d{8}T[\\d.]+"
              + "|\\b\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");

  private static final String SECOND = "\"persistence_id\" = 'RMNode|worker-2.example.org:45454'";

  private static final String NEWEST = "(SELECT max(\"ordering\") FROM \"event_journal\")";

  @TempDir private Path folder;
  private Path journal;
  private ExampleSession session;

  @BeforeEach
  void start() throws IOException {
    journal = folder.resolve("data/journal");
    Files.createDirectory(folder.resolve("backup"));
    try (JournalDatabase database = TestJournal.open(journal)) {
      append(database, 1, 5);
      append(database, 1, 4);
    }
    session =
        new ExampleSession("", VARIABLE)
            .stands("/opt/ebb", folder.toString())
            .stands("/var/lib/ebb", folder.resolve("data").toString())
            .stands("/backup/", folder.resolve("backup") + "/")
            .stands("--journal data/", "--journal " + folder + "/data/")
            .stands("--journal copied", "--journal " + folder + "/copied")
            .stands("backup ebb-1126.db", "backup " + folder + "/ebb-1126.db")
            .stands("restore ebb-1126.db", "restore " + folder + "/ebb-1126.db");
  }

  private static void append(JournalDatabase database, int first, int last) {
    try (TestEvents events = new TestEvents(database)) {
      for (int i = first; i <= last; i++) {
        events.register("worker-" + i + ".example.org:45454");
      }
    }
  }

  /** Those with commands. */
  static List<PageExample> examples() {
    return PageExample.comparedBy(JournalExamplesTest.class).stream()
        .filter(PageExample::hasPrompt)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldPrintWhatThePagesShow(PageExample example) throws Exception {
    Shown first = example.commands().get(0);
    if (first.command().contains("journal restore ")) {
      session.run(first.command().replace("restore", "backup"));
      whileItRuns(database -> append(database, 5, 5));
    } else if (first.command().contains("--journal copied")) {
      Files.createDirectory(folder.resolve("copied"));
      whileItRuns(
          database -> {
            append(database, 5, 5);
            // Not by this process, which would lose its locks.
            session.run("cp " + journal.resolve("journal.db") + " " + folder.resolve("copied"));
          });
    } else if (first.command().contains("--expect ")) {
      String found = session.run("ebb verify --journal data/journal");
      session.stands(
          first.command().replaceFirst(".*:", ""), found.replaceFirst("(?s).*:", "").strip());
    } else if (first.output().contains("it is missing")) {
      execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 1 AND " + SECOND);
    } else if (first.output().contains("checksum differs")) {
      execute("UPDATE \"event_journal\" SET \"checksum\" = 1 WHERE " + SECOND);
    } else if (first.output().contains(" lacks write ")) {
      execute("DELETE FROM \"event_journal\" WHERE \"ordering\" = " + NEWEST);
    }

    session.expect(example);
  }

  /** The only example without a command. */
  @Test
  void shouldLogThatAJournalIsAcceptedAsThePageShows() throws IOException {
    String name = "ebb.journal.guard.Watermarks";
    Files.delete(journal.resolve("events.watermark"));
    try (CapturedLog log = CapturedLog.of(name)) {
      whileItRuns(database -> {});

      assertThat(PageExample.comparedBy(JournalExamplesTest.class))
          .filteredOn(example -> !example.hasPrompt())
          .extracting(example -> withoutTimes(example.text()))
          .containsExactly(
              withoutTimes("WARN  [main] " + name + " - " + log.messages().get(0))
                  .replace(journal.toString(), "…"));
    }
  }

  private static String withoutTimes(String text) {
    return VARIABLE.matcher(text).replaceAll("#");
  }

  private void whileItRuns(Consumer<JournalDatabase> what) {
    try (JournalDatabase database = JournalDatabase.open(JournalSettings.in(journal))) {
      what.accept(database);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = JournalSettings.in(journal).database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
