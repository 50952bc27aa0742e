package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.demo.cluster.SharedJournal;
import ebb.demo.process.ManagedProcess;
import ebb.domain.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A single instance without others, and nodes that send heartbeats. */
public final class LoneInstance implements AutoCloseable {
  public static final Duration PATIENCE = Duration.ofSeconds(90);

  private final List<BeatingNode> nodes = new ArrayList<>();
  private final LoopbackCluster cluster;

  private LoneInstance(LoopbackCluster cluster) {
    this.cluster = cluster;
  }

  /** With a new and empty journal in a file. Not started yet. */
  public static LoneInstance withFile() {
    return of(LoopbackCluster.create(Installation.find(), Map.of()));
  }

  /** With additional settings. */
  static LoneInstance of(LoopbackCluster cluster) {
    return new LoneInstance(cluster);
  }

  /** With an exclude file. */
  static LoneInstance withExcludes(Path file) {
    return of(
        LoopbackCluster.create(
            Installation.find(),
            Map.of("yarn.resourcemanager.nodes.exclude-path", file.toString())));
  }

  /** With its journal in a database. */
  public static LoneInstance with(SharedJournal journal) {
    return new LoneInstance(LoopbackCluster.create(Installation.find(), 1, journal, Map.of()));
  }

  public LoopbackCluster cluster() {
    return cluster;
  }

  /** The value for {@code --rm}. */
  public String adminAddress() {
    return process().adminApi().address();
  }

  public ResourceManagerProcess process() {
    return cluster.resourceManager();
  }

  public Path data() {
    return cluster.folder().data();
  }

  /** Returns when it leads. */
  public void start() {
    process().start();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              cluster.checkAlive();
              return process().adminApi().isReady();
            });
  }

  /** Sends SIGTERM; returns when it has ended. */
  public void stop() {
    process().process().terminate();
    assertThat(process().process().awaitExit(PATIENCE)).isPresent();
  }

  /** Sends SIGKILL. */
  public void kill() {
    process().process().kill();
  }

  /** Runs {@code ebb start} on another data folder, which is expected to be refused. */
  public EbbRun startOn(Path data, String... more) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("start"));
    words.addAll(List.of("--conf", cluster.folder().conf().toString()));
    words.addAll(List.of("--data", data.toString()));
    words.addAll(List.of(more));
    return EbbRun.of(cluster, words);
  }

  /** Starts a node with a container; returns when it serves. */
  public BeatingNode startNode(String host) throws IOException {
    BeatingNode node = startUnregistered(host);
    awaitState(node, "RUNNING");
    return node;
  }

  /** Starts a node with a container, which keeps trying to register until it is admitted. */
  public BeatingNode startUnregistered(String host) throws IOException {
    BeatingNode node = BeatingNode.start(cluster, host, true);
    nodes.add(node);
    return node;
  }

  /** Drains this node and no other; returns when it drains. */
  public DrainView drain(BeatingNode node, Duration timeout) throws IOException {
    cluster.excludeFile().write(List.of(ExcludedHost.within(node.id().host(), timeout)));
    refresh();
    awaitState(node, "DECOMMISSIONING");
    return drainOf(node).orElseThrow();
  }

  /** Requests a refresh, once. */
  public void refresh() throws IOException {
    process().adminApi().drain(PATIENCE, UUID.randomUUID().toString());
  }

  public void awaitState(BeatingNode node, String state) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> view(node).filter(view -> view.is(state)).isPresent());
  }

  /** The node as the admin API shows it; empty if the API does not know it. */
  public Optional<NodeView> view(BeatingNode node) throws IOException {
    NodeId id = node.id();
    return process().adminApi().nodes().stream()
        .filter(view -> view.nodeId().equals(id))
        .findFirst();
  }

  public Optional<DrainView> drainOf(BeatingNode node) throws IOException {
    return view(node).flatMap(NodeView::drain);
  }

  /** Sends SIGKILL if it runs. Afterwards no process of it uses its files. */
  public void endProcesses() {
    nodes.forEach(BeatingNode::close);
    process().running().ifPresent(ManagedProcess::kill);
  }

  /** Lines of its log with this text, of all its starts. */
  public List<String> logged(String words) throws IOException {
    try (Stream<String> lines = Files.lines(data().resolve("logs/ebb.log"))) {
      return lines.filter(line -> line.contains(words)).toList();
    }
  }

  @Override
  public void close() {
    nodes.forEach(BeatingNode::close);
    cluster.close();
  }
}
