package ebb.bench.failover;

import ebb.bench.rm.RmFolder;
import ebb.bench.rm.RmJvm;
import ebb.demo.cluster.ClusterPorts;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.FreePorts;
import ebb.demo.cluster.HadoopXml;
import ebb.demo.cluster.XmlExcludeFile;
import ebb.journal.JournalCreation;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The files of a cluster on this machine: those of {@code conf/cluster}, with free ports, and with
 * containers allocated on heartbeats.
 */
final class ClusterSite {
  private static final String RM = "yarn.resourcemanager.";

  /** The NodeManager settings of {@code conf/cluster} that differ from Hadoop's defaults. */
  private static final List<String> SHORTER_FOR_FAILOVER =
      List.of(
          "yarn.client.failover-sleep-base-ms",
          "yarn.client.failover-sleep-max-ms",
          "yarn.resourcemanager.connect.retry-interval.ms",
          "ipc.client.rpc-timeout.ms",
          "ipc.client.connect.timeout");

  private final Path root;
  private final List<ClusterPorts> ports;
  private final String journalUrl;

  private ClusterSite(Path root, List<ClusterPorts> ports, String journalUrl) {
    this.root = root;
    this.ports = ports;
    this.journalUrl = journalUrl;
  }

  /**
   * Writes all files.
   *
   * @param root for this cluster alone; created if it is missing
   * @param instances one, which needs no HA settings, or several
   */
  static ClusterSite create(Path root, int instances, PostgresServer postgres) throws IOException {
    FreePorts free = new FreePorts();
    ClusterSite site =
        new ClusterSite(
            root,
            IntStream.range(0, instances).mapToObj(i -> ClusterPorts.free(free)).toList(),
            postgres.createDatabase());
    Files.createDirectories(site.conf());
    Files.createDirectories(site.tmp());
    site.exclude(List.of());
    Files.writeString(site.passwordFile(), postgres.password() + "\n");
    JournalCreation.create(site.journalUrl, PostgresServer.USER, site.passwordFile().toString());
    Files.writeString(site.conf().resolve("http-secret"), "for this cluster only\n");
    RmJvm.writeLogback(site.conf());
    site.write("yarn-site.xml", site.yarnSite());
    site.write("core-site.xml", site.coreSite());
    site.write("capacity-scheduler.xml", RmFolder.WHEN_A_NODE_BEATS);
    site.writeEbbConf();
    return site;
  }

  Path root() {
    return root;
  }

  Path conf() {
    return root.resolve("conf");
  }

  Path tmp() {
    return root.resolve("tmp");
  }

  /** The JDBC URL of the journal, without credentials. */
  String journalUrl() {
    return journalUrl;
  }

  List<ClusterPorts> ports() {
    return ports;
  }

  boolean isOfSeveral() {
    return ports.size() > 1;
  }

  /** The instance's name in YARN's HA settings. */
  static String name(int instance) {
    return "rm" + (instance + 1);
  }

  List<InetSocketAddress> trackers() {
    return ports.stream()
        .map(each -> new InetSocketAddress(InetAddress.getLoopbackAddress(), each.tracker()))
        .toList();
  }

  /** Replaces the exclude file. Takes effect with the next refresh. */
  void exclude(List<ExcludedHost> hosts) throws IOException {
    Files.writeString(excludeFile(), XmlExcludeFile.xml(hosts));
  }

  /** The configuration in the files, for clients and NodeManagers. */
  YarnConfiguration hadoop() {
    YarnConfiguration conf = new YarnConfiguration();
    conf.addResource(hadoopPath(conf().resolve("core-site.xml")));
    conf.addResource(hadoopPath(conf().resolve("yarn-site.xml")));
    return conf;
  }

  /** The same, for NodeManagers that reconnect with Hadoop's default timing. */
  YarnConfiguration stockNodeManager() {
    YarnConfiguration conf = hadoop();
    YarnConfiguration stock = new YarnConfiguration();
    SHORTER_FOR_FAILOVER.forEach(
        key -> {
          String value = stock.get(key);
          if (value == null) {
            conf.unset(key);
          } else {
            conf.set(key, value);
          }
        });
    return conf;
  }

