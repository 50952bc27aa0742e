package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A ResourceManager, NodeManagers and clients as processes of this machine: in a temporary folder,
 * on free ports of loopback addresses, with settings of their own. Nothing of it is left when it
 * has been closed, which the end of our own process does, too.
 */
public final class LoopbackCluster implements AutoCloseable {
  private static final int NODE_MANAGER_HEAP_MEGABYTES = 160;

  private final Installation installation;
  private final ClusterFolder folder;
  private final ProcessGroup processes;
  private final ResourceManagerProcess resourceManager;
  private final HadoopClient clients;
  private final ExcludeFile excludeFile;
  private final List<NodeManagerProcess> nodeManagers = new CopyOnWriteArrayList<>();
  private final AdminApi adminApi;
  private final HadoopApi hadoopApi;
  private final Thread closeAtExit = new Thread(this::close, "loopback-cluster-clean-up");
  private volatile boolean keepsFolder;

  private LoopbackCluster(Installation installation, ClusterFolder folder, ClusterPorts ports) {
    this.installation = installation;
    this.folder = folder;
    processes =
        new ProcessGroup(
            folder.root(),
            Map.of(
                "JAVA_HOME", JavaCommand.javaHome().toString(),
                "HADOOP_CONF_DIR", folder.conf().toString()));
    resourceManager = new ResourceManagerProcess(folder, installation, processes);
    clients = new HadoopClient(folder, installation, processes);
    excludeFile = new ExcludeFile(folder.conf().resolve("exclude.xml"));
    adminApi = new AdminApi(ports.adminApi());
    hadoopApi = new HadoopApi(ports.web());
  }

  /**
   * Makes the folder with all settings and an empty exclude file; starts nothing.
   *
   * @param yarnSite settings on top of, or in the place of, those of {@code yarn-site.xml}
   */
  public static LoopbackCluster create(Installation installation, Map<String, String> yarnSite) {
    ClusterFolder folder = ClusterFolder.create();
    try {
      ClusterPorts ports = ClusterPorts.free();
      var cluster = new LoopbackCluster(installation, folder, ports);
      cluster.excludeFile.write(List.of());
      new ClusterSettings(folder, ports, installation).write(cluster.excludeFile.path(), yarnSite);
      Runtime.getRuntime().addShutdownHook(cluster.closeAtExit);
      return cluster;
    } catch (ClusterException | UncheckedIOException e) {
      folder.delete();
      throw e;
    }
  }

  public ClusterFolder folder() {
    return folder;
  }

  public ResourceManagerProcess resourceManager() {
    return resourceManager;
  }

  public ExcludeFile excludeFile() {
    return excludeFile;
  }

  public AdminApi adminApi() {
    return adminApi;
  }

  public HadoopApi hadoopApi() {
    return hadoopApi;
  }

  public RmAdmin rmAdmin() {
    return new RmAdmin(clients);
  }

  /**
   * Starts a NodeManager and does not wait.
   *
   * @param host an IPv4 loopback address, which no other NodeManager of this cluster has
   */
  public NodeManagerProcess startNodeManager(String host) {
    var command =
        new JavaCommand(
            List.of(folder.conf().toString(), installation.nodeManagerLib() + "/*"),
            NodeManagerProcess.MAIN_CLASS,
            NODE_MANAGER_HEAP_MEGABYTES,
            Map.of("java.io.tmpdir", folder.tmp().toString(), ClusterSettings.NODE_HOST, host),
            List.of());
    Path log = folder.logs().resolve("nodemanager-" + host + ".log");
    ManagedProcess process = processes.start("NodeManager " + host, command.words(), log);
    var nodeManager = new NodeManagerProcess(host, process);
    nodeManagers.add(nodeManager);
    return nodeManager;
  }

  /** All that were started, also those that have ended. */
  public List<NodeManagerProcess> nodeManagers() {
    return List.copyOf(nodeManagers);
  }

  /** Starts Hadoop's client, which submits the job and stays until its end; does not wait. */
  public MapReduceJob submit(SleepJob job) {
    return new MapReduceJob(clients.start("job", SleepJob.MAIN_CLASS, "INFO", job.arguments()));
  }

  /** The JVMs of the containers that run now, on all nodes. */
  public List<ContainerProcess> containers() {
    return ContainerProcess.in(folder);
  }

  /** Whether a task, of which a container's process was the JVM, has been done to its end. */
  public boolean hasFinished(ContainerProcess container) {
    return TaskLog.of(folder, container).filter(TaskLog::saysDone).isPresent();
  }

  /**
   * @throws ebb.demo.process.ProcessFailedException if a process has ended that should not have
   */
  public void checkAlive() {
    processes.checkAlive();
  }

  /** From now on closing leaves the folder where it is. */
  public void keepFolder() {
    keepsFolder = true;
  }

  /** Ends all processes, containers included, and removes the folder. May be called again. */
  @Override
  public synchronized void close() {
    processes.close();
    if (!keepsFolder) {
      folder.delete();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      return; // our own process is ending
    }
  }
}
