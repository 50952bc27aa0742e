package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.ConfigFactory;
import ebb.admin.webhooks.Webhooks;
import ebb.app.instance.InstanceGauges;
import ebb.app.instance.InstanceRole;
import ebb.app.instance.JournalHistory;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListsHash;
import ebb.hosts.ListSource.ListFiles;
import ebb.journal.JournalDatabase;
import ebb.node.Leader;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What conf/monitoring and the docs say of metrics is what a leading instance tells. */
final class MonitoringFilesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern NAME = Pattern.compile("\\bebb_[a-z_]+");

  @TempDir private static Path folder;
  private static ActorSystem<Void> system;
  private static String metrics = "";

  @BeforeAll
  static void read() throws Exception {
    JournalDatabase journal = TestJournal.open(folder);
    system =
        ActorSystem.create(
            Behaviors.empty(),
            "metrics",
            journal
                .akkaConfig()
                .withFallback(
                    ConfigFactory.parseString(
                        """
                        akka.coordinated-shutdown.exit-jvm = off
                        akka.actor.provider = cluster
                        akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                        """))
                .withFallback(ConfigFactory.load()));
    journal.closeAfter(system);
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(new Join(cluster.selfMember().address()));
    FakeHadoop hadoop = new FakeHadoop();
    InstanceRole role =
        new InstanceRole(system, hadoop, journal.leaderTerm(), journal::problem, false);
    role.onLeading(new Leader(7, system.ignoreRef()), system.ignoreRef());
    hadoop.last().succeed();
    Webhooks webhooks =
        new Webhooks(
            List.of(),
            new JournalHistory(journal, system, Duration.ofSeconds(15)),
            journal::fencedStore,
            journal::leaderRows,
            Clock.systemUTC());
    InstanceGauges gauges =
        new InstanceGauges(
            system,
            "rm1",
            role,
            role::readiness,
            journal::problem,
            () -> Map.of("/etc/ebb/rm1.crt", 1_800_000_000L),
            journal::sizeInBytes,
            webhooks::write);
    await().until(gauges::leads);
    int port =
        TestAdminServer.start(
            system,
            system.systemActorOf(leader(), "leader", Props.empty()),
            journal,
            webhooks::show,
            gauges.readiness(),
            gauges,
            Clock.systemUTC());
    URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
    await()
        .until(
            () -> {
              metrics =
                  new String(address.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
              return metrics.contains("ebb_lists_differ");
            });
  }

  @AfterAll
  static void stop() {
    system.terminate();
  }

  private static Behavior<LeaderCommand> leader() {
    HostLists none = HostLists.of(Set.of(), Map.of());
    HostLists others = HostLists.of(Set.of(), Map.of("h1", Optional.empty()));
    return Behaviors.receive(LeaderCommand.class)
        .onMessage(
            NodeTableCommand.ListNodes.class,
            question -> {
              question.replyTo().tell(new NodeTableCommand.Nodes(List.of(), Set.of()));
              return Behaviors.same();
            })
        .onMessage(
            NodesListCommand.ListOperations.class,
            question -> {
              question.replyTo().tell(new OperationsSeen(List.of(), false));
              return Behaviors.same();
            })
        .onMessage(
            NodesListCommand.DescribeLists.class,
            question -> {
              question
                  .replyTo()
                  .tell(
                      new ListsSeen(
                          3,
                          ListsHash.of(none),
                          new ListSettings(none, DrainTimeout.ofSeconds(60), Optional.of("")),
                          new ListFiles(List.of(), Optional.of(others), Optional.empty())));
              return Behaviors.same();
            })
        .build();
  }

  private static Set<String> named(String text) {
    Set<String> names = new TreeSet<>();
    for (Matcher name = NAME.matcher(text); name.find(); ) {
      names.add(name.group().replaceFirst("_(bucket|sum|count)$", ""));
    }
    return names;
  }

  /** With a type, also where nothing has been counted yet. */
  private static Set<String> told() {
    Set<String> names = new TreeSet<>();
    metrics
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .forEach(line -> names.add(line.split(" ", -1)[2]));
    return names;
  }

  @Test
  void shouldTellWhatTheInstanceIs() {
    assertThat(metrics.lines())
        .contains(
            "ebb_leader 1",
            "ebb_leader_term 7",
            "ebb_instance_state{state=\"LEADING\"} 1",
            "ebb_instance_state{state=\"STANDBY\"} 0",
            "ebb_instance_info{name=\"rm1\"} 1",
            "ebb_ready 1",
            "ebb_cluster_members{status=\"up\"} 1",
            "ebb_lists_differ 1",
            "ebb_certificate_expiry_timestamp_seconds{file=\"/etc/ebb/rm1.crt\"} 1800000000");
    assertThat(metrics).containsPattern("\nebb_journal_size_bytes [1-9][0-9]+\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"conf/monitoring/ebb-alerts.yaml", "conf/monitoring/ebb-dashboard.json"})
  void shouldNameMetricsThatThereAre(String file) throws IOException {
    assertThat(named(Files.readString(ROOT.resolve(file)))).isNotEmpty().isSubsetOf(told());
  }

  @Test
  void shouldListEveryMetricInTheDocs() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/operating.md"));
    assertThat(told()).allMatch(name -> page.contains("`" + name + "`"));
  }

  @Test
  void shouldShipADashboardThatIsJson() throws IOException {
    assertThat(
            new ObjectMapper()
                .readTree(ROOT.resolve("conf/monitoring/ebb-dashboard.json").toFile())
                .path("panels"))
        .hasSizeGreaterThan(10)
        .allMatch(panel -> !panel.at("/targets/0/expr").asText().isEmpty());
  }
}
