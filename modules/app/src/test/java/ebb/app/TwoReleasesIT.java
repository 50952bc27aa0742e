package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import akka.japi.function.Function;
import ebb.app.wire.NextRelease;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeAddress;
import ebb.journal.JournalCreation;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.postgres.LoopbackPorts;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rolling upgrade: an instance of this release and one of the next are members together, and each
 * goes on with what the other has journaled. The next release is this one with an optional field
 * more in every message and every event.
 */
@Tag("long")
final class TwoReleasesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Enough that each instance has some of them. */
  private static final List<NodeId> NODES =
      IntStream.range(0, 30).mapToObj(i -> new NodeId("h" + i, 8041)).toList();

  @TempDir private Path folder;
  private final List<InstanceWithoutHadoop> running = new ArrayList<>();

  @AfterEach
  void stop() {
    running.forEach(InstanceWithoutHadoop::close);
  }

  @Test
  void shouldBeMembersTogetherAndReadEachOthersJournal() throws Exception {
    String url = PostgresServer.shared().createDatabase();
    JournalCreation.create(url, PostgresServer.USER, password().toString());
    int one = LoopbackPorts.free();
    int other = LoopbackPorts.free();
    String seeds = "127.0.0.1:" + one + ",127.0.0.1:" + other;

    // given an instance of this release that leads, and one of the next beside it
    InstanceWithoutHadoop present = start("rm1", one, seeds, url, "");
    present.awaitMembers(1);
    InstanceWithoutHadoop next = start("rm2", other, seeds, url, NextRelease.SETTING);
    next.awaitMembers(2);
    // when each of them lets nodes in, which live on both, and one has them drained
    for (int i = 0; i < NODES.size(); i++) {
      admit(i % 2 == 0 ? present : next, NODES.get(i));
    }
    Set<String> hosts = NODES.stream().map(NodeId::host).collect(Collectors.toSet());
    running.forEach(each -> each.exclude(hosts));
    assertThat(ask(next, InstanceWithoutHadoop::graceful))
        .isInstanceOf(NodesListReply.Refreshed.class);
    // then both see the same
    Map<NodeId, NodeStateUpdate> drains = awaitAllDecided(present);
    assertThat(states(awaitAllDecided(next))).isEqualTo(states(drains));
    assertThat(rows(url, true)).as("rows of the next release").isPositive();
    assertThat(rows(url, false)).as("rows of this one").isPositive();

    // when this release's instance leaves, the next one leads with what that has written
    close(present);
    assertThat(states(awaitAllDecided(next))).isEqualTo(states(drains));
    admit(next, new NodeId("later", 8041));
    // and when it comes back, and the next one leaves, it goes on with what that has written
    present = start("rm1", one, seeds, url, "");
    present.awaitMembers(2);
    close(next);
    assertThat(states(awaitAllDecided(present))).isEqualTo(states(drains));
    assertThat(ask(present, InstanceWithoutHadoop::graceful))
        .isInstanceOf(NodesListReply.Refreshed.class);
  }

  private Path password() throws IOException {
    return Files.writeString(folder.resolve("password"), PostgresServer.shared().password());
  }

  private InstanceWithoutHadoop start(
      String name, int port, String seeds, String url, String settings) throws IOException {
    InstanceWithoutHadoop instance =
        InstanceWithoutHadoop.start(
            name,
            Integer.toString(port),
            seeds,
            url,
            PostgresServer.USER,
            password().toString(),
            settings);
    running.add(instance);
    return instance;
  }

  private void close(InstanceWithoutHadoop instance) {
    running.remove(instance);
    instance.close();
  }

  private static void admit(InstanceWithoutHadoop instance, NodeId node) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                ask(
                        instance,
                        reply ->
                            new NodesListCommand.AdmitNode(
                                node, new NodeAddress(node.host(), "10.0.0.1"), reply))
                    instanceof NodesListReply.Admission);
    instance.register(node);
  }

  private static NodesListReply ask(
      InstanceWithoutHadoop instance, Function<ActorRef<NodesListReply>, LeaderCommand> what) {
    return AskPattern.<LeaderCommand, NodesListReply>ask(
            instance.leader(), what, PATIENCE, instance.system().scheduler())
        .toCompletableFuture()
        .join();
  }

  /** When each node has applied the refresh, as the leader sees them. */
  private static Map<NodeId, NodeStateUpdate> awaitAllDecided(InstanceWithoutHadoop asked) {
    Map<NodeId, NodeStateUpdate> seen = new HashMap<>();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              var nodes =
                  AskPattern.<LeaderCommand, NodeTableCommand.Nodes>ask(
                          asked.leader(),
                          NodeTableCommand.ListNodes::new,
                          Duration.ofSeconds(5),
                          asked.system().scheduler())
                      .toCompletableFuture()
                      .join();
              seen.clear();
              nodes.nodes().forEach(node -> seen.put(node.nodeId(), node.publication()));
              assertThat(seen).containsKeys(NODES.toArray(NodeId[]::new));
              assertThat(NODES).allMatch(node -> state(seen, node) == NodeState.DECOMMISSIONING);
            });
    seen.keySet().retainAll(NODES);
    return seen;
  }

  private static NodeState state(Map<NodeId, NodeStateUpdate> seen, NodeId node) {
    return Objects.requireNonNull(seen.get(node)).node().state();
  }

  private static Map<NodeId, Object> states(Map<NodeId, NodeStateUpdate> seen) {
    return seen.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().node()));
  }

  /** Rows of nodes, with or without the later field. */
  private static long rows(String url, boolean ofTheNext) throws SQLException {
    try (Connection connection = PostgresServer.shared().connect(url);
        var statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM event_journal WHERE persistence_id LIKE 'RMNode|%' AND"
                    + " position('"
                    + NextRelease.FIELD
                    + "' in convert_from(event_payload, 'UTF8')) "
                    + (ofTheNext ? "> 0" : "= 0"))) {
      row.next();
      return row.getLong(1);
    }
  }
}
