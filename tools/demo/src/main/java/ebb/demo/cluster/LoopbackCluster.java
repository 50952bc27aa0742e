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
 * ResourceManagers, NodeManagers and clients as processes of this machine, in a temporary folder,
 * on free ports of loopback addresses, with their own settings. Closing it removes everything, and
 * so does the end of our own process.
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
   * Creates the folder of a cluster with one ResourceManager: all settings and an empty exclude
   * file. Starts nothing.
   *
   * @param yarnSite properties of {@code yarn-site.xml}, which override the others
   */
  public static LoopbackCluster create(Installation installation, Map<String, String> yarnSite) {
    return create(installation, InstanceSet.one(), yarnSite);
  }

  /**
   * Creates a cluster with several ResourceManagers, rm1, rm2 and so on.
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

  /** Creates an empty journal, so that the first start needs no special option. */
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

  /** The configuration and logs of the instances. */
  public InstanceFiles files() {
    return new InstanceFiles(folder);
  }

  /** The first ResourceManager. */
  public ResourceManagerProcess resourceManager() {
    return resourceManagers.get(0);
  }

  /** All ResourceManagers, running or not. */
  public List<ResourceManagerProcess> resourceManagers() {
    return resourceManagers;
  }

  /** The instance that reports that it leads; empty if none does now. */
  public Optional<ResourceManagerProcess> leader() {
    return resourceManagers.stream().filter(each -> each.adminApi().leads()).findFirst();
  }

  public XmlExcludeFile excludeFile() {
    return excludeFile;
  }

  /** The admin API of any ResourceManager that answers. */
  public AdminApi adminApi() {
    return adminApi;
  }

  public HadoopApi hadoopApi() {
    return hadoopApi;
  }

  /**
   * For a cluster with authentication: sets the credentials for both APIs of the cluster, but not
   * for the APIs of single ResourceManagers.
   *
   * @param authorization the {@code Authorization} header for one request
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
   * @param host an IPv4 loopback address that no other NodeManager of this cluster has
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

  /** All that were started, including those that have ended. */
  public List<NodeManagerProcess> nodeManagers() {
    return List.copyOf(nodeManagers);
  }

  /** Starts Hadoop's client, which submits the job and runs until the job ends. Does not wait. */
  public MapReduceJob submit(SleepJob job) {
    return new MapReduceJob(clients.start("job", SleepJob.MAIN_CLASS, "INFO", job.arguments()));
  }

  /**
   * Starts another program, which ends with the cluster, and does not wait.
   *
   * @param command names the folder of this cluster
   * @param options of its JVM, besides those of all
   */
  public ManagedProcess start(String name, JavaCommand command, List<String> options) {
    Path log = folder.logs().resolve(name + ".log");
    return processes.start(name, command.words(installation.javaHome(), options), log);
  }

  /** The JVMs of the containers that run now, on all nodes. */
  public List<ContainerProcess> containers() {
    return ContainerProcess.in(folder);
  }

  /** Whether the task in this container has finished successfully. */
  public boolean hasFinished(ContainerProcess container) {
    return TaskLog.of(folder, container).filter(TaskLog::saysDone).isPresent();
  }

  /**
   * Reads the journal: a shared one at any time, a file only when the instance has ended.
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
   * @throws ebb.demo.process.ProcessFailedException if a process has ended unexpectedly
   */
  public void checkAlive() {
    processes.checkAlive();
  }

  /** Closing will leave the folder where it is. */
  public void keepFolder() {
    keepsFolder = true;
  }

  /** Ends all processes, including containers, and removes the folder. Idempotent. */
  @Override
  public synchronized void close() {
    processes.close();
    if (!keepsFolder) {
      folder.delete();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      return; // The JVM is shutting down, so the hook already runs.
    }
  }
}
