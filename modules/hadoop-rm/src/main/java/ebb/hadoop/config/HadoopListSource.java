package ebb.hadoop.config;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.hosts.ListWarnings;
import ebb.hosts.RefreshRejection;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.LocalConfigurationProvider;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.ConfigurationProviderFactory;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a refresh needs, as YARN's AdminService does: first yarn-site.xml again, through
 * Hadoop's configuration provider and without any defaults file, and then the lists that it names,
 * from the local file system. Unlike in YARN, nothing broken counts as empty. A path that is no
 * longer configured is an empty list, whereas YARN keeps the old list (HostsFileReader).
 */
final class HadoopListSource implements ListSource {
  private static final String INCLUDE = YarnConfiguration.RM_NODES_INCLUDE_FILE_PATH;
  private static final String EXCLUDE = YarnConfiguration.RM_NODES_EXCLUDE_FILE_PATH;

  private static final List<String> READ =
      List.of(
          INCLUDE,
          EXCLUDE,
          YarnConfiguration.RM_NODE_GRACEFUL_DECOMMISSION_TIMEOUT,
          YarnConfiguration.ENABLE_TRACKING_FOR_UNREGISTERED_NODES);

  private final EbbConfiguration configuration;
  private final boolean siteIsExpected;

  /**
   * Whether a provider other than the folder has had a yarn-site.xml since this process started.
   */
  private volatile boolean wasElsewhere;

  HadoopListSource(EbbConfiguration configuration) {
    this.configuration = configuration;
    siteIsExpected = configuration.hasYarnSite();
  }

  @Override
  public Settings read() throws ListSourceException {
    Site found = yarnSite();
    Configuration site = found.conf();
    Files files = Files.of(site);
    ListWarnings warnings = new ListWarnings();
    ListSettings lists =
        new ListSettings(
            files.lists(warnings), configuredTimeout(site), Optional.of(textOf(site, INCLUDE)));
    return new Settings(
        lists,
        site.getBoolean(
            YarnConfiguration.ENABLE_TRACKING_FOR_UNREGISTERED_NODES,
            YarnConfiguration.DEFAULT_ENABLE_TRACKING_FOR_UNREGISTERED_NODES),
        files.listFiles(Optional.empty(), Optional.empty(), List.of(), false).written(),
        warnings.lines(),
        found.isSubstitute());
  }

  @Override
  public ListFiles inspect() {
    Files files = Files.NONE;
    ListWarnings warnings = new ListWarnings();
    try {
      Site found = yarnSite();
      files = Files.of(found.conf());
      configuredTimeout(found.conf());
      HostLists lists = files.lists(warnings);
      return files.listFiles(
          Optional.of(lists), Optional.empty(), warnings.lines(), found.isSubstitute());
    } catch (ListSourceException e) {
      return files.listFiles(
          Optional.empty(), Optional.of(String.valueOf(e.getMessage())), warnings.lines(), false);
    }
  }

  /** The list files that the configuration names, each read once. */
  private record Files(Optional<HostListFile> include, Optional<HostListFile> exclude) {
    static final Files NONE = new Files(Optional.empty(), Optional.empty());

    static Files of(Configuration site) throws ListSourceException {
      Optional<Path> include = path(site, INCLUDE);
      Optional<Path> exclude = path(site, EXCLUDE);
      return new Files(
          include.map(path -> HostListFile.read(ListFile.Kind.INCLUDE, path)),
          exclude.map(path -> HostListFile.read(ListFile.Kind.EXCLUDE, path)));
    }

    HostLists lists(ListWarnings warnings) throws ListSourceException {
      return new HostLists(
          include.isPresent()
              ? ofKey(INCLUDE, () -> include.get().includes(warnings))
              : Collections.emptySortedSet(),
          exclude.isPresent()
              ? ofKey(EXCLUDE, () -> exclude.get().excludes(warnings))
              : Collections.emptySortedMap());
    }

    ListFiles listFiles(
        Optional<HostLists> lists,
        Optional<String> problem,
        List<String> warnings,
        boolean isSubstitute) {
      List<ListFile> files =
          Stream.of(include, exclude).flatMap(Optional::stream).map(HostListFile::file).toList();
      return new ListFiles(files, lists, problem, warnings, isSubstitute);
    }
  }

  @Override
  public Optional<Path> excludeFile() throws ListSourceException {
    return path(yarnSite().conf(), EXCLUDE);
  }

  /**
   * @param isSubstitute whether it is the folder's file although the provider reads from elsewhere
   */
  private record Site(Configuration conf, boolean isSubstitute) {}

