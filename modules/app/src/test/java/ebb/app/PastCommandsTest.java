package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.admin.webhooks.WebhookSettings;
import ebb.admin.webhooks.Webhooks;
import ebb.app.examples.ExampleSession;
import ebb.app.examples.PageExample;
import ebb.app.instance.JournalHistory;
import ebb.cli.client.Json;
import ebb.journal.JournalDatabase;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Nodes and their past, as docs/commands.md shows them, from a running instance or without one. */
final class PastCommandsTest {
  /** What is different in each run. */
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  private static final String PLACE = "data/journal";

  /** As {@link ebb.journal.JournalDatabase#problem} says it of a full disk. */
  private static final String UNREADY =
      "the journal cannot be written: [SQLITE_FULL] Insertion failed because database is full"
          + " (database or disk is full)";

  private static final String APP = "application_1769846400000_0007";

  private static final NodeTableCommand.Work WORK =
      new NodeTableCommand.Work(
          List.of(
              new ObservedApplication(
                  APP,
                  "nightly-report",
                  "etl",
                  "root.etl",
                  "SPARK",
                  40,
                  Instant.parse("2026-01-31T16:58:03Z"))),
          List.of(
              container(1, true, "2026-01-31T16:58:05Z"),
              container(14, false, "2026-01-31T17:12:40Z")));

  @TempDir private static Path folder;
  private static ActorSystem<?> system;
  private static String address = "";

  private record Run(int exit, String out, String err) {}

  @BeforeAll
  static void start() throws Exception {
    JournalDatabase journal = TestJournal.open(folder);
    Config config =
        journal
            .akkaConfig()
            .withFallback(ConfigFactory.parseString("akka.coordinated-shutdown.exit-jvm = off"))
            .withFallback(ConfigFactory.load());
    system = ActorSystem.create(Behaviors.empty(), "past", config);
    journal.closeAfter(system);
    PastJournal.write(system);
    int port =
        TestAdminServer.start(
            system,
            system.systemActorOf(leader(), "leader", Props.empty()),
            journal,
            webhooks(journal)::show,
            () -> new Readiness(false, UNREADY),
            InstanceMetrics.NONE,
            Clock.fixed(PastJournal.NOW, ZoneOffset.UTC));
    address = "127.0.0.1:" + port;
  }

