package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.node.HadoopTypes;
import ebb.hosts.ListSource;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;

/**
 * A whole ResourceManager of ours on free ports of the loopback interface, with a journal in memory
 * that tests can read: real RPC, real web pages, real actors. At most one at a time in a JVM.
 */
public final class RunningRm implements AutoCloseable {
  private static final String LISTS_ID = "NodesListManager|ebb";

  private final HadoopFolder conf;
  private final Path folder;
  private final EbbCluster cluster;
  private final HadoopRm rm;
  private final List<SimulatedNodeManager> nodes = new ArrayList<>();
  private final BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way;
  private long term;

  private RunningRm(
      Path folder,
      HadoopFolder conf,
      String settings,
      UnaryOperator<ListSource> lists,
      BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way)
      throws Exception {
    this.folder = folder;
    this.conf = conf;
    this.way = way;
    EbbConfiguration configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster =
        new EbbCluster(
            lists.apply(configuration.listSource()), configuration.untracked(), settings);
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
    try {
      restart();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  public static RunningRm in(Path folder) throws Exception {
    return in(folder, Map.of());
  }

  /**
   * @param site properties of yarn-site.xml, besides addresses and an empty exclude file
   */
  public static RunningRm in(Path folder, Map<String, String> site) throws Exception {
    HadoopFolder conf = folder(folder);
    for (Map.Entry<String, String> entry : site.entrySet()) {
      conf.set(entry.getKey(), entry.getValue());
    }
    return start(folder, conf);
  }

  /**
   * @param conf complete, but for what the test may change later
   */
  public static RunningRm start(Path folder, HadoopFolder conf) throws Exception {
    return start(folder, conf, "", lists -> lists);
  }

  /**
   * @param settings of Ebb, which override the usual ones
   * @param lists turns the host files into the leader's source
   */
  public static RunningRm start(
      Path folder, HadoopFolder conf, String settings, UnaryOperator<ListSource> lists)
      throws Exception {
    return new RunningRm(folder, conf, settings, lists, (system, leader) -> leader);
  }

  /**
   * @param settings of Ebb, which override the usual ones
   */
  public static RunningRm with(String settings, Path folder) throws Exception {
    return start(folder, folder(folder), settings, lists -> lists);
  }

  /**
   * @param way to the leader: an actor that forwards what it does not answer itself
   */
  public static RunningRm by(
      BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way, Path folder)
      throws Exception {
    return new RunningRm(folder, folder(folder), "", lists -> lists, way);
  }

  /** Settings and lists, before the start. Its clients retry soon. */
  public static HadoopFolder folder(Path folder) throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "200");
    return conf;
  }

  /** Stops Hadoop's ResourceManager. The nodes' actors and the journal stay. */
  public void deactivate() throws Exception {
    rm.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /**
   * Starts another of Hadoop's ResourceManagers, in the next term: applications come back from its
   * store. The nodes' leader stays, and does not know the new term, so reports of nodes only count
   * again once they have registered.
   */
  public void restart() throws Exception {
    rm.start(cluster.leaderOf(++term), way.apply(cluster.system(), cluster.leader()))
        .toCompletableFuture()
        .get(90, TimeUnit.SECONDS);
  }

  public HadoopFolder conf() {
    return conf;
  }

  public ResourceManager hadoop() {
    return rm.running().orElseThrow();
  }

  public RMContext context() {
    return hadoop().getRMContext();
  }

  /** The leader's instance's view of applications and containers. */
  public WorkView work() {
    return rm;
  }

  /** Hadoop's view of an active node. */
  public RMNode activeNode(SimulatedNodeManager node) {
    return Objects.requireNonNull(context().getRMNodes().get(node.id()), "no active node");
  }

  /** The configuration of a client or NodeManager of this cluster. */
  public Configuration clientConf() {
    Configuration client = EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
    // A call without an answer has to fail the test instead of blocking it.
    client.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 20_000);
    client.setInt(YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, 20);
    return client;
  }

