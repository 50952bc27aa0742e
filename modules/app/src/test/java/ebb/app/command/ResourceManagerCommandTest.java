package ebb.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.Main;
import ebb.app.examples.PageExample;
import ebb.app.examples.PageExample.Shown;
import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ebb resourcemanager}: YARN's repairs of its stores. */
class ResourceManagerCommandTest {
  private static final String ID = "application_1700000000000_0007";
  private static final String OTHER = "application_1700000000000_0008";

  @TempDir private Path folder;
  private Path conf;
  private JournalSettings journal;

  @BeforeEach
  void storeTwoApplications() throws IOException {
    conf = Files.createDirectory(folder.resolve("conf"));
    journal = JournalSettings.in(folder.resolve("data").resolve("journal"));
    JournalCreation.create(journal);
    try (JournalDatabase database = JournalDatabase.open(journal);
        FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
      rows.write(
          put("application", "", ID), put("attempt", ID, "1"), put("application", "", OTHER));
    }
  }

  private static Change put(String kind, String parent, String id) {
    return new Change.Put(new Row(new RowKey(kind, parent, id), new byte[] {1}));
  }

  private List<String> stored() {
    try (JournalDatabase database = JournalDatabase.open(journal);
        FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
      return Stream.of("application", "attempt")
          .flatMap(kind -> rows.read(kind).stream())
          .map(row -> row.key().id())
          .toList();
    }
  }

  @Test
  void shouldRemoveAnApplicationWithItsAttempts() {
    Shown shown = PageExample.comparedBy(ResourceManagerCommandTest.class).get(0).commands().get(0);
    String option = "-remove-application-from-state-store";
    assertThat(shown.command()).isEqualTo("ebb resourcemanager %s %s", option, ID);
    Ended ended = run(option, ID);

    assertThat(ended.exit()).isZero();
    assertThat(ended.out()).isEqualTo(shown.output() + "\n");
    assertThat(stored()).containsExactly(OTHER);
  }

  @Test
  void shouldSayThatThereIsNoSuchApplication() {
    Ended ended = run("-remove-application-from-state-store", "application_1_0001");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("There is nothing of application_1_0001 in");
    assertThat(stored()).hasSize(3);
  }

  @Test
  void shouldSayWhatAnApplicationsIdLooksLike() {
    Ended ended = run("-remove-application-from-state-store", "0007");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .contains("'0007' is not an application id", "application_1700000000000");
  }

  @Test
  void shouldFormatOnlyWhenSomebodyCouldSayYes() {
    Ended refused = run("-format-state-store");

    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("are removed for ever; nothing was changed; add --yes");
    assertThat(stored()).hasSize(3);

    Ended formatted = run("-format-state-store", "--yes", "--json");

    assertThat(formatted.exit()).isZero();
    assertThat(formatted.out()).isEqualTo("{\"store\":\"ebb.hadoop.state.JdbcStateStore\"}\n");
    assertThat(stored()).isEmpty();
  }

  @Test
  void shouldTouchNothingWhileAnInstanceRuns() {
    JournalDatabase running = JournalDatabase.open(journal);
    try {
      Ended ended = run("-format-state-store", "--yes");

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.err()).contains("in use by another process", "ebb leave");
    } finally {
      running.close();
    }
    assertThat(stored()).hasSize(3);
  }

  @Test
  void shouldMakeNoFolderWhereThereIsNone() {
    Path elsewhere = folder.resolve("elsewhere");
    Ended ended = run("-format-state-store", "--yes", "--data", elsewhere.toString());

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("There is no folder", "--data");
    assertThat(elsewhere).doesNotExist();
  }

  @Test
  void shouldFormatAConfigurationStoreThatThereIs() throws IOException {
    Ended none = run("-format-conf-store", "--yes");

    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("yarn.scheduler.configuration.store.class is file");

    Path changes = folder.resolve("changes");
    yarnSite("yarn.scheduler.configuration.store.class", "fs");
    yarnSite("yarn.scheduler.configuration.fs.path", changes.toUri().toString());
    Files.createDirectories(changes);
    Path change = changes.resolve("capacity-scheduler.xml.123");
    Files.writeString(change, "<configuration/>");
    Ended formatted = run("-format-conf-store", "--yes");

    assertThat(formatted.err()).isEmpty();
    assertThat(formatted.exit()).isZero();
    assertThat(change).doesNotExist();
  }

  @Test
  void shouldWantOneOfYarnsOptions() {
    Ended ended = run();

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err()).contains("-format-state-store");
  }

  private record Ended(int exit, String out, String err) {}

  private Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
    List<String> words = new ArrayList<>(List.of("resourcemanager", "--conf", conf.toString()));
    if (!List.of(arguments).contains("--data")) {
      words.addAll(List.of("--data", folder.resolve("data").toString()));
    }
    words.addAll(List.of(arguments));
    int exit = line.execute(words.toArray(String[]::new));
    return new Ended(exit, out.toString(), err.toString());
  }

  private final StringBuilder properties = new StringBuilder();

  private void yarnSite(String key, String value) throws IOException {
    properties.append(
        "<property><name>%s</name><value>%s</value></property>".formatted(key, value));
    Files.writeString(
        conf.resolve("yarn-site.xml"), "<configuration>" + properties + "</configuration>");
  }
}