  /** One that sends, and one whose receiver was away for a while. */
  private static Webhooks webhooks(JournalDatabase journal) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
    String sending =
        """
        {"position":"17-b46a9264","sentAt":"2026-01-31T17:45:01Z","deadLetters":[]}
        """;
    String retrying =
        """
        {"position":"12-db0f9751","sentAt":"2026-01-31T14:20:01Z",
        "failing":{"after":"12-db0f9751","id":"17-b46a9264",
        "nodeId":"worker-4.example.org:45454","event":"node.timeout-changed",
        "at":"2026-01-31T17:45:00Z","since":"2026-01-31T17:45:01Z",
        "last":"2026-01-31T17:59:30Z","attempts":20,"error":"status 503"},
        "deadLetters":[{"after":"11-fd2aa927","id":"12-db0f9751",
        "nodeId":"worker-2.example.org:45454","event":"node.decommissioned",
        "at":"2026-01-31T16:00:00.250Z","since":"2026-01-31T16:00:01Z",
        "last":"2026-01-31T16:15:11Z","attempts":20,"error":"no answer within 10 s"}]}
        """;
    try (FencedStore rows = journal.fencedStore(journal.leaderTerm().takeNext())) {
      rows.write(put("cmdb", retrying), put("pager", sending));
    }
    return new Webhooks(
        WebhookSettings.from(
            ConfigFactory.parseString(
                """
                ebb.webhooks = [
                  {name = cmdb, url = "https://cmdb.example.org/ebb", secret-file = "SECRET"}
                  {name = pager, url = "https://pager.example.org/a?b=c", secret-file = "SECRET"}
                ]
                """
                    .replace("SECRET", secret.toString()))),
        new JournalHistory(journal, system, Duration.ofSeconds(15)),
        journal::fencedStore,
        journal::leaderRows,
        Clock.systemUTC());
  }

  private static Change put(String webhook, String state) {
    return new Change.Put(
        new Row(new RowKey("webhook", "", webhook), state.getBytes(StandardCharsets.UTF_8)));
  }

  /** In the evening. */
  private static Behavior<LeaderCommand> leader() {
    return Behaviors.receiveMessage(
        message -> {
          ObservedNode node =
              new ObservedNode(
                  PastJournal.draining(APP),
                  NodeObservation.NONE,
                  Optional.empty(),
                  Optional.empty());
          if (message instanceof NodeTableCommand.ListNodes list) {
            list.replyTo().tell(new NodeTableCommand.Nodes(List.of(node), Set.of()));
          } else if (message instanceof NodeTableCommand.DescribeWork describe) {
            describe.replyTo().tell(WORK);
          }
          return Behaviors.same();
        });
  }

  @AfterAll
  static void stop() {
    ActorTestKit.shutdown(system, Duration.ofSeconds(30));
  }

  private static ObservedContainer container(int number, boolean isMaster, String at) {
    return new ObservedContainer(
        "container_1769846400000_0007_01_%06d".formatted(number),
        APP,
        isMaster,
        Optional.of("RUNNING"),
        Optional.of(Instant.parse(at)));
  }

  /** Those that end by themselves. */
  static List<PageExample> examples() {
    return PageExample.comparedBy(PastCommandsTest.class).stream()
        .filter(example -> !example.text().contains("--follow") && !example.text().contains("-sN"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldAnswerAsThePageShows(PageExample example) {
    new ExampleSession(address, NOTHING).stands(PLACE, folder.toString()).expect(example);
  }

  @Test
  void shouldHaveAnExampleOfEachCommand() {
    assertThat(examples())
        .extracting(example -> example.commands().get(0).command().split(" ", -1)[1])
        .contains("why", "nodes", "diff", "drains", "webhooks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes --at 2026-01-31T14:30:00Z",
        "nodes --at 2026-01-31T17:00:00Z --state DECOMMISSIONED",
        "nodes --at 2026-01-31T16:00:00Z --state decommissioning --status timeout",
        "nodes --at 2026-01-31T14:30:00Z --host 10.0.0.2",
        "diff --from 2026-01-31T09:00:00Z --to 2026-01-31T18:00:00Z",
        "why worker-2.example.org:45454 --at 2026-01-31T14:30:00Z",
        "why worker-2.example.org:45454 --at 2026-01-31T17:00:00Z"
      })
  void shouldAnswerTheSameWithAndWithoutAnInstance(String command) {
    for (String form : List.of("", " --json")) {
      Run online = run(List.of((command + form).split(" ")));
      Run offline = run(List.of((command + form + " --journal " + PLACE).split(" ")));

      assertThat(online.exit()).as(online.err()).isZero();
      assertThat(online.out()).contains("worker-2.example.org:45454").isEqualTo(offline.out());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --journal " + PLACE})
  void shouldFindTheNodesThatWaitedForContainers(String where) {
    String nodes = "nodes --at 2026-01-31T17:55:00Z --status ";

    assertThat(run(List.of((nodes + "wait_container" + where).split(" "))).out())
        .contains("worker-4.example.org:45454", "1 node at");
    assertThat(run(List.of((nodes + "wait_app" + where).split(" "))).out()).contains("0 nodes at");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes --at 2026-01-30T12:00Z",
        "diff --from 2026-01-31T08:00:00Z",
        "why worker-2.example.org:45454 --at 2026-01-30T12:00Z"
      })
  void shouldSayWhenTheJournalBegins(String command) {
    for (String where : List.of("", " --journal " + PLACE)) {
      Run run = run(List.of((command + where).split(" ")));

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).contains("The journal begins at 2026-01-31T08:00:01Z");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes --at 2526-01-30T12:00Z",
        "why worker-2.example.org:45454 --at 2526-01-30T12:00Z",
        "diff --from 2026-01-31T09:00Z --to 2526-01-30T12:00Z"
      })
  void shouldRefuseTheFuture(String command) {
    for (String where : List.of("", " --journal " + PLACE)) {
      Run run = run(List.of((command + where).split(" ")));

      assertThat(run.exit()).isNotZero();
      assertThat(run.err()).contains("2526-01-30T12:00:00Z is in the future");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes --at 2026-01-31T14:30:00Z --state DRAINING",
        "nodes --at 2026-01-31T14:30:00Z --state ,RUNNING",
        "nodes --at 2026-01-31T14:30:00Z --status READY"
      })
  void shouldRefuseWhatNoNodeCanBe(String command) {
    for (String where : List.of("", " --journal " + PLACE)) {
      Run run = run(List.of((command + where).split(" ")));

      assertThat(run.exit()).isNotZero();
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).containsPattern("Expected (some of|names)");
    }
  }

  @Test
  void shouldFindANodeInAJournalByItsHost() {
    String command = "why %s --at 2026-01-31T14:30:00Z --journal " + PLACE;

    assertThat(run(List.of(command.formatted("worker-2.example.org").split(" "))).out())
        .startsWith("worker-2.example.org:45454 has been draining since");
    for (String nobody : List.of("worker-9.example.org", "worker-9.example.org:45454")) {
      Run run = run(List.of(command.formatted(nobody).split(" ")));
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).contains("worker-9.example.org").contains("is known");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nodes", "diff --from 2026-01-31T09:00:00Z", "why worker-5.example.org:45454"})
  void shouldReadAJournalToItsEndWhateverThisClockSays(String command) {
    assertThat(run(List.of((command + " --journal " + PLACE).split(" "))).out())
        .contains("worker-5.example.org:45454");
  }

  @Test
  void shouldShowTheNodeAfterAnEventAtTheTimeThatIsShownOfIt() {
    Run changes = run(List.of("diff --from 2026-01-31T15:30Z --to 2026-01-31T17:00Z".split(" ")));
    String shown = changes.out().lines().skip(1).findFirst().orElseThrow().split(" {2,}", -1)[3];

    assertThat(run(List.of("nodes", "--at", shown, "--host", "worker-2.example.org")).out())
        .contains("DECOMMISSIONED")
        .endsWith("1 node at " + shown + ": 1 DECOMMISSIONED");
  }

  /** What docs/http-api.md and docs/commands.md show of it. */
  @Test
  void shouldFollowAsThePagesShow() throws Exception {
    List<String> shown =
        PageExample.comparedBy(PastCommandsTest.class).stream()
            .filter(example -> !examples().contains(example))
            .map(example -> example.commands().get(0).output())
            .toList();
    StringBuilder told = new StringBuilder();
    List<String> summaries = new ArrayList<>();
    URLConnection events =
        URI.create("http://" + address + "/api/v1/events?after=0&operation=9c07")
            .toURL()
            .openConnection();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(events.getInputStream(), StandardCharsets.UTF_8))) {
      while (summaries.size() < 3) {
        String line = lines.readLine();
        told.append(line).append('\n');
        if (line.startsWith("data: ")) {
          summaries.add(Json.parse(line.substring(6)).path("summary").asText());
        }
      }
    }
    assertThat(shown)
        .containsExactly(
            String.join("\n", summaries).replace(".250Z", "Z"), told.toString().strip());
  }

  private static Run run(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine ebb =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    boolean offline = arguments.contains("--journal");
    int exit =
        ebb.execute(
            Stream.concat(
                    arguments.stream().map(each -> each.equals(PLACE) ? folder.toString() : each),
                    offline ? Stream.of() : Stream.of("--rm", address))
                .toArray(String[]::new));
    return new Run(
        exit,
        out.toString().lines().map(String::stripTrailing).collect(Collectors.joining("\n")),
        err.toString());
  }
}
