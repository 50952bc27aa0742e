package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.demo.client.RefreshAnswer;
import ebb.demo.cluster.CommandResult;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.InstanceFiles;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.demo.cluster.SharedJournal;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeId;
import ebb.postgres.PostgresServer;
import ebb.soak.fault.DatabaseWire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A cluster of two or three instances with a database and nodes that send heartbeats, and a record
 * of everything that callers were told.
 */
public final class KilledCluster implements AutoCloseable {
  /** Enough to start JVMs or fail over on a busy machine. */
  public static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final int INSTANCES = 3;

  /** The nodes are larger than those of the demo. */
  private static final Map<String, String> YARN_SITE =
      Map.of("yarn.scheduler.maximum-allocation-mb", "1024");

  private final PostgresServer postgres;
  private final LoopbackCluster cluster;
  private final List<BeatingNode> nodes = new ArrayList<>();
  private final Acknowledgements book = new Acknowledgements();

  private final SharedJournal journal;
  private final Instant begun = Instant.now();

  private KilledCluster(PostgresServer postgres, SharedJournal journal, LoopbackCluster cluster) {
    this.postgres = postgres;
    this.journal = journal;
    this.cluster = cluster;
  }

  /** Returns when one instance leads and the others are standbys. */
  public static KilledCluster start() {
    KilledCluster killed = prepare();
    killed.startAll();
    return killed;
  }

  /** All settings are written and the database runs, but no instance does. */
  public static KilledCluster prepare() {
    return prepare(INSTANCES);
  }

  /** The same, with this number of instances. */
  public static KilledCluster prepare(int instances) {
    return prepare(instances, Map.of());
  }

  /**
   * @param yarnSite properties of yarn-site.xml, which override the usual ones
   */
  public static KilledCluster prepare(int instances, Map<String, String> yarnSite) {
    PostgresServer postgres = PostgresServer.start();
    return prepare(instances, yarnSite, postgres, postgres.createDatabase());
  }

  /** The same, on a database that fails over. The caller closes the standby. */
  public static KilledCluster prepare(int instances, PostgresPair postgres) {
    return prepare(instances, Map.of(), postgres.primary(), postgres.url());
  }

  private static KilledCluster prepare(
      int instances, Map<String, String> yarnSite, PostgresServer postgres, String url) {
    Map<String, String> site = new HashMap<>(YARN_SITE);
    site.putAll(yarnSite);
    var journal = new SharedJournal(url, PostgresServer.USER, postgres.password());
    return new KilledCluster(
        postgres, journal, LoopbackCluster.create(Installation.find(), instances, journal, site));
  }

  /** Returns when one instance leads and the others are standbys. */
  public void startAll() {
    instances().forEach(ResourceManagerProcess::start);
    awaitAllServe();
  }

  /** In the order of age: the first one leads. */
  public void startOneAfterTheOther() {
    startOneAfterTheOther(instances());
  }