  /** A registered node, with one heartbeat. */
  public SimulatedNodeManager runningNode(String id) throws Exception {
    SimulatedNodeManager node = nodeManager(id);
    if (node.register().getNodeAction() != NodeAction.NORMAL
        || node.heartbeat().getNodeAction() != NodeAction.NORMAL) {
      throw new IllegalStateException(id + " was not admitted");
    }
    return node;
  }

  /**
   * A node that has not registered. Closed together with this.
   *
   * @param id host:port, or a host only, or an address with colons
   */
  public SimulatedNodeManager nodeManager(String id) throws Exception {
    SimulatedNodeManager node =
        id.indexOf(':') > 0 && id.indexOf(':') == id.lastIndexOf(':')
            ? SimulatedNodeManager.of(NodeId.fromString(id), clientConf())
            : SimulatedNodeManager.of(id, clientConf());
    nodes.add(node);
    return node;
  }

  public HadoopCommand.Printed rmadmin(String... arguments) throws Exception {
    return HadoopCommand.rmadmin(clientConf(), arguments);
  }

  /** Excludes exactly these hosts, and drains them with an infinite timeout of the request. */
  public void drain(String... hosts) throws Exception {
    conf.exclude(hosts);
    refresh("-refreshNodes", "-g", "-server");
  }

  /** Excludes exactly these hosts, and drains them. */
  public void drain(int seconds, String... hosts) throws Exception {
    conf.exclude(hosts);
    refresh("-refreshNodes", "-g", String.valueOf(seconds), "-server");
  }

  public void refresh(String... arguments) throws Exception {
    HadoopCommand.Printed printed = rmadmin(arguments);
    if (printed.exitCode() != 0 || !printed.err().isEmpty()) {
      throw new IllegalStateException(printed.err());
    }
  }

  /** As the REST API shows it. */
  public String stateOf(SimulatedNodeManager node) throws Exception {
    return field("/ws/v1/cluster/nodes/" + node.id(), "state");
  }

  public int metric(String name) throws Exception {
    return Integer.parseInt(field("/ws/v1/cluster/metrics", name));
  }

  /** The first field of this name in the answer. */
  public String field(String path, String name) throws Exception {
    String json = rest(path);
    Matcher field = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(json);
    if (!field.find()) {
      throw new AssertionError("no " + name + " in " + json);
    }
    return field.group(1);
  }

  public String rest(String path) throws Exception {
    return Rest.get(conf, path);
  }

  /** The state in the node's actor. */
  public NodeStateUpdate published(SimulatedNodeManager node) throws Exception {
    NodeReply reply =
        ebb.node.NodeSharding.ref(
                ClusterSharding.get(cluster.system()), HadoopTypes.fromHadoop(node.id()))
            .<NodeReply>ask(NodeCommand.Get::new, Duration.ofSeconds(10))
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    return ((NodeReply.Current) reply).publication();
  }

  /** All accepted refreshes in the journal, including that of the first start. */
  public List<RefreshAccepted> refreshes() {
    return PersistenceTestKit.create(cluster.system()).persistedInStorage(LISTS_ID).stream()
        .filter(RefreshAccepted.class::isInstance)
        .map(RefreshAccepted.class::cast)
        .toList();
  }

  public RefreshAccepted lastRefresh() {
    List<RefreshAccepted> all = refreshes();
    return all.get(all.size() - 1);
  }

  public HostLists listsInForce() throws Exception {
    NodesListReply reply =
        AskPattern.<LeaderCommand, NodesListReply>ask(
                cluster.leader(),
                NodesListCommand.GetLists::new,
                Duration.ofSeconds(20),
                cluster.system().scheduler())
            .toCompletableFuture()
            .get();
    return ((NodesListReply.ListsInForce) reply).lists();
  }

  @Override
  public void close() {
    nodes.forEach(SimulatedNodeManager::close);
    try {
      rm.stop().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    } finally {
      cluster.close();
    }
  }
}
