package ebb.hadoop.config;

import ebb.hadoop.state.JdbcStateStore;
import ebb.hadoop.state.StoreOwner;
import ebb.journal.guard.FencedStore;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManagerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStoreFactory;

/**
 * Does what {@code yarn resourcemanager -format-state-store} and similar commands do with the
 * stores of a ResourceManager that does not run: Ebb's own store in the journal's database, or the
 * Hadoop store that yarn-site.xml names. The caller must make sure that no ResourceManager runs.
 */
public final class OfflineStores {
  /** The stores that YARN's {@code -format-conf-store} supports. */
  private static final Set<String> CONFIGURATION_STORES =
      Set.of(
          YarnConfiguration.LEVELDB_CONFIGURATION_STORE,
          YarnConfiguration.ZK_CONFIGURATION_STORE,
          YarnConfiguration.FS_CONFIGURATION_STORE);

  private final EbbConfiguration configuration;
  private final Supplier<FencedStore> rows;

  /**
   * @param rows as the next leader opens them; for Ebb's own store only
   */
  public OfflineStores(EbbConfiguration configuration, Supplier<FencedStore> rows) {
    this.configuration = configuration;
    this.rows = rows;
  }

  /** The configured class of the state store. */
  public String stateStore() {
    return configuration.load().get(YarnConfiguration.RM_STORE);
  }

  /**
   * Removes the records of an application and its attempts, readable or not.
   *
   * @return false if Ebb's own store has none; always true for Hadoop's stores, which do not report
   *     it
   * @throws IllegalArgumentException if it is not an application id
   * @throws Exception from the store
   */
  public boolean removeApplication(String application) throws Exception {
    ApplicationId id = ApplicationId.fromString(application);
    boolean[] found = {true};
    withStateStore(
        store -> {
          found[0] = !(store instanceof JdbcStateStore own) || own.holds(id);
          store.removeApplication(id);
        });
    return found[0];
  }

  /**
   * Removes all applications, tokens and keys.
   *
   * @throws Exception from the store
   */
  public void formatStateStore() throws Exception {
    withStateStore(RMStateStore::deleteStore);
  }

  /** The scheduler's configuration store, by YARN's name for its kind. */
  public String configurationStore() {
    return configuration
        .load()
        .get(
            YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
            YarnConfiguration.DEFAULT_CONFIGURATION_STORE);
  }

  /** Whether that store has anything to format. */
  public boolean isConfigurationStoreFormattable() {
    return CONFIGURATION_STORES.contains(configurationStore());
  }

  /**
   * Removes all changes that were made to the scheduler's configuration over HTTP.
   *
   * @throws Exception from the store
   */
  public void formatConfigurationStore() throws Exception {
    asHadoop(() -> ResourceManagerAccess.formatConfigurationStore(configuration.load()));
  }

  private interface Work {
    void run() throws Exception;
  }

  private interface StoreWork {
    void on(RMStateStore store) throws Exception;
  }

  private void withStateStore(StoreWork work) throws Exception {
    asHadoop(
        () -> {
          YarnConfiguration conf = configuration.load();
          RMStateStore store = RMStateStoreFactory.getStore(conf);
          store.setResourceManager(new Owner());
          store.init(conf);
          try {
            store.start();
            work.on(store);
          } finally {
            store.stop();
          }
        });
  }

  private void asHadoop(Work work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(configuration.classLoader());
    try {
      UserGroupInformation.setConfiguration(configuration.load());
      work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Only owns the store. */
  private final class Owner extends ResourceManager implements StoreOwner {
    @Override
    public FencedStore openRows() {
      return rows.get();
    }

    /** The call that failed reports this. */
    @Override
    public void giveUp(Exception reason) {}
  }
}