  private Site yarnSite() throws ListSourceException {
    Configuration site = configuration.empty();
    try {
      Configuration bootstrap = configuration.load();
      ConfigurationProvider provider =
          ConfigurationProviderFactory.getConfigurationProvider(bootstrap);
      provider.init(bootstrap);
      try {
        boolean isSubstitute = addYarnSite(provider, site);
        resolveVariables(provider, site, bootstrap);
        return new Site(site, isSubstitute);
      } finally {
        provider.close();
      }
    } catch (ListSourceException e) {
      throw e;
    } catch (ConfigurationException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    } catch (Exception e) {
      // Providers throw Exception, and Configuration wraps the XML parser's exception in a
      // RuntimeException.
      throw unreadable("yarn-site.xml cannot be read: " + e.getMessage());
    }
  }

  /**
   * Adds yarn-site.xml. A provider that reads from elsewhere may not have this file, for example
   * before it was put there. The folder's file is then used, as when Hadoop starts.
   *
   * @return whether the folder's file is used instead of the provider's
   */
  private boolean addYarnSite(ConfigurationProvider provider, Configuration site) throws Exception {
    boolean isFolder = provider instanceof LocalConfigurationProvider;
    if (add(provider, YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, site)) {
      wasElsewhere |= !isFolder;
      return false;
    } else if (isFolder ? siteIsExpected : wasElsewhere) {
      throw unreadable("yarn-site.xml was there when Ebb started and cannot be opened now");
    } else if (isFolder) {
      return false;
    }
    site.addResource(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE);
    site.size();
    return true;
  }

  /** Adds a file of the provider. Returns whether the provider has it. */
  private static boolean add(ConfigurationProvider provider, String name, Configuration conf)
      throws Exception {
    try (InputStream file = provider.getConfigurationInputStream(conf, name)) {
      if (file == null) {
        return false;
      }
      conf.addResource(file, name);
      // Configuration parses only at its first use, which may be later.
      conf.size();
      return true;
    }
  }

  /**
   * Resolves variables as when Hadoop starts, from all files and their defaults. Hadoop's own
   * refresh resolves only the variables in yarn-site.xml, and leaves the others in the file's name.
   */
  private static void resolveVariables(
      ConfigurationProvider provider, Configuration site, Configuration bootstrap)
      throws Exception {
    List<String> keys = READ.stream().filter(key -> hasVariable(site.getRaw(key))).toList();
    if (keys.isEmpty()) {
      return;
    }
    Configuration whole = new Configuration(bootstrap);
    add(provider, YarnConfiguration.CORE_SITE_CONFIGURATION_FILE, whole);
    add(provider, YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, whole);
    for (String key : keys) {
      whole.set(key, site.getRaw(key));
      site.set(key, textOf(whole, key), YarnConfiguration.YARN_SITE_CONFIGURATION_FILE);
    }
  }

  private static boolean hasVariable(@Nullable String raw) {
    return raw != null && raw.contains("${");
  }

  private interface Read<T> {
    T now() throws ListSourceException;
  }

  /** Adds the key that names the file to a failure. */
  private static <T> T ofKey(String key, Read<T> list) throws ListSourceException {
    try {
      return list.now();
    } catch (ListSourceException e) {
      throw new ListSourceException(
          e.code(), e.getMessage() + " (the file that " + key + " names)");
    }
  }

  /** An absolute path, because its readers do not know this process's working directory. */
  private static Optional<Path> path(Configuration site, String key) throws ListSourceException {
    try {
      return Optional.of(textOf(site, key))
          .filter(path -> !path.isEmpty())
          .map(path -> Path.of(path).toAbsolutePath());
    } catch (InvalidPathException e) {
      throw unreadable(key + ": " + e.getMessage());
    }
  }

  private static String textOf(Configuration site, String key) throws ListSourceException {
    try {
      return site.getTrimmed(key, "");
    } catch (RuntimeException e) {
      // A variable that refers to itself.
      throw unreadable(key + ": " + e.getMessage());
    }
  }

  private static DrainTimeout configuredTimeout(Configuration site) throws ListSourceException {
    try {
      YarnSiteValidator.checkTimeout(site);
    } catch (IllegalArgumentException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
    return DrainTimeout.ofSeconds(
        site.getInt(
            YarnConfiguration.RM_NODE_GRACEFUL_DECOMMISSION_TIMEOUT,
            YarnConfiguration.DEFAULT_RM_NODE_GRACEFUL_DECOMMISSION_TIMEOUT));
  }

  private static ListSourceException unreadable(String message) {
    return new ListSourceException(RefreshRejection.CONFIGURATION_UNREADABLE, message);
  }
}
