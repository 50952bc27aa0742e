package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Singleton, sharding and nodes together; every message could cross instances. */
class LeaderInClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.actor.provider = cluster
                  akka.actor.serialize-messages = on
                  akka.actor.no-serialization-verification-needed-class-prefix = [
                    "akka.", "ebb.node.Poll", "ebb.watcher.", "ebb.nodeslist.protocol.ManagerMessage",
                    "ebb.nodeslist.NodesListJournal"
                  ]
                  # the members' farewell is not what is tested
                  akka.coordinated-shutdown.run-by-actor-system-terminate = off
                  akka.actor.testkit.typed.system-shutdown-default = 60s
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  """)
              .withFallback(PersistenceTestKitPlugin.getInstance().config())
              .withFallback(ConfigFactory.load()));

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  private record AlwaysLeads(CompletableFuture<Leader> leads) implements Leadership {
    @Override
    public long takeTerm() {
      return 1;
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
      leads.complete(leader);
    }

    @Override
    public void onStartRefused(String reason) {}

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return NodeObservation.NONE;
    }

    @Override
    public void onDeposed(long term) {}
  }

  @Test
  void shouldDrainANodeAndPublishIt() {
    // given an instance that leads, and a subscriber to its view
    FakeLists lists = new FakeLists();
    CompletableFuture<Leader> leads = new CompletableFuture<>();
    var config = KIT.system().settings().config();
    NodeSharding.init(KIT.system(), NodeSettings.from(config, "rm1"), Clock.systemUTC());
    ActorRef<LeaderCommand> leader =
        LeaderSingleton.init(
            KIT.system(),
            lists,
            UntrackedPolicy.DEFAULT,
            new AlwaysLeads(leads),
            "rm1",
            Clock.systemUTC());
    Cluster cluster = Cluster.get(KIT.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    TestProbe<NodeTableCommand.News> subscriber = KIT.createTestProbe();
    leader.tell(new NodeTableCommand.Subscribe(subscriber.getRef()));
    // when a node is let in, and its NodeManager registers
    NodeId h1 = new NodeId("h1", 8041);
    TestProbe<NodesListReply> caller = KIT.createTestProbe();
    leader.tell(
        new NodesListCommand.AdmitNode(h1, new NodeAddress("h1", "10.0.0.1"), caller.getRef()));
    caller.expectMessageClass(NodesListReply.Admission.class, PATIENCE);
    // then it publishes, though nobody has asked it
    NodeSharding.ref(ClusterSharding.get(KIT.system()), h1)
        .tell(
            new NodeCommand.Register(
                new ReportStamp(leads.join(), 1, Optional.empty()),
                Resource.of(8192, 8),
                true,
                true,
                1,
                Instant.MAX,
                KIT.system().ignoreRef()));
    assertThat(nextOf(subscriber).node().state()).isEqualTo(NodeState.RUNNING);
    // and when it is excluded
    lists.exclude("h1");
    leader.tell(
        new NodesListCommand.RefreshNodes(
            new RefreshRequest(RefreshType.GRACEFUL, Optional.of(DrainTimeout.INFINITE)),
            new Initiator(
                "alice", Origin.HTTP, Optional.empty(), Optional.of("disks"), Optional.empty()),
            false,
            false,
            caller.getRef()));
    // then it drains
    var answer = caller.expectMessageClass(NodesListReply.Refreshed.class, PATIENCE);
    assertThat(answer.pending()).isEmpty();
    // and who follows hears of the plan before of its effect
    NodeTableCommand.News news = next(subscriber);
    while (news instanceof NodeTableCommand.Changed repeated) {
      assertThat(repeated.publication().node().state()).isEqualTo(NodeState.RUNNING);
      news = next(subscriber);
    }
    var planned = (NodeTableCommand.Planned) news;
    planned.replyTo().tell(new NodeTableCommand.PlanAcknowledged(planned.listVersion()));
    NodeStateUpdate publication = nextOf(subscriber);
    while (publication.node().state() == NodeState.RUNNING) {
      publication = nextOf(subscriber);
    }
    assertThat(publication.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(publication.node().listVersion()).isEqualTo(answer.listVersion());
    // and the lists can be asked for
    leader.tell(new NodesListCommand.GetLists(caller.getRef()));
    var inForce = caller.expectMessageClass(NodesListReply.ListsInForce.class, PATIENCE);
    assertThat(inForce.lists().excludes()).containsOnlyKeys("h1");
  }

  private static NodeStateUpdate nextOf(TestProbe<NodeTableCommand.News> subscriber) {
    return ((NodeTableCommand.Changed) next(subscriber)).publication();
  }

  /** About nodes: the lists are sent to the same subscriber. */
  private static NodeTableCommand.News next(TestProbe<NodeTableCommand.News> subscriber) {
    NodeTableCommand.News news = subscriber.receiveMessage(PATIENCE);
    return news instanceof NodeTableCommand.HostsInForce ? next(subscriber) : news;
  }
}
