package ebb.demo.cluster;

import ebb.demo.process.FolderProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM of a running container, as the operating system sees it. The same container with the same
 * process id has neither been lost nor started again, whatever the ResourceManager says.
 *
 * @param host of the NodeManager that runs it
 */
public record ContainerProcess(String containerId, String host, long pid) {
  private static final Pattern ID = Pattern.compile("container_(?:e\\d+_)?\\d+_\\d+_\\d+_(\\d+)");
  private static final String APPLICATION_MASTER = "000001";

  /** All containers that run in the folder of the cluster. */
  static List<ContainerProcess> in(ClusterFolder folder) {
    return FolderProcesses.of(folder.nodes()).stream()
        // The shells around a container name it as well.
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .flatMap(
            process ->
                parse(folder.nodes(), FolderProcesses.commandLine(process), process.pid()).stream())
        .toList();
  }

  /** Empty if this is not the command line of a container below the folder. */
  static Optional<ContainerProcess> parse(Path nodes, String commandLine, long pid) {
    Matcher place = Pattern.compile(Pattern.quote(nodes + "/") + "([^/]+)/").matcher(commandLine);
    Matcher id = ID.matcher(commandLine);
    return place.find() && id.find()
        ? Optional.of(new ContainerProcess(id.group(), place.group(1), pid))
        : Optional.empty();
  }

  /** Whether the container is its attempt's first, which is the application master. */
  public boolean isApplicationMaster() {
    Matcher id = ID.matcher(containerId);
    return id.matches() && APPLICATION_MASTER.equals(id.group(1));
  }
}
