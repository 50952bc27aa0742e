package ebb.demo.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The addresses of a cluster's ResourceManagers, as YARN's keys and in Ebb's files. */
final class InstanceSettings {
  private static final String PREFIX = "yarn.resourcemanager.";

  private final Path conf;
  private final InstanceSet instances;

  /**
   * @param conf the folder of all configuration files
   */
  InstanceSettings(Path conf, InstanceSet instances) {
    this.conf = conf;
    this.instances = instances;
  }

  /** The password of the shared journal. */
  static Path passwordFile(Path conf) {
    return conf.resolve("journal-password");
  }

  /** The addresses for {@code yarn-site.xml} and, with several instances, YARN's HA settings. */
  Map<String, String> addresses() {
    var yarn = new LinkedHashMap<String, String>();
    if (instances.areSeveral()) {
      yarn.put(PREFIX + "ha.enabled", "true");
      yarn.put(PREFIX + "cluster-id", "demo");
      yarn.put(PREFIX + "ha.rm-ids", String.join(",", instances.ports().keySet()));
      yarn.put("yarn.client.failover-sleep-base-ms", "500");
      yarn.put("yarn.client.failover-sleep-max-ms", "2000");
      yarn.put("ipc.client.rpc-timeout.ms", "10000");
      instances.ports().forEach((name, ports) -> put(yarn, ports, "." + name));
    } else {
      instances.ports().values().forEach(ports -> put(yarn, ports, ""));
    }
    return yarn;
  }

  private static void put(Map<String, String> yarn, ClusterPorts ports, String suffix) {
    yarn.put(PREFIX + "hostname" + suffix, ClusterPorts.HOST);
    yarn.put(PREFIX + "scheduler.address" + suffix, address(ports.scheduler()));
    yarn.put(PREFIX + "resource-tracker.address" + suffix, address(ports.tracker()));
    yarn.put(PREFIX + "address" + suffix, address(ports.client()));
    yarn.put(PREFIX + "admin.address" + suffix, address(ports.admin()));
    yarn.put(PREFIX + "webapp.address" + suffix, address(ports.web()));
  }

  /** Writes Ebb's files: one for all instances and, if there are several, one for each. */
  void write() {
    var ebbConf = new StringBuilder("ebb.http.host = \"" + ClusterPorts.HOST + "\"\n");
    instances.journal().ifPresent(journal -> ebbConf.append(journalConf(journal)));
    if (instances.areSeveral()) {
      ebbConf.append("ebb.cluster.seed-nodes = \"" + seedNodes() + "\"\n");
      instances
          .ports()
          .forEach(
              (name, ports) ->
                  writeText(
                      conf.resolve(name + ".conf"),
                      "ebb.cluster.port = " + ports.members() + "\n" + adminApi(ports)));
    } else {
      instances
          .ports()
          .forEach(
              (name, ports) ->
                  ebbConf.append("ebb.instance = \"" + name + "\"\n" + adminApi(ports)));
    }
    writeText(conf.resolve("ebb.conf"), ebbConf.toString());
  }

  private String journalConf(SharedJournal journal) {
    Path passwordFile = passwordFile(conf);
    try {
      Files.createFile(
          passwordFile,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make " + passwordFile, e);
    }
    writeText(passwordFile, journal.password() + "\n");
    return """
    ebb.journal { url = "%s", user = "%s", password-file = "%s" }
    """
        .formatted(journal.url(), journal.user(), passwordFile);
  }

  private String seedNodes() {
    return instances.ports().values().stream()
        .map(ports -> address(ports.members()))
        .collect(Collectors.joining(","));
  }

  private static String adminApi(ClusterPorts ports) {
    return "ebb.http.port = " + ports.adminApi() + "\n";
  }

  private static String address(int port) {
    return ClusterPorts.HOST + ":" + port;
  }

  private static void writeText(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
