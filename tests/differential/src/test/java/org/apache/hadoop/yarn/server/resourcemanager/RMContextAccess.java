package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.yarn.LocalConfigurationProvider;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.NullRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;

/** Creates an RMContext of an active ResourceManager, parts of which are package-private. */
public final class RMContextAccess {
  private static final Configuration NO_SETTINGS = new Configuration(false);

  private RMContextAccess() {}

  public static RMContextImpl make(
      Dispatcher dispatcher,
      ResourceScheduler scheduler,
      RMContainerTokenSecretManager containers,
      NMTokenSecretManagerInRM nodes) {
    RMContextImpl context = new RMContextImpl();
    context.setActiveServiceContext(new RMActiveServiceContext());
    context.setDispatcher(dispatcher);
    context.setConfigurationProvider(new LocalConfigurationProvider());
    context.setContainerAllocationExpirer(new NothingExpires(dispatcher));
    context.setContainerTokenSecretManager(containers);
    context.setNMTokenSecretManager(nodes);
    context.setScheduler(scheduler);
    context.setStateStore(store(dispatcher));
    context.setHAServiceState(HAServiceState.ACTIVE);
    context.setWorkPreservingRecoveryEnabled(true);
    return context;
  }

  /** Hadoop's own constructor would read all of its default files each time. */
  private static RMStateStore store(Dispatcher dispatcher) {
    RMStateStore store = new NullRMStateStore();
    store.setRMDispatcher(dispatcher);
    store.init(NO_SETTINGS);
    return store;
  }

  private static final class NothingExpires extends ContainerAllocationExpirer {
    NothingExpires(Dispatcher dispatcher) {
      super(dispatcher);
    }

    @Override
    public synchronized void unregister(AllocationExpirationInfo info) {}
  }
}
