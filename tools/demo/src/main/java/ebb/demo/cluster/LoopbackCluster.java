package ebb.demo.cluster;

import ebb.demo.client.AdminApi;
import ebb.demo.client.HadoopApi;
import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import ebb.journal.JournalCreation;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * ResourceManagers, NodeManagers and clients as processes of this machine: in a temporary folder,
 * on free ports of loopback addresses, with settings of their own. Nothing of it is left when it
 * has been closed, which the end of our own process does, too.
 */
public final class LoopbackCluster implements AutoCloseable {
  private static final int NODE_MANAGER_HEAP_MEGABYTES = 160;

  private final Installation installation;
  private final ClusterFolder folder;
  private final ProcessGroup processes;
  private final List<ResourceManagerProcess> resourceManagers;
  private final HadoopClient clients;
  private final XmlExcludeFile excludeFile;
  private final Optional<SharedJournal> sharedJournal;
  private final List<NodeManagerProcess> nodeManagers = new CopyOnWriteArrayList<>();
  private final AdminApi adminApi;
  private final HadoopApi hadoopApi;
  private final Thread closeAtExit = new Thread(this::close, "loopback-cluster-clean-up");
  private volatile boolean keepsFolder;

  private LoopbackCluster(Installation installation, ClusterFolder folder, InstanceSet instances) {
    this.installation = installation;
    this.folder = folder;
    Map<String, String> environment = new HashMap<>(installation.environment());
    environment.put("JAVA_HOME", installation.javaHome().toString());
    environment.put("HADOOP_CONF_DIR", folder.conf().toString());
    processes = new ProcessGroup(folder.root(), environment);
    resourceManagers = ResourceManagerProcess.of(instances, folder, installation, processes);
    clients = new HadoopClient(folder, installation, processes);
    excludeFile = new XmlExcludeFile(folder.conf().resolve("exclude.xml"));
    sharedJournal = instances.journal();
    var ports = instances.ports().values();
    adminApi = new AdminApi(ports.stream().map(ClusterPorts::adminApi).toList());
    hadoopApi = new HadoopApi(ports.stream().map(ClusterPorts::web).toList());
  }

  /**
   * Makes the folder of a cluster with one ResourceManager: all settings and an empty exclude file;
   * starts nothing.
   *
   * @param yarnSite settings on top of, or in the place of, those of {@code yarn-site.xml}
   */
  public static LoopbackCluster create(Installation installation, Map<String, String> yarnSite) {
    return create(installation, InstanceSet.one(), yarnSite);
  }

  /**
   * As the other one, of a cluster with several ResourceManagers: rm1, rm2 and so on.
   *
   * @param journal which they share; the cluster neither starts nor stops it
   */
  public static LoopbackCluster create(
      Installation installation, int count, SharedJournal journal, Map<String, String> yarnSite) {
    return create(installation, InstanceSet.of(count, journal), yarnSite);
  }

  private static LoopbackCluster create(
      Installation installation, InstanceSet instances, Map<String, String> yarnSite) {
    ClusterFolder folder = ClusterFolder.create();
    try {
      var cluster = new LoopbackCluster(installation, folder, instances);
      cluster.excludeFile.write(List.of());
      new ClusterConfigFiles(folder, instances, installation)
          .write(cluster.excludeFile.path(), yarnSite);
      cluster.createJournal();
      Runtime.getRuntime().addShutdownHook(cluster.closeAtExit);
      return cluster;
    } catch (ClusterException | UncheckedIOException e) {
      folder.delete();
      throw e;
    }
  }

  /** So that no start has to say that it is the first one. */
  private void createJournal() {
    sharedJournal.ifPresentOrElse(
        shared -> JournalCreation.create(shared.url(), shared.user(), passwordFile()),
        () -> JournalCreation.create(folder.data().resolve("journal").toString()));
  }

  private String passwordFile() {
    return InstanceSettings.passwordFile(folder.conf()).toString();
  }

  public ClusterFolder folder() {
    return folder;
  }

  /** What its instances read and log. */
  public InstanceFiles files() {
    return new InstanceFiles(folder);
  }

  /** The only one, or the first of several. */
  public ResourceManagerProcess resourceManager() {
    return resourceManagers.get(0);
  }

  /** All of them, also those that do not run. */
  public List<ResourceManagerProcess> resourceManagers() {
    return resourceManagers;
  }

  /** The one that says that it leads; empty if none does now. */
  public Optional<ResourceManagerProcess> leader() {
    return resourceManagers.stream().filter(each -> each.adminApi().leads()).findFirst();
  }

  public XmlExcludeFile excludeFile() {
    return excludeFile;
  }

  /** Of any ResourceManager that answers. */
  public AdminApi adminApi() {
    return adminApi;
  }

  public HadoopApi hadoopApi() {
    return hadoopApi;
  }

  /**
   * For a cluster that asks who calls: what both APIs of this cluster, and of no single
   * ResourceManager, are sent.
   *
   * @param authorization the header of this name, for one request
   */
  public void authorizeBy(Supplier<String> authorization) {
    adminApi.authorizeBy(authorization);
    hadoopApi.authorizeBy(authorization);
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
            Map.of("java.io.tmpdir", folder.tmp().toString(), NodeManagerProcess.HOST, host),
            List.of());
    Path log = folder.logs().resolve("nodemanager-" + host + ".log");
    ManagedProcess process =
        processes.start(
            "NodeManager " + host,
            command.words(installation.javaHome(), installation.nodeManagerOptions()),
            log);
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

  /**
   * Starts another program beside these, which ends with them, and does not wait.
   *
   * @param command names the folder of this cluster
   * @param options of its JVM on top of those of all
   */
  public ManagedProcess start(String name, JavaCommand command, List<String> options) {
    Path log = folder.logs().resolve(name + ".log");
    return processes.start(name, command.words(installation.javaHome(), options), log);
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
   * Reads the journal: one that instances share at any time, a file when the instance has ended.
   *
   * @throws ebb.journal.database.JournalException if it cannot be read
   */
  public List<JournaledEvent> journal() {
    try (JournalReader reader = sharedJournal.map(this::reader).orElseGet(this::fileReader)) {
      return reader.events().toList();
    }
  }

  private JournalReader reader(SharedJournal shared) {
    return JournalReader.open(shared.url(), shared.user(), passwordFile());
  }

  private JournalReader fileReader() {
    return JournalReader.open(folder.data().resolve("journal"));
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
