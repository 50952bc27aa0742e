package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A PostgreSQL database that lacks acknowledged writes: emptied, replaced by an older copy, or a
 * replica promoted before it had everything. No instance continues with it unless told to.
 */
@Tag("long")
class JournalForgetsIT {
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final Pattern ADVICE = Pattern.compile("remove (\\S+\\.watermark) to go on");

  private static PostgresServer postgres;
  private static LoneInstance instance;
  private static String url;
  private static String database;
  private static BeatingNode draining;
  private static BeatingNode late;
  private static DrainView drain;

  /** Files that an instance keeps, from when the database was complete. */
  private static List<Path> kept;

  @BeforeAll
  static void prepare() throws Exception {
    postgres = PostgresServer.start();
    url = postgres.createDatabase();
    database = url.substring(url.lastIndexOf('/') + 1);
    instance = LoneInstance.with(new SharedJournal(url, PostgresServer.USER, postgres.password()));
    instance.start();
    draining = instance.startNode("127.0.52.1");
    drain = instance.drain(draining, TWO_HOURS);
    instance.stop();
    inServer("CREATE DATABASE older TEMPLATE " + database);
    instance.start();
    late = instance.startNode("127.0.52.2");
    instance.stop();
    inServer("CREATE DATABASE whole TEMPLATE " + database);
    kept = watermarks(instance.data().resolve("journal"));
    for (Path file : kept) {
      Files.copy(file, copyOf(file));
    }
  }

  @AfterAll
  static void close() {
    instance.close();
    postgres.close();
  }

  @BeforeEach
  void everythingIsThere() throws Exception {
    replaceBy("whole");
    for (Path file : kept) {
      Files.deleteIfExists(file);
      Files.copy(copyOf(file), file);
    }
  }

  @Test
  void shouldRefuseAnEmptiedDatabase() throws Exception {
    inDatabase("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
    String line = expectRefused();
    assertThat(line).contains("is gone: it had write ").contains("--new-journal");
    assertThat(number("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).isZero();
  }

  /** What a replica lacks that was promoted before it had everything. */
  @Test
  void shouldRefuseADatabaseWithoutTheLastEvent() throws Exception {
    inDatabase(
        """
        DELETE FROM "event_journal"
        WHERE "ordering" = (SELECT max("ordering") FROM "event_journal")
        """);
    assertThat(expectRefused()).contains("lacks write ").containsPattern(ADVICE);
  }

  /** When the files that it names are removed, it continues without what is lost. */
  @Test
  void shouldStartWithAnOlderCopyOnlyIfToldSo() throws Exception {
    replaceBy("older");
    for (int files = 0; files < kept.size(); files++) {
      String line = expectRefused();
      Matcher advice = ADVICE.matcher(line);
      assertThat(advice.find()).as(line).isTrue();
      Files.delete(Path.of(advice.group(1)));
    }
    instance.start();
    await()
        .atMost(LoneInstance.PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(instance.drainOf(draining)).get().matches(drain::isSameAs));
    // It returns by itself, as a node that was never seen before.
    instance.awaitState(late, "RUNNING");
    instance.stop();
  }

  /** It ends with one line, and writes nothing to the older copy. */
  @Test
  void shouldEndWhenTheDatabaseIsReplacedWhileItRuns() throws Exception {
    instance.start();
    instance.process().process().mayEnd();
    replaceBy("older");
    Instant replaced = Instant.now();
    OptionalInt exitCode = instance.process().process().awaitExit(LoneInstance.PATIENCE);
    System.out.println(
        "Ended "
            + Duration.between(replaced, Instant.now()).toMillis()
            + " ms after the database was replaced");
    assertThat(exitCode).hasValue(1);
    assertThat(instance.logged("This instance is shutting down: "))
        .singleElement()
        .asString()
        .contains("lacks write ")
        .containsPattern(ADVICE);
    assertThat(content(database)).isEqualTo(content("older"));
    assertThat(expectRefused()).contains("lacks write ");
  }

  /** All rows that are permanent. */
  private static List<String> content(String name) throws SQLException {
    String query =
        """
        SELECT 'event ' || t FROM "event_journal" t
        UNION SELECT 'row ' || t FROM "ebb_leader_rows" t
        UNION SELECT 'term ' || t FROM "ebb_leader_term" t
        ORDER BY 1
        """;
    List<String> content = new ArrayList<>();
    try (Connection connection = postgres.connect(urlOf(name));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        content.add(rows.getString(1));
      }
    }
    assertThat(content).isNotEmpty();
    return content;
  }

  private static long number(String query) throws SQLException {
    try (Connection connection = postgres.connect(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  /**
   * @return the only line that it prints
   */
  private static String expectRefused() throws IOException, InterruptedException {
    EbbRun run = instance.startOn(instance.data());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.reasons()).singleElement().asString().contains(database);
    return run.reasons().get(0);
  }

  /** Ends all connections, and admits no new ones meanwhile. */
  private static void replaceBy(String copy) throws SQLException {
    inServer(
        "ALTER DATABASE " + database + " ALLOW_CONNECTIONS false",
        "DROP DATABASE " + database + " WITH (FORCE)",
        "CREATE DATABASE " + database + " TEMPLATE " + copy);
  }

  private static void inServer(String... statements) throws SQLException {
    run(urlOf("postgres"), statements);
  }

  private static void inDatabase(String... statements) throws SQLException {
    run(url, statements);
  }

  private static void run(String place, String... statements) throws SQLException {
    try (Connection connection = postgres.connect(place);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static String urlOf(String name) {
    return url.substring(0, url.lastIndexOf('/') + 1) + name;
  }

  private static List<Path> watermarks(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found =
          files.filter(file -> file.toString().endsWith(".watermark")).sorted().toList();
      assertThat(found).hasSize(2);
      return found;
    }
  }

  private static Path copyOf(Path file) {
    return instance.cluster().folder().root().resolve(file.getFileName());
  }
}
