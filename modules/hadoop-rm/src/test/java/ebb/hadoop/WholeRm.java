package ebb.hadoop;

import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.node.HadoopTypes;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeSharding;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.WorkView;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;

/**
 * Hadoop's ResourceManager with Ebb's nodes, with settings of one's own: real RPC, real actors, a
 * journal in memory. A JVM holds one at a time.
 */
public final class WholeRm implements AutoCloseable {
  private final Path folder;
  private final HadoopFolder conf;
  private final EbbCluster cluster;
  private final HadoopRm rm;
  private long terms;

  private WholeRm(Path folder, HadoopFolder conf) {
    this.folder = folder;
    this.conf = conf;
    EbbConfiguration configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster = new EbbCluster(configuration.listSource());
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
  }

  /** Settings and lists, before the start. */
  public static HadoopFolder folder(Path folder) throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set("yarn.nm.liveness-monitor.expiry-interval-ms", "600000");
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "200");
    return conf;
  }

  public static WholeRm start(Path folder, HadoopFolder conf) throws Exception {
    WholeRm whole = new WholeRm(folder, conf);
    try {
      whole.restart();
    } catch (Exception e) {
      whole.close();
      throw e;
    }
    return whole;
  }

  /**
   * Hadoop's part only: applications come back from its store. The nodes' leader stays, and knows
   * nothing of the new term, so that nodes are heard again only once they have registered.
   */
  void restart() throws Exception {
    terms++;
    rm.start(cluster.leaderOf(terms), cluster.leader())
        .toCompletableFuture()
        .get(90, TimeUnit.SECONDS);
  }

  /** What the leader's instance sees of applications and containers. */
  WorkView work() {
    return rm;
  }

  public HadoopFolder conf() {
    return conf;
  }

  Configuration client() {
    return EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
  }

  public ScriptedNodeManager nodeManager(String host) throws Exception {
    return ScriptedNodeManager.of(NodeId.newInstance(host, 4321), client());
  }

  /** What the command complains about; log lines of the other threads go to the other stream. */
  public String rmadmin(String... arguments) throws Exception {
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      new RMAdminCLI(client()).run(arguments);
    } finally {
      System.setErr(before);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  /** Excludes exactly these hosts, and drains them. */
  public void drain(int seconds, String... hosts) throws Exception {
    conf.exclude(hosts);
    refresh("-refreshNodes", "-g", String.valueOf(seconds), "-server");
  }

  public void refresh(String... arguments) throws Exception {
    String complaint = rmadmin(arguments);
    if (!complaint.isEmpty()) {
      throw new AssertionError(complaint);
    }
  }

  public String rest(String path) throws Exception {
    return Rest.get(conf, path);
  }

  public String stateOf(ScriptedNodeManager node) throws Exception {
    return field("/ws/v1/cluster/nodes/" + node.id(), "state");
  }

  int metric(String name) throws Exception {
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

  /** What the node's actor says of itself. */
  NodeStateUpdate published(ScriptedNodeManager node) throws Exception {
    NodeReply reply =
        NodeSharding.ref(ClusterSharding.get(cluster.system()), HadoopTypes.fromHadoop(node.id()))
            .<NodeReply>ask(NodeCommand.Get::new, Duration.ofSeconds(10))
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    return ((NodeReply.Current) reply).publication();
  }

  /** Writes a file beside yarn-site.xml. */
  void writes(String name, String content) throws Exception {
    Files.writeString(conf.path().resolve(name), content);
  }

  @Override
  public void close() {
    try {
      rm.stop().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    } finally {
      cluster.close();
    }
  }
}
