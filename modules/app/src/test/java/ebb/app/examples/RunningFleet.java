package ebb.app.examples;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.app.TestAdminServer;
import ebb.app.TestJournal;
import ebb.app.cluster.ClusterSettings;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.config.EbbConfiguration;
import ebb.journal.JournalDatabase;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.node.ReportStamp;
import ebb.nodeslist.LeaderSingleton;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An instance but for Hadoop, with its admin API, and nodes 10.0.0.1, 10.0.0.2 and so on that run
 * two containers each, as {@code ebb simulate} registers them.
 */
final class RunningFleet implements AutoCloseable, Leadership {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Resource SIZE = Resource.of(2048, 2);

  private final JournalDatabase journal;
  private final ActorSystem<Void> system;
  private final ActorRef<LeaderCommand> singleton;
  private final CompletableFuture<Leader> leads = new CompletableFuture<>();
  private final Path excludeFile;
  private final String address;

  private RunningFleet(Path folder) throws Exception {
    excludeFile = Files.writeString(folder.resolve("exclude"), "");
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        """
        <configuration>
        <property><name>yarn.resourcemanager.nodes.exclude-path</name><value>%s</value></property>
        </configuration>
        """
            .formatted(excludeFile));
    journal = TestJournal.open(folder.resolve("journal"));
    Config config =
        ConfigFactory.parseString("ebb.protect-drains = on")
            .withFallback(ConfigFactory.parseResources("instance.conf"))
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve();
    ClusterSettings lone = ClusterSettings.from(config);
    system =
        ActorSystem.create(
            Behaviors.empty(),
            "ebb",
            lone.setup(
                journal, journal.akkaConfig().withFallback(lone.akka(false)).withFallback(config)));
    journal.closeAfter(system);
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(new Join(cluster.selfMember().address()));
    Clock clock = Clock.systemUTC();
    NodeSharding.init(system, NodeSettings.from(config, "rm1"), clock);
    singleton =
        LeaderSingleton.init(
            system,
            EbbConfiguration.of(folder, folder.resolve("data")).listSource(),
            UntrackedPolicy.DEFAULT,
            this,
            "rm1",
            clock);
    address =
        "127.0.0.1:"
            + TestAdminServer.start(
                system,
                singleton,
                journal,
                List::of,
                () -> new Readiness(true, ""),
                InstanceMetrics.NONE,
                clock);
  }

  static RunningFleet start(Path folder, int nodes) throws Exception {
    RunningFleet fleet = new RunningFleet(folder);
    for (int i = 1; i <= nodes; i++) {
      fleet.register(new NodeId("10.0.0." + i, 45454));
    }
    return fleet;
  }

  /** Of the admin API. */
  String address() {
    return address;
  }

  Path excludeFile() {
    return excludeFile;
  }

  private void register(NodeId node) throws Exception {
    AskPattern.<LeaderCommand, NodesListReply>ask(
            singleton,
            reply ->
                new NodesListCommand.AdmitNode(
                    node, new NodeAddress(node.host(), node.host()), reply),
            PATIENCE,
            system.scheduler())
        .toCompletableFuture()
        .join();
    var stamp =
        new ReportStamp(leads.get(PATIENCE.toSeconds(), TimeUnit.SECONDS), 1, Optional.empty());
    NodeReply answer =
        AskPattern.<NodeCommand, NodeReply>ask(
                NodeSharding.ref(ClusterSharding.get(system), node),
                reply ->
                    new NodeCommand.Register(
                        stamp, SIZE, true, true, 0, Instant.now().plus(PATIENCE), reply),
                PATIENCE,
                system.scheduler())
            .toCompletableFuture()
            .join();
    singleton.tell(new NodeTableCommand.Admitted(((NodeReply.Current) answer).publication()));
  }

  @Override
  public long takeTerm() {
    return journal.leaderTerm().takeNext();
  }

  @Override
  public void onLeading(Leader leader, ActorRef<LeaderCommand> local) {
    leads.complete(leader);
  }

  @Override
  public void onStartRefused(String reason) {
    leads.completeExceptionally(new IllegalStateException(reason));
  }

  @Override
  public NodeObservation observation(NodeId nodeId) {
    return new NodeObservation(
        Optional.of(Instant.now()),
        Optional.of(SIZE),
        Optional.of(new RunningContainers(2, 0)),
        Optional.of(new NodeManagerInfo("3.5.0", "/default-rack", List.of(), List.of())));
  }

  @Override
  public void onDeposed(long term) {}

  @Override
  public void close() {
    ActorTestKit.shutdown(system, PATIENCE);
  }
}