  private Path excludeFile() {
    return conf().resolve("exclude.xml");
  }

  private Path passwordFile() {
    return conf().resolve("journal-password");
  }

  private void write(String name, Map<String, String> ours) {
    Map<String, String> all = new LinkedHashMap<>();
    Path shipped = shipped().resolve(name);
    if (Files.exists(shipped)) {
      Configuration conf = new Configuration(false);
      conf.addResource(hadoopPath(shipped));
      conf.forEach(each -> all.put(each.getKey(), each.getValue()));
    }
    all.putAll(ours);
    if (!isOfSeveral()) {
      all.keySet().removeIf(key -> key.startsWith(RM + "ha.") || key.startsWith(RM + "hostname."));
    }
    HadoopXml.write(conf().resolve(name), all);
  }

  private static org.apache.hadoop.fs.Path hadoopPath(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private Map<String, String> yarnSite() {
    Map<String, String> yarn = new LinkedHashMap<>();
    yarn.put(RM + "nodes.exclude-path", excludeFile().toString());
    for (int i = 0; i < ports.size(); i++) {
      String suffix = isOfSeveral() ? "." + name(i) : "";
      ClusterPorts each = ports.get(i);
      yarn.put(RM + "hostname" + suffix, ClusterPorts.HOST);
      yarn.put(RM + "scheduler.address" + suffix, ClusterPorts.address(each.scheduler()));
      yarn.put(RM + "resource-tracker.address" + suffix, ClusterPorts.address(each.tracker()));
      yarn.put(RM + "address" + suffix, ClusterPorts.address(each.client()));
      yarn.put(RM + "admin.address" + suffix, ClusterPorts.address(each.admin()));
      yarn.put(RM + "webapp.address" + suffix, ClusterPorts.address(each.web()));
    }
    return yarn;
  }

  private Map<String, String> coreSite() {
    return Map.of(
        "fs.defaultFS",
        "file:///",
        "hadoop.tmp.dir",
        tmp().resolve("hadoop").toString(),
        "hadoop.http.authentication.signature.secret.file",
        conf().resolve("http-secret").toString());
  }

  private void writeEbbConf() throws IOException {
    String journal =
        "ebb.journal { url = \"%s\", user = \"%s\", password-file = \"%s\" }%n"
            .formatted(journalUrl, PostgresServer.USER, passwordFile());
    String shipped = Files.readString(shipped().resolve("ebb.conf"));
    if (isOfSeveral()) {
      String seeds =
          ports.stream()
              .map(each -> ClusterPorts.address(each.members()))
              .collect(Collectors.joining(","));
      Files.writeString(
          conf().resolve("ebb.conf"),
          shipped + journal + "ebb.cluster.seed-nodes = \"" + seeds + "\"\n");
      for (int i = 0; i < ports.size(); i++) {
        Files.writeString(conf().resolve(name(i) + ".conf"), own(ports.get(i)));
      }
    } else {
      Files.writeString(
          conf().resolve("ebb.conf"),
          shipped + journal + own(ports.get(0)) + "ebb.cluster.seed-nodes = \"\"\n");
    }
  }

  private static String own(ClusterPorts ports) {
    return """
    ebb.cluster { host = "%1$s", port = %2$d }
    ebb.http { host = "%1$s", port = %3$d }
    """
        .formatted(ClusterPorts.HOST, ports.members(), ports.adminApi());
  }

  /** The folder that users copy, below the home that the launcher passes. */
  private static Path shipped() {
    String home = System.getProperty("ebb.home");
    Path start = Path.of(home == null ? "" : home).toAbsolutePath().normalize();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path cluster = folder.resolve("conf/cluster");
      if (Files.isDirectory(cluster)) {
        return cluster;
      }
    }
    throw new IllegalStateException("Neither " + start + " nor a folder above it has conf/cluster");
  }
}
