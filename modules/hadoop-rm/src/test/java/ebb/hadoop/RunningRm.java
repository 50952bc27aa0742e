package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.config.HadoopStatics;
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
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;

/**
 * A whole ResourceManager of ours on free ports of the loopback interface, with a journal in memory
 * and open to the test's eyes: real RPC, real web pages, real actors. At most one at a time in a
 * JVM.
 */
public final class RunningRm implements AutoCloseable {
  private static final String LISTS_ID = "NodesListManager|ebb";

  private final HadoopFolder conf;
  private final Path data;
  private final EbbConfiguration configuration;
  private final EbbCluster cluster;
  private final List<SimulatedNodeManager> nodes = new ArrayList<>();
  private final BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way;
  private long term;
  private EbbResourceManager rm;

  private RunningRm(
      HadoopFolder conf,
      Path data,
      String settings,
      BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way)
      throws Exception {
    this.conf = conf;
    this.data = data;
    this.way = way;
    configuration = EbbConfiguration.of(conf.path(), data);
    cluster = new EbbCluster(configuration.listSource(), UntrackedPolicy.DEFAULT, settings);
    rm = activate();
  }

  public static RunningRm in(Path folder) throws Exception {
    return in(folder, Map.of());
  }

  /**
   * @param site of yarn-site.xml, on top of addresses and an empty exclude file
   */
  public static RunningRm in(Path folder, Map<String, String> site) throws Exception {
    HadoopFolder conf = impatient(folder);
    for (Map.Entry<String, String> entry : site.entrySet()) {
      conf.set(entry.getKey(), entry.getValue());
    }
    return on(conf, folder.resolve("data"));
  }

  /**
   * @param conf complete, but for what the test may change later
   */
  static RunningRm on(HadoopFolder conf, Path data) throws Exception {
    return new RunningRm(conf, data, "", (system, leader) -> leader);
  }

  /**
   * @param settings of Ebb, on top of the usual ones
   */
  public static RunningRm with(String settings, Path folder) throws Exception {
    return new RunningRm(
        impatient(folder), folder.resolve("data"), settings, (system, leader) -> leader);
  }

  /**
   * @param way to the leader: an actor which passes on what it does not answer itself
   */
  static RunningRm by(
      BiFunction<ActorSystem<?>, ActorRef<LeaderCommand>, ActorRef<LeaderCommand>> way, Path folder)
      throws Exception {
    return new RunningRm(impatient(folder), folder.resolve("data"), "", way);
  }

  /** Its clients try again soon. */
  private static HadoopFolder impatient(Path folder) throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "200");
    return conf;
  }

  private EbbResourceManager activate() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(configuration.classLoader());
    try {
      Configuration conf = configuration.load();
      HadoopStatics.prepare(conf);
      long next = ++term;
      EbbResourceManager active =
          EbbResourceManager.leading(
              cluster.system(),
              new EbbResourceManager.Mandate(
                  cluster.leaderOf(next),
                  way.apply(cluster.system(), cluster.leader()),
                  () -> cluster.rows().apply(next),
                  Clock.systemUTC()));
      active.init(conf);
      active.start();
      active.becomeActive();
      return active;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Hadoop's ResourceManager ends; the nodes' actors and the journal stay. */
  public void deactivate() {
    rm.stop();
  }

  /** Another ResourceManager of Hadoop's, in the next term, after {@link #deactivate}. */
  public void reactivate() throws Exception {
    rm = activate();
  }

  HadoopFolder conf() {
    return conf;
  }

  ResourceManager hadoop() {
    return rm;
  }

  RMContext context() {
    return rm.getRMContext();
  }

  /** Hadoop's view of a node that is active. */
  RMNode activeNode(SimulatedNodeManager node) {
    return Objects.requireNonNull(context().getRMNodes().get(node.id()), "no active node");
  }

  /** What a client or NodeManager of this cluster is configured with. */
  public Configuration clientConf() {
    Configuration client = EbbConfiguration.of(conf.path(), data.resolve("client")).load();
    // A call that nobody answers shall fail the test and not stop it.
    client.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 20_000);
    client.setInt(YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, 20);
    return client;
  }

  /** Registered, and one heartbeat old. */
  public SimulatedNodeManager runningNode(String id) throws Exception {
    SimulatedNodeManager node = nodeManager(id);
    if (node.register().getNodeAction() != NodeAction.NORMAL
        || node.heartbeat().getNodeAction() != NodeAction.NORMAL) {
      throw new IllegalStateException(id + " was not admitted");
    }
    return node;
  }

  /** Not registered. It is closed together with all this. */
  public SimulatedNodeManager nodeManager(String id) throws Exception {
    SimulatedNodeManager node = SimulatedNodeManager.of(NodeId.fromString(id), clientConf());
    nodes.add(node);
    return node;
  }

  HadoopCommand.Printed rmadmin(String... arguments) throws Exception {
    return HadoopCommand.rmadmin(clientConf(), arguments);
  }

  /** Excludes these hosts only, and drains them with an infinite timeout of the request. */
  void drain(String... hosts) throws Exception {
    conf.exclude(hosts);
    refresh("-refreshNodes", "-g", "-server");
  }

  void refresh(String... arguments) throws Exception {
    HadoopCommand.Printed printed = rmadmin(arguments);
    if (printed.exitCode() != 0) {
      throw new IllegalStateException(printed.err());
    }
  }

  /** As the REST API shows it. */
  String stateOf(SimulatedNodeManager node) throws Exception {
    String json = rest("/ws/v1/cluster/nodes/" + node.id());
    return json.replaceAll("(?s).*\"state\":\"([A-Z]+)\".*", "$1");
  }

  String rest(String path) throws Exception {
    return Rest.get(conf, path);
  }

  /** All refreshes that were ever accepted, the first start's own included, from the journal. */
  List<RefreshAccepted> refreshes() {
    return PersistenceTestKit.create(cluster.system()).persistedInStorage(LISTS_ID).stream()
        .filter(RefreshAccepted.class::isInstance)
        .map(RefreshAccepted.class::cast)
        .toList();
  }

  RefreshAccepted lastRefresh() {
    List<RefreshAccepted> all = refreshes();
    return all.get(all.size() - 1);
  }

  HostLists listsInForce() throws Exception {
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
    deactivate();
    cluster.close();
  }
}
