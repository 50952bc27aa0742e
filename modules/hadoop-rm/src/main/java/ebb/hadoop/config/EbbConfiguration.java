package ebb.hadoop.config;

import com.typesafe.config.Config;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hadoop.rpc.BoundedRpcServers;
import ebb.hadoop.rpc.RpcConnections;
import ebb.hadoop.rpc.SenderRules;
import ebb.hadoop.state.DurableNodeAttributes;
import ebb.hadoop.state.JdbcStateStore;
import ebb.hadoop.web.EbbWebServices;
import ebb.hadoop.web.HttpKerberos;
import ebb.hosts.ListSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.DurableNodeLabels;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;

/**
 * Hadoop's configuration as one Ebb process sees it: the files of one folder (yarn-site.xml,
 * core-site.xml, capacity-scheduler.xml, ...), and Ebb's own defaults for settings that
 * core-site.xml and yarn-site.xml leave open. With the defaults, everything that the process writes
 * is in its data folder, and applications survive a restart.
 *
 * <p>May be used by any thread.
 */
public final class EbbConfiguration {
  /** The source of a value that no file sets. */
  private static final String OURS = "Ebb's default";

  private final ClassLoader loader;
  private final Path folder;
  private final Path data;
  private final Optional<String> haId;

  /** Whether applications must be stored where every instance finds them. */
  private final boolean shared;

  private EbbConfiguration(Path folder, Path data, Optional<String> haId, boolean shared) {
    this.folder = folder;
    this.data = data;
    this.haId = haId;
    this.shared = shared;
    loader = new FolderFirstClassLoader(folder, EbbConfiguration.class.getClassLoader());
  }

  /**
   * Creates the configuration of a folder, without reading it yet.
   *
   * @param folder with Hadoop's configuration files; none of them has to exist
   * @param data folder for everything that the process writes
   */
  public static EbbConfiguration of(Path folder, Path data) {
    return new EbbConfiguration(
        folder.toAbsolutePath().normalize(),
        data.toAbsolutePath().normalize(),
        Optional.empty(),
        false);
  }

  /**
   * The same for an instance with a shared journal. The data folder has nothing of other instances.
   */
  public EbbConfiguration ofSharedJournal() {
    return new EbbConfiguration(folder, data, haId, true);
  }

  /**
   * The same for one of several ResourceManagers.
   *
   * @param id of this process in {@code yarn.resourcemanager.ha.rm-ids}, unless yarn-site.xml sets
   *     it
   */
  public EbbConfiguration as(String id) {
    return new EbbConfiguration(folder, data, Optional.of(id), shared);
  }

  /**
   * The ids of all ResourceManagers with HA settings, otherwise none.
   *
   * @throws ConfigurationException if a file cannot be read or parsed
   */
  public Set<String> rmIds() {
    YarnConfiguration conf = load();
    return HAUtil.isHAEnabled(conf) ? Set.copyOf(HAUtil.getRMHAIds(conf)) : Set.of();
  }

  /**
   * A new configuration from the current files.
   *
   * @throws ConfigurationException if a file cannot be read or parsed
   */
  public YarnConfiguration load() {
    YarnConfiguration conf = loadAsWritten();
    OptionalComponents.missing(conf).keySet().forEach(key -> conf.set(key, "false", OURS));
    return conf;
  }

  /**
   * The settings that are ignored: a line for each, with its key and what to do.
   *
   * @throws ConfigurationException if a file cannot be read or parsed
   */
  public List<String> ignored() {
    return List.copyOf(OptionalComponents.missing(loadAsWritten()).values());
  }

  private YarnConfiguration loadAsWritten() {
    try {
      Configuration sites = empty();
      sites.addResource(YarnConfiguration.CORE_SITE_CONFIGURATION_FILE);
      sites.addResource(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE);
      YarnConfiguration conf = new YarnConfiguration();
      conf.setClassLoader(loader);
      Map<String, String> defaults = new HashMap<>(defaults());
      haId.ifPresent(id -> defaults.put(YarnConfiguration.RM_HA_ID, id));
      defaults.forEach(
          (key, value) -> {
            if (sites.getRaw(key) == null) {
              conf.set(key, value, OURS);
            }
          });
      return conf;
    } catch (RuntimeException e) {
      // Configuration wraps whatever its XML parser throws in a plain RuntimeException.
      throw ConfigurationException.of(folder, e);
    }
  }

