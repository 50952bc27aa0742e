package ebb.bench.rm;

import ebb.demo.cluster.ClusterPorts;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.HadoopXml;
import ebb.demo.cluster.XmlExcludeFile;
import ebb.journal.JournalCreation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configuration of one ResourceManager, the same for both candidates except for the ports. */
public final class RmFolder {
  /** Scheduler settings for measuring heartbeats: containers are allocated on heartbeats. */
  public static final Map<String, String> WHEN_A_NODE_BEATS =
      Map.of(
          // Leave room for an application master in a small fleet.
          "yarn.scheduler.capacity.maximum-am-resource-percent",
          "1.0",
          // Locality does not matter here, so do not wait for it.
          "yarn.scheduler.capacity.node-locality-delay",
          "-1",
          // By default a thread visits all nodes every five milliseconds, which would hide the cost
          // of a heartbeat.
          "yarn.scheduler.capacity.schedule-asynchronously.enable",
          "false");

  private final Path root;
  private final ClusterPorts ports;

  private RmFolder(Path root, ClusterPorts ports) {
    this.root = root;
    this.ports = ports;
  }

  public static RmFolder create(Path root, ClusterPorts ports, Fit fit) throws IOException {
    RmFolder folder = new RmFolder(root, ports);
    Files.createDirectories(folder.conf());
    Files.createDirectories(folder.data());
    Files.createDirectories(folder.tmp());
    folder.exclude(List.of());
    HadoopXml.write(folder.conf().resolve("yarn-site.xml"), folder.yarnSite());
    HadoopXml.write(folder.conf().resolve("core-site.xml"), folder.coreSite());
    HadoopXml.write(folder.conf().resolve("capacity-scheduler.xml"), capacityScheduler(fit));
    folder.writeEbbConf("");
    RmJvm.writeLogback(folder.conf());
    Files.writeString(folder.httpSecret(), "for this process only\n");
    JournalCreation.create(folder.journal().toString());
    return folder;
  }

  private void writeEbbConf(String more) throws IOException {
    Files.writeString(
        conf().resolve("ebb.conf"), "ebb.http.port = " + ports.adminApi() + "\n" + more);
  }

  /** The folder of the journal in SQLite. */
  public Path journal() {
    return data().resolve("journal");
  }

  /** Replaces the journal by a new one in an empty PostgreSQL database. */
  public void useJournal(String url, String user, Path passwordFile) throws IOException {
    JournalCreation.create(url, user, passwordFile.toString());
    writeEbbConf(
        """
        ebb.journal { url = "%s", user = "%s", password-file = "%s" }
        ebb.cluster { host = "%s", port = %d, seed-nodes = "" }
        """
            .formatted(url, user, passwordFile, ClusterPorts.HOST, ports.members()));
  }

  Path root() {
    return root;
  }

  Path conf() {
    return root.resolve("conf");
  }

  Path data() {
    return root.resolve("data");
  }

  Path tmp() {
    return root.resolve("tmp");
  }

  public ClusterPorts ports() {
    return ports;
  }

  /** Replaces the exclude file. */
  public void exclude(List<ExcludedHost> hosts) throws IOException {
    Files.writeString(excludeFile(), XmlExcludeFile.xml(hosts));
  }

  private Path excludeFile() {
    return conf().resolve("exclude.xml");
  }

  private Path httpSecret() {
    return conf().resolve("http-secret");
  }

  private Map<String, String> yarnSite() {
    Map<String, String> yarn = new LinkedHashMap<>();
    yarn.put("yarn.resourcemanager.hostname", ClusterPorts.HOST);
    yarn.put(
        "yarn.resourcemanager.resource-tracker.address", ClusterPorts.address(ports.tracker()));
    yarn.put("yarn.resourcemanager.scheduler.address", ClusterPorts.address(ports.scheduler()));
    yarn.put("yarn.resourcemanager.address", ClusterPorts.address(ports.client()));
    yarn.put("yarn.resourcemanager.admin.address", ClusterPorts.address(ports.admin()));
    yarn.put("yarn.resourcemanager.webapp.address", ClusterPorts.address(ports.web()));
    yarn.put("yarn.resourcemanager.nodes.exclude-path", excludeFile().toString());
    yarn.put(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    yarn.put("yarn.resourcemanager.recovery.enabled", "true");
    yarn.put("yarn.resourcemanager.work-preserving-recovery.enabled", "true");
    yarn.put("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "1000");
    yarn.put(
        "yarn.resourcemanager.store.class",
        "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore");
    yarn.put(
        "yarn.resourcemanager.fs.state-store.uri", root.resolve("applications").toUri().toString());
    yarn.put("yarn.node-labels.fs-store.root-dir", root.resolve("node-labels").toUri().toString());
    yarn.put(
        "yarn.node-attribute.fs-store.root-dir",
        root.resolve("node-attributes").toUri().toString());
    return yarn;
  }

  private Map<String, String> coreSite() {
    return Map.of(
        "fs.defaultFS",
        "file:///",
        "hadoop.tmp.dir",
        tmp().resolve("hadoop").toString(),
        "hadoop.http.authentication.signature.secret.file",
        httpSecret().toString());
  }

  private static Map<String, String> capacityScheduler(Fit fit) {
    Map<String, String> scheduler = new LinkedHashMap<>();
    scheduler.put("yarn.scheduler.capacity.root.queues", "default");
    scheduler.put("yarn.scheduler.capacity.root.default.capacity", "100");
    scheduler.putAll(fit.scheduler());
    return scheduler;
  }
}
