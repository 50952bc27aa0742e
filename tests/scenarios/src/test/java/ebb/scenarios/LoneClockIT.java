package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.NodeView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.soak.fault.WrongClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clock of the machine is set while nodes drain on the only instance. */
@Tag("long")
class LoneClockIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration TWO_HOURS = Duration.ofHours(2);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofSeconds(30);

  /** The process checks the machine's clock every ten seconds. */
  private static final Duration TWO_LOOKS = Duration.ofSeconds(20);

  private final List<BeatingNode> nodes = new ArrayList<>();
  private LoopbackCluster cluster;
  private ResourceManagerProcess rm;
  private WrongClock clock;

  @BeforeEach
  void start() {
    cluster = LoopbackCluster.create(Installation.find(), Map.of());
    clock = WrongClock.of(cluster.folder().tmp(), "rm", Duration.ZERO);
    rm = cluster.resourceManager();
    rm.runWith(List.of(clock.jvmOption()));
    rm.start();
    await().atMost(PATIENCE).until(() -> rm.adminApi().isReady());
  }

  @AfterEach
  void close() {
    nodes.forEach(BeatingNode::close);
    cluster.close();
  }

  /** An operator sees a warning, and drains last as long as they were given. */
  @Test
  void shouldDrainForAsLongAsWasAskedWhateverTheClockDoes() throws Exception {
    // given a node that drains for two hours
    NodeId slow = startNode("127.0.41.1");
    drain(ExcludedHost.within(slow.host(), TWO_HOURS));
    Instant deadline = drainOf(slow);

    // when the clock goes two hours ahead
    clock.set(TWO_HOURS.plusMinutes(1));

    // then the node goes on draining
    awaitLogged("WARN", "The clock of this machine jumped 2h1m ahead");
    assertThat(rm.adminApi().warnings()).singleElement().asString().contains("2h1m ahead");
    await()
        .during(TWO_LOOKS)
        .atMost(PATIENCE)
        .until(() -> node(slow).is("DECOMMISSIONING") && drainOf(slow).equals(deadline));
    assertThat(node(slow).status()).contains("WAIT_CONTAINER");
    assertThat(node(slow).drain().orElseThrow().secondsLeft().orElseThrow())
        .isGreaterThan(TWO_HOURS.minusMinutes(5).toSeconds());

    // when it comes back
    clock.set(Duration.ZERO);

    // then that is over
    awaitLogged("INFO", "The clock of this machine agrees with this process again");
    assertThat(rm.adminApi().warnings()).isEmpty();

    // when it goes a day back after a drain of half a minute has begun
    NodeId quick = startNode("127.0.41.2");
    drain(ExcludedHost.within(slow.host(), TWO_HOURS), ExcludedHost.within(quick.host(), SHORT));
    Instant begun = Instant.now();
    clock.set(DAY.negated());

    // then that ends in time, the other one goes on, and the warning stays
    await().atMost(PATIENCE).until(() -> node(quick).is("DECOMMISSIONED"));
    assertThat(Duration.between(begun, Instant.now()))
        .isBetween(SHORT.minusSeconds(10), SHORT.plusSeconds(15));
    awaitLogged("WARN", "The clock of this machine jumped 1d back");
    assertThat(rm.adminApi().warnings()).singleElement().asString().contains("1d behind");
    assertThat(drainOf(slow)).isEqualTo(deadline);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(warnings()).hasSize(2));
    expectHistoryInOrder(quick, begun);
  }

  /** The history is in order, with times that do not go back. */
  private void expectHistoryInOrder(NodeId node, Instant begun) {
    rm.process().terminate();
    assertThat(rm.process().awaitExit(PATIENCE)).isPresent();
    List<NodeEvent> events =
        cluster.journal().stream()
            .filter(JournaledEvent.OfNode.class::isInstance)
            .map(event -> ((JournaledEvent.OfNode) event).event())
            .filter(event -> event.nodeId().equals(node))
            .toList();
    assertThat(events).extracting(event -> event.by().at()).isSorted();
    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            NodeDecommissioned.class,
            ended -> {
              assertThat(ended.cause()).isEqualTo(DecommissionCause.TIMEOUT);
              assertThat(ended.by().at()).isBetween(begun, begun.plus(PATIENCE));
            });
  }

  private NodeId startNode(String host) throws IOException {
    BeatingNode node = BeatingNode.start(cluster, host, true);
    nodes.add(node);
    await().atMost(PATIENCE).ignoreExceptions().until(() -> node(node.id()).is("RUNNING"));
    return node.id();
  }

  private void drain(ExcludedHost... hosts) throws IOException {
    cluster.excludeFile().write(List.of(hosts));
    rm.adminApi().drain(TWO_HOURS, UUID.randomUUID().toString());
    for (ExcludedHost host : hosts) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  rm.adminApi().nodes().stream()
                      .filter(node -> node.host().equals(host.host()))
                      .allMatch(node -> node.is("DECOMMISSIONING")));
    }
  }

  private NodeView node(NodeId id) throws IOException {
    return rm.adminApi().nodes().stream()
        .filter(node -> node.nodeId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The deadline of the node's drain. */
  private Instant drainOf(NodeId id) throws IOException {
    return node(id).drain().orElseThrow().deadline().orElseThrow();
  }

  private void awaitLogged(String level, String words) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(logged())
                    .anyMatch(line -> line.contains(level) && line.contains(words), words));
  }

  private List<String> warnings() {
    return logged().stream()
        .filter(line -> line.contains("WARN") && line.contains("The clock of"))
        .toList();
  }

  /** The clock may go past midnight, where the log starts a new file and compresses the old one. */
  private List<String> logged() {
    Path folder = cluster.folder().data().resolve("logs");
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.getFileName().toString().startsWith("ebb."))
          .sorted()
          .forEach(file -> lines.addAll(linesOf(file)));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + folder, e);
    }
    return lines.stream().distinct().toList();
  }

  /** The files that exist; one may just be renamed or compressed. */
  private static List<String> linesOf(Path file) {
    List<String> lines = new ArrayList<>();
    try (InputStream content = Files.newInputStream(file);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(content) : content,
                    StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      return lines;
    }
    return lines;
  }
}
