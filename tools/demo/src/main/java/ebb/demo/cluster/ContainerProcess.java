package ebb.demo.cluster;

import ebb.demo.process.FolderProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The JVM of a running container, as the operating system sees it. If a container still has the
 * same process id, it was neither lost nor restarted, whatever the ResourceManager reports.
 *
 * @param host of the NodeManager that runs it
 */
public record ContainerProcess(String containerId, String host, long pid) {
  private static final Pattern ID = Pattern.compile("container_(?:e\\d+_)?\\d+_\\d+_\\d+_(\\d+)");
  private static final String APPLICATION_MASTER = "000001";

  /** A process that looks like a container, and its parent; empty if the parent has ended. */
  record Candidate(ContainerProcess container, Optional<Long> parent) {}

  /** All containers that run in the folder of the cluster. */
  static List<ContainerProcess> in(ClusterFolder folder) {
    return withoutForks(
        FolderProcesses.of(folder.nodes()).stream()
            // The shells around a container name it, too.
            .filter(process -> process.info().command().orElse("").endsWith("/java"))
            .flatMap(process -> candidate(folder.nodes(), process).stream())
            .toList());
  }

  private static Optional<Candidate> candidate(Path nodes, ProcessHandle process) {
    return parse(nodes, FolderProcesses.commandLine(process), process.pid())
        .map(container -> new Candidate(container, process.parent().map(ProcessHandle::pid)));
  }

  /**
   * Removes forks. When a JVM starts a command, its child has the command line of the JVM for a
   * moment.
   */
  static List<ContainerProcess> withoutForks(List<Candidate> candidates) {
    Set<Long> pids =
        candidates.stream()
            .map(each -> each.container().pid())
            .collect(Collectors.toUnmodifiableSet());
    return candidates.stream()
        .filter(each -> each.parent().filter(Predicate.not(pids::contains)).isPresent())
        .map(Candidate::container)
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

  /** Whether this is the first container of its attempt, which is the application master. */
  public boolean isApplicationMaster() {
    Matcher id = ID.matcher(containerId);
    return id.matches() && APPLICATION_MASTER.equals(id.group(1));
  }
}