  /** The source of the settings and lists for refreshes. Reads this folder again each time. */
  public ListSource listSource() {
    return new HadoopListSource(this);
  }

  /**
   * Requires the folder of a FileSystemBasedConfigurationProvider. Hadoop would create it, and
   * continue without any of its files.
   *
   * @throws IllegalArgumentException with a one-line message that names the key if there is no
   *     folder
   * @throws IOException if its file system cannot be read
   */
  public void requireProvidersFolder() throws IOException {
    Configuration conf = load();
    if (FileSystemBasedConfigurationProvider.class
        .getName()
        .equals(conf.getTrimmed(YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS))) {
      var place =
          new org.apache.hadoop.fs.Path(
              conf.get(
                  YarnConfiguration.FS_BASED_RM_CONF_STORE,
                  YarnConfiguration.DEFAULT_FS_BASED_RM_CONF_STORE));
      FileSystem system = place.getFileSystem(conf);
      if (!system.exists(place)) {
        throw new IllegalArgumentException(
            YarnSiteValidator.fileOf(conf, YarnConfiguration.FS_BASED_RM_CONF_STORE)
                + YarnConfiguration.FS_BASED_RM_CONF_STORE
                + " = "
                + system.makeQualified(place)
                + " does not exist; allowed are folders with Hadoop's configuration files");
      }
    }
  }