  /** All of them in this order; the first one leads, and is the oldest member. */
  public void startOneAfterTheOther(List<ResourceManagerProcess> order) {
    for (ResourceManagerProcess instance : order) {
      instance.start();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                cluster.checkAlive();
                return instance.adminApi().isReady();
              });
    }
    awaitAllServe();
  }

  /** When the cluster was created. */
  Instant begun() {
    return begun;
  }

  public InstanceFiles files() {
    return cluster.files();
  }

  /** The database, which can be stopped and started again. */
  public PostgresServer database() {
    return postgres;
  }

  public LoopbackCluster loopback() {
    return cluster;
  }

  /** For actions that this class does not offer. */
  public Acknowledgements book() {
    return book;
  }

  /** The URL of the database, unless an instance is configured otherwise. */
  public String databaseUrl() {
    return journal.url();
  }

  /** Routes these instances to the database by a wire. Call it before they start. */
  public DatabaseWire wireOf(List<ResourceManagerProcess> some) {
    DatabaseWire wire = DatabaseWire.to(postgres.port());
    some.forEach(
        each ->
            files()
                .configure(each.name(), "ebb.journal.url = \"" + wire.url(journal.url()) + "\"\n"));
    return wire;
  }

  public List<ResourceManagerProcess> instances() {
    return cluster.resourceManagers();
  }

  public void awaitAllServe() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              cluster.checkAlive();
              assertThat(cluster.resourceManagers()).allMatch(rm -> rm.adminApi().isReady());
              assertThat(cluster.leader()).isPresent();
            });
  }

  public ResourceManagerProcess leader() {
    return await().atMost(PATIENCE).until(cluster::leader, leader -> leader.isPresent()).get();
  }

  /** What the unmodified {@code yarn rmadmin -getServiceState} prints for it. */
  public String serviceState(String instance) {
    CommandResult answer = cluster.rmAdmin().run(List.of("-getServiceState", instance));
    assertThat(answer.exitCode()).as(answer.output()).isZero();
    return answer.output().lines().reduce((first, last) -> last).orElseThrow();
  }

  /** The current standbys. */
  public List<ResourceManagerProcess> standbys() {
    String leader = leader().name();
    return cluster.resourceManagers().stream().filter(rm -> !rm.name().equals(leader)).toList();
  }

  /** Sends SIGKILL. What is due in the next half minute may be late. */
  public void kill(ResourceManagerProcess instance) {
    book.losesAnInstance();
    instance.process().kill();
  }

  /** The others count it as lost, and it will end by itself. */
  public void expectToLose(ResourceManagerProcess instance) {
    book.losesAnInstance();
    instance.process().mayEnd();
  }

  /** Returns when this instance has ended; fails with what all have logged if it does not. */
  public void awaitEnd(ResourceManagerProcess instance) {
    awaitEndOfOne(List.of(instance));
  }

  /** Returns the first instance that has ended; fails with what all have logged if none does. */
  public ResourceManagerProcess awaitEndOfOne() {
    return awaitEndOfOne(instances());
  }

  private ResourceManagerProcess awaitEndOfOne(List<ResourceManagerProcess> some) {
    try {
      return await()
          .atMost(PATIENCE)
          .until(
              () -> some.stream().filter(each -> !each.process().isAlive()).findFirst(),
              Optional::isPresent)
          .orElseThrow();
    } catch (ConditionTimeoutException e) {
      List<String> warnings =
          instances().stream().flatMap(each -> files().lastWarnings(each.name()).stream()).toList();
      throw new AssertionError(
          "None has ended; the last warnings of all:\n" + String.join("\n", warnings), e);
    }
  }

  /** Sends SIGSTOP, so that the others count it as lost. */
  public void pause(ResourceManagerProcess instance) {
    book.losesAnInstance();
    instance.process().pause();
  }

  /**
   * Kills all of them with SIGKILL, then starts this one. Returns when it leads. What was due
   * meanwhile may be late until half a minute after its start.
   */
  public void killAllAndStart(ResourceManagerProcess first) {
    Instant killed = Instant.now();
    instances().forEach(instance -> instance.process().kill());
    Instant started = Instant.now();
    first.start();
    book.nobodyLed(killed, started);
    assertThat(leader()).isEqualTo(first);
  }

  public void startAgain(ResourceManagerProcess instance) {
    instance.start();
    awaitAllServe();
  }

  /** Starts nodes with a container each; returns when all of them serve. */
  public List<BeatingNode> startNodes(String network, int count) throws IOException {
    return startNodes(network, count, true);
  }

  /** Starts nodes without containers; returns when all of them serve. */
  public List<BeatingNode> startIdleNodes(String network, int count) throws IOException {
    return startNodes(network, count, false);
  }

  private List<BeatingNode> startNodes(String network, int count, boolean busy) throws IOException {
    List<BeatingNode> started = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      started.add(BeatingNode.start(cluster, network + "." + i, busy));
    }
    nodes.addAll(started);
    awaitState(started, "RUNNING");
    // The leader shows a node before its NodeManager has the answer.
    await()
        .atMost(PATIENCE)
        .until(() -> started.stream().allMatch(each -> each.registrations() > 0));
    return started;
  }

  public void exclude(List<ExcludedHost> hosts) {
    cluster.excludeFile().write(hosts);
  }

  /** Drains what is excluded; repeats the request, with the same key, until it is answered. */
  public RefreshAnswer drain(Duration timeout) {
    return drain(timeout, UUID.randomUUID().toString());
  }

  /** The same, with the caller's key. */
  public RefreshAnswer drain(Duration timeout, String key) {
    RefreshAnswer answer =
        await()
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(IOException.class)
            .until(() -> cluster.adminApi().drain(timeout, key), all -> true);
    book.acknowledged(answer.operationId());
    return answer;
  }

  /** Immediately ends the drains of an operation, through any instance. */
  public void force(String operationId) throws IOException {
    book.acknowledged(cluster.adminApi().force(operationId).operationId());
  }

  /**
   * Changes the timeout of a draining node, through any instance.
   *
   * @param timeout from the start of the drain
   */
  public void changeTimeout(BeatingNode node, DrainView drain, Duration timeout)
      throws IOException {
    cluster.adminApi().changeTimeout(node.id(), timeout);
    book.acknowledged(node.id(), drain.epoch(), timeout);
  }

  public void awaitState(List<BeatingNode> some, String state) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              Map<NodeId, NodeView> views = views();
              assertThat(some)
                  .allSatisfy(
                      node ->
                          assertThat(views.get(node.id()))
                              .isNotNull()
                              .satisfies(view -> assertThat(view.state()).isEqualTo(state)));
            });
  }

  /** All nodes, from any instance. */
  public Map<NodeId, NodeView> views() throws IOException {
    return cluster.adminApi().nodes().stream()
        .collect(Collectors.toMap(NodeView::nodeId, Function.identity()));
  }

  /** Everything written so far. */
  public Written written() {
    return new Written(cluster.journal());
  }

  /** The drains of these nodes, once any instance shows all of them. */
  public Map<BeatingNode, DrainView> drains(List<BeatingNode> some) {
    awaitState(some, "DECOMMISSIONING");
    return await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(Exception.class)
        .until(() -> drainsNow(some), all -> true);
  }

  private Map<BeatingNode, DrainView> drainsNow(List<BeatingNode> some) throws IOException {
    Map<NodeId, NodeView> views = views();
    Map<BeatingNode, DrainView> drains = new LinkedHashMap<>();
    for (BeatingNode node : some) {
      Optional<NodeView> view = Optional.ofNullable(views.get(node.id()));
      drains.put(node, view.flatMap(NodeView::drain).orElseThrow());
    }
    return drains;
  }

  /** Checks that epochs, starts and deadlines have not changed. */
  public void expectDrains(Map<BeatingNode, DrainView> before) {
    drains(List.copyOf(before.keySet()))
        .forEach(
            (node, drain) ->
                assertThat(Optional.ofNullable(before.get(node))).get().matches(drain::isSameAs));
  }

  /** Waits until each node has got a few more answers. */
  public void awaitHeartbeats(List<BeatingNode> some) {
    List<Integer> wanted = some.stream().map(node -> node.heartbeats() + 3).toList();
    await()
        .atMost(PATIENCE)
        .until(
            () -> some.stream().map(BeatingNode::heartbeats).toList(),
            now -> IntStream.range(0, now.size()).allMatch(i -> now.get(i) >= wanted.get(i)));
  }

  /** Reads the journal: no promise is broken, and no node was declared lost. */
  public void checkJournal() {
    Written written = written();
    book.check(written.all());
    assertThat(written.events(NodeLost.class)).isEmpty();
  }

  @Override
  public void close() {
    nodes.forEach(BeatingNode::close);
    cluster.close();
    postgres.close();
  }
}
