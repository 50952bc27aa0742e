package ebb.scenarios.failover;

import ebb.demo.cluster.LoopbackCluster;
import ebb.postgres.LoopbackPorts;
import ebb.scenarios.EbbRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A second process under the name of an instance, as after copying a configuration by mistake: the
 * same database, but other ports and another data folder.
 */
final class Twin {
  /** Five of YARN's, the admin API's, and the cluster's. */
  private static final int PORTS = 7;

  private Twin() {}

  /** Starts it with {@code ebb start}, and waits for its end. */
  static EbbRun start(LoopbackCluster cluster, String instance)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(cluster.folder().root().resolve("twin"));
    Path conf = Files.createDirectory(own.resolve("conf"));
    copyWithOtherPorts(cluster.folder().conf(), conf, instance);
    return EbbRun.of(
        cluster,
        List.of(
            "start",
            "--instance",
            instance,
            "--conf",
            conf.toString(),
            "--data",
            own.resolve("data").toString()));
  }

  private static void copyWithOtherPorts(Path from, Path to, String instance) throws IOException {
    Map<String, String> ports = otherPorts(from, instance);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        for (Map.Entry<String, String> port : ports.entrySet()) {
          text = text.replaceAll("\\b" + port.getKey() + "\\b", port.getValue());
        }
        Files.writeString(to.resolve(file.getFileName()), text);
      }
    }
  }

  /** Replaces the ports of the instance. */
  private static Map<String, String> otherPorts(Path conf, String instance) throws IOException {
    Map<String, String> ports = new LinkedHashMap<>();
    Matcher found =
        Pattern.compile("(?:\\." + instance + "</name><value>[\\d.]+:|= )(\\d+)")
            .matcher(
                Files.readString(conf.resolve("yarn-site.xml"))
                    + Files.readString(conf.resolve(instance + ".conf")));
    while (found.find()) {
      ports.put(found.group(1), Integer.toString(LoopbackPorts.free()));
    }
    if (ports.size() != PORTS) {
      throw new AssertionError("These ports of " + instance + " were found: " + ports.keySet());
    }
    return ports;
  }
}
