package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ebb as a process that can be killed and started again on the same data. */
public final class ResourceManagerProcess {
  private static final String MAIN_CLASS = "ebb.app.Main";
  private static final String SERVES = "Ebb serves";
  private static final int HEAP_MEGABYTES = 384;

  private final ClusterFolder folder;
  private final Installation installation;
  private final ProcessGroup processes;
  private int starts;
  private Optional<ManagedProcess> current = Optional.empty();

  ResourceManagerProcess(ClusterFolder folder, Installation installation, ProcessGroup processes) {
    this.folder = folder;
    this.installation = installation;
    this.processes = processes;
  }

  /**
   * Starts it and does not wait.
   *
   * @throws ClusterException if it runs already
   */
  public ManagedProcess start() {
    if (current.filter(ManagedProcess::isAlive).isPresent()) {
      throw new ClusterException("The ResourceManager runs already");
    }
    starts++;
    var command =
        new JavaCommand(
            List.of(installation.resourceManagerLib() + "/*"),
            MAIN_CLASS,
            HEAP_MEGABYTES,
            Map.of(
                "java.io.tmpdir",
                folder.tmp().toString(),
                // With two processors the common pool would start a thread per task.
                "java.util.concurrent.ForkJoinPool.common.parallelism",
                "2"),
            List.of(
                "start", "--conf", folder.conf().toString(), "--data", folder.data().toString()));
    Path log = folder.logs().resolve("resourcemanager-" + starts + ".log");
    ManagedProcess process = processes.start("the ResourceManager", command.words(), log);
    current = Optional.of(process);
    return process;
  }

  /** Whether the process that was started last has said that all its ports answer. */
  public boolean serves() {
    return current.flatMap(process -> process.logLine(SERVES)).isPresent();
  }

  /**
   * The process that was started last.
   *
   * @throws ClusterException if it was never started
   */
  public ManagedProcess process() {
    return current.orElseThrow(() -> new ClusterException("The ResourceManager was never started"));
  }
}
