package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ResourceManager as a process that can be killed and started again on the same data: Ebb, or
 * Hadoop's own in its place.
 */
public final class ResourceManagerProcess {
  private static final String EBB = "ebb.app.Main";
  private static final String EBB_SERVES = "Ebb serves";
  private static final String YARN =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String YARN_SERVES = "Transitioned to active state";
  private static final int HEAP_MEGABYTES = 384;

  private final ClusterFolder folder;
  private final Installation installation;
  private final ProcessGroup processes;
  private int starts;
  private Optional<ManagedProcess> current = Optional.empty();
  private String saysThatItServes = EBB_SERVES;

  ResourceManagerProcess(ClusterFolder folder, Installation installation, ProcessGroup processes) {
    this.folder = folder;
    this.installation = installation;
    this.processes = processes;
  }

  /**
   * Starts Ebb and does not wait.
   *
   * @throws ClusterException if a ResourceManager runs already
   */
  public ManagedProcess start() {
    saysThatItServes = EBB_SERVES;
    return start(
        lib(),
        EBB,
        List.of("start", "--conf", folder.conf().toString(), "--data", folder.data().toString()));
  }

  /**
   * Starts the unmodified {@code yarn resourcemanager} on the same settings, and does not wait.
   *
   * @throws ClusterException if a ResourceManager runs already
   */
  public ManagedProcess startYarn() {
    saysThatItServes = YARN_SERVES;
    return start(folder.conf() + File.pathSeparator + lib(), YARN, List.of());
  }

  private String lib() {
    return installation.resourceManagerLib() + "/*";
  }

  private ManagedProcess start(String classPath, String mainClass, List<String> arguments) {
    if (current.filter(ManagedProcess::isAlive).isPresent()) {
      throw new ClusterException("The ResourceManager runs already");
    }
    starts++;
    var command =
        new JavaCommand(
            List.of(classPath),
            mainClass,
            HEAP_MEGABYTES,
            Map.of(
                "java.io.tmpdir",
                folder.tmp().toString(),
                // Ebb has its own way to find the file.
                "logback.configurationFile",
                folder.conf().resolve(ClusterSettings.YARN_LOGBACK).toString(),
                // With two processors the common pool would start a thread per task.
                "java.util.concurrent.ForkJoinPool.common.parallelism",
                "2"),
            arguments);
    Path log = folder.logs().resolve("resourcemanager-" + starts + ".log");
    ManagedProcess process = processes.start("the ResourceManager", command.words(), log);
    current = Optional.of(process);
    return process;
  }

  /** Whether the process that was started last has said that all its ports answer. */
  public boolean serves() {
    return current.flatMap(process -> process.logLine(saysThatItServes)).isPresent();
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
