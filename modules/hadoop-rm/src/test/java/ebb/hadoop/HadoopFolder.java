package ebb.hadoop;

import ebb.postgres.LoopbackPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A configuration folder with free ports of the loopback interface, and the lists beside it. */
public final class HadoopFolder {
  public static final List<String> SERVICES =
      List.of(
          "address",
          "scheduler.address",
          "resource-tracker.address",
          "admin.address",
          "webapp.address");

  private final Path folder;
  private final Map<String, String> site = new TreeMap<>();

  private HadoopFolder(Path folder) {
    this.folder = folder;
  }

  public static HadoopFolder in(Path parent) throws IOException {
    HadoopFolder conf = new HadoopFolder(Files.createDirectories(parent.resolve("conf")));
    conf.set("yarn.resourcemanager.hostname", "localhost");
    for (String service : SERVICES) {
      conf.set("yarn.resourcemanager." + service, "localhost:" + LoopbackPorts.free());
    }
    conf.set("yarn.resourcemanager.nodes.exclude-path", conf.excludeFile().toString());
    Files.createFile(conf.excludeFile());
    return conf;
  }

  /**
   * The settings of a pair in which this ResourceManager is rm1.
   *
   * @param other address of rm2, for all services
   */
  public HadoopFolder pairWith(String other) throws IOException {
    set("yarn.resourcemanager.ha.enabled", "true");
    set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    set("yarn.resourcemanager.ha.id", "rm1");
    set("yarn.resourcemanager.cluster-id", "ebb");
    for (String service : SERVICES) {
      String key = "yarn.resourcemanager." + service;
      set(key + ".rm1", get(key));
      set(key + ".rm2", other);
    }
    return this;
  }

  public Path path() {
    return folder;
  }

  public Path excludeFile() {
    return folder.resolve("exclude");
  }

  public String get(String key) {
    return site.getOrDefault(key, "");
  }

  /** Also writes yarn-site.xml. */
  public HadoopFolder set(String key, String value) throws IOException {
    site.put(key, value);
    // Moved into place, because a leader may just be reading the lists for the first time.
    Path whole = Files.writeString(folder.resolve("new"), xml(site));
    Files.move(whole, folder.resolve("yarn-site.xml"), StandardCopyOption.ATOMIC_MOVE);
    return this;
  }

  /** Writes another of Hadoop's files, such as capacity-scheduler.xml. */
  public Path write(String name, Map<String, String> properties) throws IOException {
    return Files.writeString(folder.resolve(name), xml(properties));
  }

  private static String xml(Map<String, String> properties) {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    properties.forEach(
        (name, text) ->
            xml.append("<property><name>")
                .append(name)
                .append("</name><value>")
                .append(text)
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  public void exclude(String... hosts) throws IOException {
    Files.write(excludeFile(), List.of(hosts));
  }
}
