package ebb.hadoop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A configuration folder on free ports of the loopback interface, and the lists beside it. */
final class HadoopFolder {
  static final List<String> SERVICES =
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

  static HadoopFolder in(Path parent) throws IOException {
    HadoopFolder conf = new HadoopFolder(Files.createDirectories(parent.resolve("conf")));
    conf.set("yarn.resourcemanager.hostname", "localhost");
    for (String service : SERVICES) {
      conf.set("yarn.resourcemanager." + service, "localhost:" + freePort());
    }
    conf.set("yarn.resourcemanager.nodes.exclude-path", conf.excludeFile().toString());
    Files.createFile(conf.excludeFile());
    return conf;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  Path path() {
    return folder;
  }

  Path excludeFile() {
    return folder.resolve("exclude");
  }

  String get(String key) {
    return site.getOrDefault(key, "");
  }

  /** Also writes yarn-site.xml. */
  HadoopFolder set(String key, String value) throws IOException {
    site.put(key, value);
    StringBuilder xml = new StringBuilder("<configuration>\n");
    site.forEach(
        (name, text) ->
            xml.append("<property><name>")
                .append(name)
                .append("</name><value>")
                .append(text)
                .append("</value></property>\n"));
    // Moved into place, because a leader may be reading the lists for the first time just now.
    Path whole = Files.writeString(folder.resolve("new"), xml.append("</configuration>\n"));
    Files.move(whole, folder.resolve("yarn-site.xml"), StandardCopyOption.ATOMIC_MOVE);
    return this;
  }

  void exclude(String... hosts) throws IOException {
    Files.write(excludeFile(), List.of(hosts));
  }
}
