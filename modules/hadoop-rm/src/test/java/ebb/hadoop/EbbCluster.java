package ebb.hadoop;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.node.Leader;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.LeaderSingleton;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One instance with nodes, a leader and a journal in memory, without Hadoop. */
public final class EbbCluster implements AutoCloseable {
  private static final Config CONFIG =
      ConfigFactory.parseString(
              """
              akka.actor.provider = cluster
              akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
              akka.cluster.jmx.enabled = off
              # Nobody is left whom a leave would tell; it takes seconds.
              akka.coordinated-shutdown.run-by-actor-system-terminate = off
              akka.log-dead-letters = off
              akka.persistence.testkit.events.serialize = off
              akka.persistence.testkit.snapshots.serialize = off
              """)
          .withFallback(PersistenceTestKitPlugin.getInstance().config())
          .withFallback(PersistenceTestKitSnapshotPlugin.config())
          .withFallback(ConfigFactory.load());

  private final ActorTestKit kit;
  private final TestRows rows = new TestRows();
  private final CompletableFuture<ActorRef<LeaderCommand>> singleton = new CompletableFuture<>();
  private final CompletableFuture<ActorRef<NodeStateUpdate>> publications =
      new CompletableFuture<>();

  public EbbCluster(ListSource lists) {
    this(lists, UntrackedPolicy.DEFAULT);
  }

  public EbbCluster(ListSource lists, UntrackedPolicy untracked) {
    this(lists, untracked, "");
  }

  /**
   * @param settings that override the usual ones
   */
  public EbbCluster(ListSource lists, UntrackedPolicy untracked, String settings) {
    kit = ActorTestKit.create("ebb", ConfigFactory.parseString(settings).withFallback(CONFIG));
    ActorSystem<?> system = kit.system();
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    NodeSettings ofNodes = NodeSettings.from(system.settings().config(), "test");
    NodeSharding.init(system, ofNodes, Clock.systemUTC());
    LeaderSingleton.init(system, lists, untracked, new Leads(), "test", Clock.systemUTC());
  }

  public ActorSystem<?> system() {
    return kit.system();
  }

  public ActorRef<LeaderCommand> leader() throws Exception {
    return singleton.get(30, TimeUnit.SECONDS);
  }

  /** As nodes know it when it leads in this term. */
  public Leader leaderOf(long term) throws Exception {
    return new Leader(term, publications.get(30, TimeUnit.SECONDS));
  }

  /** The database of Hadoop's applications, which is closed with this. */
  public TestRows rows() {
    return rows;
  }

  @Override
  public void close() {
    ActorTestKit.shutdown(kit.system(), Duration.ofSeconds(20));
    rows.close();
  }

  private final class Leads implements Leadership {
    private final AtomicLong terms = new AtomicLong();

    @Override
    public long takeTerm() {
      return terms.incrementAndGet();
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> self) {
      publications.complete(leader.publications());
      singleton.complete(self);
    }

    @Override
    public void onStartRefused(String reason) {
      singleton.completeExceptionally(new IllegalStateException(reason));
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return NodeObservation.NONE;
    }

    @Override
    public void onDeposed(long term) {}
  }
}
