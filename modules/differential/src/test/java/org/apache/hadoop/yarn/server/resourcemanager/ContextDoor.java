package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;

/** Makes an RMContext of an active ResourceManager; some of it is open to its own package only. */
public final class ContextDoor {
  private ContextDoor() {}

  public static RMContextImpl make(
      Dispatcher dispatcher,
      ResourceScheduler scheduler,
      RMContainerTokenSecretManager containers,
      NMTokenSecretManagerInRM nodes) {
    RMContextImpl context =
        new RMContextImpl(
            dispatcher,
            new NothingExpires(dispatcher),
            null,
            null,
            null,
            null,
            containers,
            nodes,
            null,
            scheduler);
    context.setHAServiceState(HAServiceState.ACTIVE);
    context.setWorkPreservingRecoveryEnabled(true);
    return context;
  }

  private static final class NothingExpires extends ContainerAllocationExpirer {
    NothingExpires(Dispatcher dispatcher) {
      super(dispatcher);
    }

    @Override
    public synchronized void unregister(AllocationExpirationInfo info) {}
  }
}
