package ebb.demo.cluster;

import ebb.demo.client.AdminApi;
import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A ResourceManager process, Ebb or Hadoop's own, that can be killed and started again on the same
 * data.
 */
public final class ResourceManagerProcess {
  static final String EBB = "ebb.app.Main";
  private static final String EBB_SERVES = "Ebb serves";
  private static final String YARN =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String YARN_SERVES = "Transitioned to active state";
  static final int HEAP_MEGABYTES = 384;

  private final String name;
  private final List<String> arguments;
  private final AdminApi adminApi;
  private final ClusterFolder folder;
  private final Installation installation;
  private final ProcessGroup processes;
  private List<String> jvmOptions = List.of();
  private UnaryOperator<List<String>> command = UnaryOperator.identity();
  private int starts;
  private Optional<ManagedProcess> current = Optional.empty();
  private String saysThatItServes = EBB_SERVES;

  private ResourceManagerProcess(
      String name,
      List<String> arguments,
      AdminApi adminApi,
      ClusterFolder folder,
      Installation installation,
      ProcessGroup processes) {
    this.name = name;
    this.arguments = arguments;
    this.adminApi = adminApi;
    this.folder = folder;
    this.installation = installation;
    this.processes = processes;
  }

  /** One for each instance. Starts nothing. */
  static List<ResourceManagerProcess> of(
      InstanceSet instances,
      ClusterFolder folder,
      Installation installation,
      ProcessGroup processes) {
    List<ResourceManagerProcess> all = new ArrayList<>();
    instances
        .ports()
        .forEach(
            (name, ports) ->
                all.add(
                    new ResourceManagerProcess(
                        instances.areSeveral() ? name : "resourcemanager",
                        arguments(instances, name, folder),
                        new AdminApi(ports.adminApi()),
                        folder,
                        installation,
                        processes)));
    return List.copyOf(all);
  }

  private static List<String> arguments(InstanceSet instances, String name, ClusterFolder folder) {
    String conf = folder.conf().toString();
    Path data = folder.data();
    return instances.areSeveral()
        ? List.of(
            "start", "--instance", name, "--conf", conf, "--data", data.resolve(name).toString())
        : List.of("start", "--conf", conf, "--data", data.toString());
  }

  /** Its id in YARN's HA settings, if it is one of several. */
  public String name() {
    return name;
  }

  /** The admin API of this instance only. */
  public AdminApi adminApi() {
    return adminApi;
  }

  /** Sets its JVM options from its next start on. */
  public void runWith(List<String> options) {
    jvmOptions = List.copyOf(options);
  }

  /**
   * Replaces its command line from its next start on.
   *
   * @param words turns the normal command line into the one to run
   */
  public void startBy(UnaryOperator<List<String>> words) {
    command = words;
  }

  /**
   * Starts Ebb and does not wait.
   *
   * @throws ClusterException if a ResourceManager is already running
   */
  public ManagedProcess start() {
    saysThatItServes = EBB_SERVES;
    List<String> options = new ArrayList<>(ClassArchive.options(installation));
    options.addAll(jvmOptions);
    return start(classPath(installation), EBB, options, arguments);
  }

  /**
   * Starts the unmodified {@code yarn resourcemanager} with the same settings, and does not wait.
   *
   * @throws ClusterException if a ResourceManager is already running
   */
  public ManagedProcess startYarn() {
    saysThatItServes = YARN_SERVES;
    String classPath = folder.conf() + File.pathSeparator + classPath(installation);
    return start(classPath, YARN, jvmOptions, List.of());
  }

  static String classPath(Installation installation) {
    return installation.resourceManagerLib() + "/*";
  }

  private ManagedProcess start(
      String classPath, String mainClass, List<String> options, List<String> words) {
    if (running().isPresent()) {
      throw new ClusterException(name + " runs already");
    }
    starts++;
    var java =
        new JavaCommand(
            List.of(classPath),
            mainClass,
            HEAP_MEGABYTES,
            Map.of(
                "java.io.tmpdir",
                folder.tmp().toString(),
                // Ebb finds the file in its own way.
                "logback.configurationFile",
                folder.conf().resolve(ClusterConfigFiles.YARN_LOGBACK).toString(),
                // With two processors the common pool would start a thread for each task.
                "java.util.concurrent.ForkJoinPool.common.parallelism",
                "2"),
            words);
    Path log = folder.logs().resolve(name + "-" + starts + ".log");
    List<String> onJava = java.words(installation.javaHome(), options);
    ManagedProcess process = processes.start(name, command.apply(onJava), log);
    current = Optional.of(process);
    return process;
  }

  /** Whether the latest process has logged that all its ports are open. */
  public boolean serves() {
    return current.flatMap(process -> process.logLine(saysThatItServes)).isPresent();
  }

  /**
   * The latest process.
   *
   * @throws ClusterException if it was never started
   */
  public ManagedProcess process() {
    return current.orElseThrow(() -> new ClusterException(name + " was never started"));
  }

  /** The latest process; empty if it was never started, or has ended. */
  public Optional<ManagedProcess> running() {
    return current.filter(ManagedProcess::isAlive);
  }
}