  /**
   * Initialises a ResourceManager without starting it. It writes only to a temporary folder, and
   * opens no configured store.
   *
   * @throws IllegalArgumentException with a one-line message if a ResourceManager would not start
   * @throws IOException if no temporary folder can be created
   */
  public void tryToStart() throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    Path scratch = Files.createTempDirectory("ebb-check");
    thread.setContextClassLoader(loader);
    try {
      DryRunResourceManager.check(
          new EbbConfiguration(folder, scratch, haId, shared).load(), scratch);
    } finally {
      thread.setContextClassLoader(before);
      FileUtil.fullyDelete(scratch.toFile());
    }
  }

  /**
   * Checks single values of the current configuration.
   *
   * @throws ConfigurationException if a file cannot be read or parsed
   * @throws IllegalArgumentException with a one-line message that names file, key, value and what
   *     is allowed
   */
  public void checkValues() {
    Configuration conf = load();
    YarnSiteValidator.check(conf);
    if (conf.get(YarnConfiguration.RM_SCHEDULER, "").endsWith("CapacityScheduler")) {
      requireReadable(YarnConfiguration.CS_CONFIGURATION_FILE);
    }
  }

  /**
   * Checks the rules for the peers that may act for a node on the NodeManagers' port.
   *
   * @param ebbConf Ebb's whole configuration
   * @throws IllegalArgumentException with a one-line message that names the key if a value is not
   *     allowed
   */
  public void checkTracker(Config ebbConf) {
    SenderRules.of(ebbConf, load());
  }

  /** Hadoop reads this file from a stream, so its own error does not name the file. */
  private void requireReadable(String name) {
    Configuration file = empty();
    file.addResource(name);
    try {
      file.size(); // parses it
    } catch (RuntimeException e) {
      throw ConfigurationException.of(folder, e);
    }
  }

  /**
   * Which nodes are forgotten with the current configuration.
   *
   * @throws IllegalArgumentException with a one-line message that names the key if a value is not
   *     allowed
   */
  public UntrackedPolicy untracked() {
    return UntrackedSettings.of(load());
  }

  /** Whether Hadoop's security is on, so callers must authenticate. */
  public boolean isSecure() {
    return HttpKerberos.isOn(load());
  }

  /**
   * Whether callers over HTTP can authenticate with SPNEGO.
   *
   * @throws IllegalArgumentException with a one-line message that names the key if the settings for
   *     it cannot be used
   */
  public boolean takesSpnego() {
    return HttpKerberos.of(load()).isPresent();
  }

  /** An empty configuration, even without Hadoop's defaults, that finds files in the folder. */
  Configuration empty() {
    Configuration conf = new Configuration(false);
    conf.setClassLoader(loader);
    return conf;
  }

  /** The class loader for Hadoop's threads. */
  public ClassLoader classLoader() {
    return loader;
  }

  boolean hasYarnSite() {
    return Files.exists(folder.resolve(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE));
  }

  private Map<String, String> defaults() {
    Map<String, String> defaults = new HashMap<>();
    defaults.put(CommonConfigurationKeys.HADOOP_TMP_DIR, data.resolve("tmp").toString());
    defaults.put(YarnConfiguration.RECOVERY_ENABLED, "true");
    defaults.put(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED, "true");
    defaults.put(YarnConfiguration.RM_STORE, stateStore().getName());
    defaults.put(YarnConfiguration.FS_RM_STATE_STORE_URI, earlierApplications().toUri().toString());
    defaults.put(YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, uriOf("node-attributes"));
    defaults.put(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_IMPL_CLASS,
        DurableNodeAttributes.class.getName());
    defaults.put(YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, uriOf("node-labels"));
    defaults.put(
        YarnConfiguration.FS_NODE_LABELS_STORE_IMPL_CLASS, DurableNodeLabels.class.getName());
    defaults.put(
        YarnConfiguration.YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS, EbbWebServices.class.getName());
    defaults.put(HttpServer2.HTTP_TEMP_DIR_KEY, data.resolve("tmp").resolve("web").toString());
    // A ResourceManager's files contain tokens and keys, so they are private, whatever the
    // process's umask is.
    defaults.put(CommonConfigurationKeys.FS_PERMISSIONS_UMASK_KEY, "077");
    defaults.put(YarnConfiguration.IPC_SERVER_FACTORY_CLASS, BoundedRpcServers.class.getName());
    // Hadoop's defaults are 128 MB and any number of connections. The registration of a NodeManager
    // with ten thousand containers takes 2 MB, an application with the largest tokens less.
    defaults.put(CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH, "8388608");
    defaults.put(
        CommonConfigurationKeys.IPC_SERVER_MAX_CONNECTIONS_KEY,
        String.valueOf(RpcConnections.most()));
    // Hadoop's default is 100 places for each handler. When all are taken, the port stops reading
    // until one is free. Nothing is dropped.
    defaults.put(CommonConfigurationKeys.IPC_SERVER_HANDLER_QUEUE_SIZE_KEY, "10");
    // By default, Hadoop closes ten idle connections every ten seconds.
    defaults.put(CommonConfigurationKeys.IPC_CLIENT_KILL_MAX_KEY, "1000");
    // Closed when the ResourceManager stops. Hadoop's own shutdown hook would close it earlier.
    defaults.put(CommonConfigurationKeys.FS_AUTOMATIC_CLOSE_KEY, "false");
    return defaults;
  }

  /**
   * The keytabs of this instance; empty without Kerberos.
   *
   * @throws ConfigurationException if a file cannot be read or parsed
   */
  public Stream<String> keytabs() {
    YarnConfiguration conf = load();
    return HttpKerberos.isOn(conf)
        ? Stream.concat(
            Optional.ofNullable(conf.getTrimmed(YarnConfiguration.RM_KEYTAB)).stream(),
            HttpKerberos.of(conf).map(http -> http.keytab().toString()).stream())
        : Stream.empty();
  }

  /** Applications that an earlier release left in files stay there, so that none is lost. */
  private Class<? extends RMStateStore> stateStore() {
    return !shared && Files.exists(earlierApplications())
        ? FileSystemRMStateStore.class
        : JdbcStateStore.class;
  }

  private Path earlierApplications() {
    return data.resolve("applications");
  }

  /** A notice for the operator about applications that an earlier release left in files. */
  public Optional<String> noticeOfEarlierApplications() {
    boolean ours = List.of(load().getPropertySources(YarnConfiguration.RM_STORE)).contains(OURS);
    if (!ours || !Files.exists(earlierApplications())) {
      return Optional.empty();
    }
    return Optional.of(
        shared
            ? "The applications in "
                + earlierApplications()
                + " are not read: with a journal that instances share they are kept in its database"
            : "Applications are kept in the files of "
                + earlierApplications()
                + ", as before; move that folder away when none runs, and they are kept in the"
                + " journal's database");
  }

  private String uriOf(String child) {
    return data.resolve(child).toUri().toString();
  }
}
