package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.MemberStatus;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import com.typesafe.config.Config;
import ebb.app.cluster.ClusterJoiner;
import ebb.app.cluster.ClusterSettings;
import ebb.app.cluster.MemberEvictor;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.MemberRegistry;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.node.ReportStamp;
import ebb.nodeslist.LeaderSingleton;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Everything of an instance but Hadoop and the admin API, in this JVM, on a shared database. */
final class InstanceWithoutHadoop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of the newest leader, whichever instance that is. */
  private static final AtomicLong TERM = new AtomicLong();

  private final ActorSystem<Void> system;
  private final ActorRef<LeaderCommand> leader;
  private volatile Set<String> excluded = Set.of();

  private InstanceWithoutHadoop(JournalDatabase database, Config config, String name) {
    system = ClusterMember.system(database, config);
    database.closeAfter(system);
    database.claim(name).orElseThrow().keep(system, reason -> {});
    Clock clock = database.clock(system);
    MemberRegistry members = ClusterJoiner.registry(system, database, name, reason -> {});
    ClusterJoiner.join(system, ClusterSettings.from(config), members, reason -> {})
        .toCompletableFuture()
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
    MemberEvictor lost = new MemberEvictor(system, members::evictAllBut);
    NodeSharding.init(system, NodeSettings.from(config, name), clock, lost::evict);
    leader =
        LeaderSingleton.init(
            system, this::read, UntrackedPolicy.DEFAULT, new Takes(database), name, clock);
  }

  /**
   * @param arguments as {@link ClusterMember} has them
   */
  static InstanceWithoutHadoop start(String... arguments) {
    Config config = ClusterMember.config(arguments);
    return new InstanceWithoutHadoop(
        JournalDatabase.open(JournalSettings.from(config)), config, arguments[0]);
  }

  ActorSystem<Void> system() {
    return system;
  }

  ActorRef<LeaderCommand> leader() {
    return leader;
  }

  void awaitMembers(int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        StreamSupport.stream(
                                Cluster.get(system).state().getMembers().spliterator(), false)
                            .filter(member -> member.status().equals(MemberStatus.up())))
                    .hasSize(count));
  }

  void exclude(Set<String> hosts) {
    excluded = Set.copyOf(hosts);
  }

  /** As the leader's instance does when the NodeManager of the node registers. */
  void register(NodeId node) {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> isAdmitted(node));
  }

  private boolean isAdmitted(NodeId node) {
    // This may be another instance, which does not know where the leader hears of nodes.
    var stamp = new ReportStamp(new Leader(TERM.get(), system.ignoreRef()), 1, Optional.empty());
    NodeReply answer =
        AskPattern.<NodeCommand, NodeReply>ask(
                NodeSharding.ref(ClusterSharding.get(system), node),
                reply ->
                    new NodeCommand.Register(
                        stamp,
                        Resource.of(8192, 8),
                        true,
                        true,
                        0,
                        Instant.now().plus(PATIENCE),
                        reply),
                Duration.ofSeconds(10),
                system.scheduler())
            .toCompletableFuture()
            .join();
    if (answer instanceof NodeReply.Current admitted) {
      leader.tell(new NodeTableCommand.Admitted(admitted.publication()));
      return true;
    }
    return false;
  }

  static LeaderCommand graceful(ActorRef<NodesListReply> replyTo) {
    return new NodesListCommand.RefreshNodes(
        new RefreshRequest(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(3600))),
        new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.of("disks"), Optional.empty()),
        false,
        false,
        replyTo);
  }

  private ListSource.Settings read() {
    return new ListSource.Settings(
        HostLists.of(
            Set.of(),
            excluded.stream().collect(Collectors.toMap(host -> host, host -> Optional.empty()))),
        DrainTimeout.ofSeconds(3600));
  }

  /** Leaves in order. */
  @Override
  public void close() {
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.unknownReason())
        .toCompletableFuture()
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private record Takes(JournalDatabase database) implements Leadership {
    @Override
    public long takeTerm() {
      long term = database.leaderTermUnderLease().takeNext();
      TERM.set(term);
      return term;
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {}

    @Override
    public void onStartRefused(String reason) {
      throw new IllegalStateException(reason);
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return NodeObservation.NONE;
    }

    @Override
    public void onDeposed(long term) {}
  }
}
