package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import com.typesafe.config.Config;
import ebb.app.cluster.ClusterJoiner;
import ebb.app.cluster.ClusterSettings;
import ebb.app.cluster.MemberEvictor;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.TimeoutChange;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.hosts.RefreshRejection;
import ebb.journal.JournalCreation;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalSettings;
import ebb.journal.lease.MemberRegistry;
import ebb.journal.replay.OnlineHistory;
import ebb.node.Leader;
import ebb.node.NodeReply;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.nodeslist.LeaderSingleton;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database is gone for a minute while an instance runs. An operator gets an error in bounded
 * time meanwhile; afterwards everything goes on by itself, with all that was acknowledged.
 */
final class DatabaseOutageIT {
  private static final Duration OUTAGE = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final NodeId DRAINING = new NodeId("h1", 8041);
  private static final NodeId LATER = new NodeId("h2", 8041);

  /** ebb.nodes-list-manager.refresh-timeout, and what a busy machine adds. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final AtomicInteger leads = new AtomicInteger();
  private final AtomicInteger deposed = new AtomicInteger();
  private volatile Set<String> excluded = Set.of();

  @Test
  void shouldGoOnByItselfAfterAMinuteWithoutTheDatabase() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      // given an instance that leads, and a drain that was acknowledged
      Path password = Files.writeString(folder.resolve("password"), server.password());
      Config config =
          ClusterMember.config(
              "rm1", "0", "", server.createDatabase(), PostgresServer.USER, password.toString());
      JournalCreation.create(JournalSettings.from(config));
      JournalDatabase database = JournalDatabase.open(JournalSettings.from(config));
      ActorSystem<Void> system = ClusterMember.system(database, config);
      database.claim("rm1").orElseThrow().keep(system, this::unexpected);
      Clock clock = database.clock(system);
      MemberRegistry members = ClusterJoiner.registry(system, database, "rm1", this::unexpected);
      ClusterJoiner.join(system, ClusterSettings.from(config), members, this::unexpected)
          .toCompletableFuture()
          .get(60, TimeUnit.SECONDS);
      MemberEvictor lost = new MemberEvictor(system, members::evictAllBut);
      NodeSharding.init(system, NodeSettings.from(config, "rm1"), clock, lost::evict);
      ActorRef<LeaderCommand> leader =
          LeaderSingleton.init(
              system, lists(), UntrackedPolicy.DEFAULT, leadership(database), "rm1", clock);
      admit(system, leader, DRAINING);
      admit(system, leader, LATER);
      excluded = Set.of(DRAINING.host());
      var acknowledged = (NodesListReply.Refreshed) refresh(system, leader);
      var drains = new OnlineHistory(system);
      await().atMost(PATIENCE).until(() -> eventsOf(drains, DRAINING).size() >= 1);
      List<NodeEvent> before = eventsOf(drains, DRAINING);

      // when the database goes
      server.stop();
      long gone = System.nanoTime();
      excluded = Set.of(DRAINING.host(), LATER.host());
      NodesListReply refused = refresh(system, leader);
      Duration answered = Duration.ofNanos(System.nanoTime() - gone);

      // then the caller hears of it in time, and a node that cannot write does not take it for done
      assertThat(refused)
          .isInstanceOfSatisfying(
              NodesListReply.Rejected.class,
              rejected ->
                  assertThat(rejected.code()).isEqualTo(RefreshRejection.JOURNAL_UNAVAILABLE));
      assertThat(answered).isLessThan(BOUND);
      assertThat(changeTimeout(system, leader))
          .as("an answer without a database")
          .containsInstanceOf(NodeReply.Refused.class);

      // when it is back after a minute
      TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos() - (System.nanoTime() - gone));
      server.startAgain();

      // then refreshes are accepted again, nodes write again, and nothing is lost
      await()
          .atMost(PATIENCE)
          .until(() -> refresh(system, leader) instanceof NodesListReply.Refreshed);
      await().atMost(PATIENCE).until(() -> !eventsOf(drains, LATER).isEmpty());
      await()
          .atMost(PATIENCE)
          .until(() -> changeTimeout(system, leader).orElse(null) instanceof NodeReply.Current);
      assertThat(eventsOf(drains, DRAINING)).startsWith(before.toArray(NodeEvent[]::new));
      assertThat(operations(system, leader)).contains(acknowledged.operationId());
      // and the leader has led all the time
      assertThat(leads).hasValue(1);
      assertThat(deposed).hasValue(0);
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  private void unexpected(String reason) {
    deposed.incrementAndGet();
  }

  private ListSource lists() {
    return () ->
        new ListSource.Settings(
            HostLists.of(
                Set.of(),
                excluded.stream()
                    .collect(Collectors.toMap(host -> host, host -> Optional.empty()))),
            DrainTimeout.ofSeconds(3600));
  }

  private Leadership leadership(JournalDatabase database) {
    return new Leadership() {
      @Override
      public long takeTerm() {
        return database.leaderTerm().takeNext();
      }

      @Override
      public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
        leads.incrementAndGet();
      }

      @Override
      public void onStartRefused(String reason) {
        unexpected(reason);
      }

      @Override
      public NodeObservation observation(NodeId nodeId) {
        return NodeObservation.NONE;
      }

      @Override
      public void onDeposed(long term) {
        unexpected("deposed");
      }
    };
  }

  private static void admit(ActorSystem<?> system, ActorRef<LeaderCommand> leader, NodeId node) {
    AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            reply ->
                new NodesListCommand.AdmitNode(
                    node, new NodeAddress(node.host(), "10.0.0.1"), reply),
            PATIENCE,
            system.scheduler())
        .toCompletableFuture()
        .join();
  }

  private static NodesListReply refresh(ActorSystem<?> system, ActorRef<LeaderCommand> leader) {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            leader,
            reply ->
                new NodesListCommand.RefreshNodes(
                    new RefreshRequest(
                        RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(3600))),
                    alice(),
                    false,
                    false,
                    reply),
            PATIENCE,
            system.scheduler())
        .toCompletableFuture()
        .join();
  }

  /** As the admin API asks, and for as long. */
  private static Optional<NodeReply> changeTimeout(
      ActorSystem<?> system, ActorRef<LeaderCommand> leader) {
    try {
      return Optional.of(
          AskPattern.<LeaderCommand, NodeReply>ask(
                  leader,
                  reply ->
                      new NodesListCommand.ChangeDrainTimeout(
                          DRAINING, TimeoutChange.to(DrainTimeout.ofSeconds(7200)), alice(), reply),
                  Duration.ofSeconds(5),
                  system.scheduler())
              .toCompletableFuture()
              .join());
    } catch (CompletionException e) {
      return Optional.empty();
    }
  }

  private static List<String> operations(ActorSystem<?> system, ActorRef<LeaderCommand> leader) {
    var seen =
        (NodesListReply.OperationsSeen)
            AskPattern.<LeaderCommand, NodesListReply>ask(
                    leader,
                    reply -> new NodesListCommand.ListOperations(Long.MAX_VALUE, 100, reply),
                    PATIENCE,
                    system.scheduler())
                .toCompletableFuture()
                .join();
    return seen.operations().stream().map(operation -> operation.id()).toList();
  }

  private static List<NodeEvent> eventsOf(OnlineHistory history, NodeId node) {
    return history.of(node).toCompletableFuture().join().stream()
        .map(journaled -> journaled.event())
        .toList();
  }

  private static Initiator alice() {
    return new Initiator(
        "alice", Origin.HTTP, Optional.empty(), Optional.of("disks"), Optional.empty());
  }
}
