package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Props;
import ebb.hadoop.node.RMNodeViews;
import ebb.hadoop.node.RMNodeViewsActor;
import ebb.hadoop.node.RegistrationAdmission;
import ebb.hadoop.report.NodeActors;
import ebb.hadoop.report.ShardedNodeActors;
import ebb.hadoop.rpc.SenderRules;
import ebb.hadoop.state.StoreOwner;
import ebb.hadoop.tracker.EbbResourceTracker;
import ebb.hadoop.tracker.MasterKeys;
import ebb.hadoop.tracker.PerHostExecutor;
import ebb.hadoop.tracker.RmServices;
import ebb.hadoop.web.EbbClientService;
import ebb.journal.guard.FencedStore;
import ebb.node.Leader;
import ebb.nodeslist.NodesListSettings;
import ebb.nodeslist.protocol.LeaderCommand;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.apache.hadoop.yarn.server.resourcemanager.EmbeddedElector;
import org.apache.hadoop.yarn.server.resourcemanager.RMAppManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManagerAccess;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.util.MonotonicClock;

/**
 * Hadoop's ResourceManager with Ebb's node lifecycle instead of its own: another resource tracker,
 * other nodes and another NodesListManager. All of them are created again with the active services,
 * and belong to one term of one leader.
 */
final class EbbResourceManager extends ResourceManager implements StoreOwner {

  /** Makes the leader's own timeout end before that of the admin port. */
  private static final Duration REFRESH_MARGIN = Duration.ofSeconds(15);

  private static final String BLOCKING_DISPATCHER = "ebb.blocking-dispatcher";

  /**
   * What an instance needs to become active.
   *
   * @param leader as nodes know it
   * @param singleton the leader itself, for local use
   * @param rows opens the rows of this term's leader in the journal's database
   * @param clock wall clock of all instances
   */
  record Mandate(
      Leader leader, ActorRef<LeaderCommand> singleton, Supplier<FencedStore> rows, Clock clock) {}

  private final ActorSystem<?> system;
  private volatile Optional<Mandate> mandate;

  /** Whether the services for the leader have been created, so that Hadoop may start them. */
  private volatile boolean leads;

  private final AtomicInteger made = new AtomicInteger();
  private volatile Optional<RMNodeViews> nodeViews = Optional.empty();

  /**
   * All of the term, so that facts of an earlier activation are older than those of a later one.
   */
  private final AtomicLong registrations = new AtomicLong();

  private EbbResourceManager(ActorSystem<?> system, Optional<Mandate> mandate) {
    this.system = system;
    this.mandate = mandate;
  }

  /** Creates one that is to become active, see {@link #becomeActive}. */
  static EbbResourceManager leading(ActorSystem<?> system, Mandate mandate) {
    return new EbbResourceManager(system, Optional.of(mandate));
  }

  /**
   * Creates one that is not active until it gets a mandate, see {@link #take}. With HA settings it
   * may still be started, and then answers like the standby of a pair.
   */
  static EbbResourceManager withoutMandate(ActorSystem<?> system) {
    return new EbbResourceManager(system, Optional.empty());
  }

  /** Hides the lists from YARN's own NodesListManager, which would read and apply them. */
  @Override
  protected void createAndInitActiveServices(boolean fromActive) {
    Configuration conf = getConfig();
    conf.set(YarnConfiguration.RM_NODES_INCLUDE_FILE_PATH, "");
    conf.set(YarnConfiguration.RM_NODES_EXCLUDE_FILE_PATH, "");
    conf.setBoolean(YarnConfiguration.RM_ENABLE_NODE_UNTRACKED_WITHOUT_INCLUDE_PATH, false);
    super.createAndInitActiveServices(fromActive);
  }

  @Override
  protected AdminService createAdminService() {
    return new EbbAdminService(this, () -> leads);
  }

  @Override
  protected ClientRMService createClientRMService() {
    return new EbbClientService(
        rmContext, scheduler, rmAppManager, applicationACLsManager, queueACLsManager);
  }

  @Override
  protected RMNodeLabelsManager createNodeLabelManager() {
    return new EbbNodeLabelsManager();
  }

  @Override
  protected RMAppManager createRMAppManager() {
    return new EbbAppManager(
        rmContext, scheduler, masterService, applicationACLsManager, getConfig());
  }

  /** The cluster singleton decides who leads, without ZooKeeper. Used with HA settings only. */
  @Override
  protected EmbeddedElector createEmbeddedElector() {
    return new SingletonElector(system);
  }

  /**
   * Makes it active. With HA settings, Hadoop starts as a standby and waits for its elector. No
   * effect without HA settings, or without a mandate.
   *
   * @throws IOException if the active services do not start
   */
  void becomeActive() throws IOException {
    leads = mandate.isPresent();
    if (leads && getRMContext().isHAEnabled()) {
      RequestSource source =
          HAUtil.isAutomaticFailoverEnabled(getConfig())
              ? RequestSource.REQUEST_BY_ZKFC
              : RequestSource.REQUEST_BY_USER;
      adminService.transitionToActive(new StateChangeRequestInfo(source));
    }
  }

  /**
   * Gives it the mandate, so it can become active. Ports that answer continue to do so. The
   * services that were created without a leader are created again for this leader, as in Hadoop
   * when an active one becomes a standby. After an exception, it can no longer be used.
   */
  void take(Mandate given) {
    mandate = Optional.of(given);
    ResourceManagerAccess.makeActiveServicesAnew(this);
  }

  /** Called after everything that it replaces or uses has been created. */
  @Override
  protected ResourceTrackerService createResourceTrackerService() {
    // Without a mandate, none of the active services is ever started.
    return mandate.map(this::trackerOf).orElseGet(super::createResourceTrackerService);
  }

  private ResourceTrackerService trackerOf(Mandate given) {
    NodesListSettings leader = NodesListSettings.of(system.settings().config());
    NodeActors actors = new ShardedNodeActors(system);
    RMNodeViews nodes =
        new RMNodeViews(
            rmContext,
            given.leader(),
            registrations,
            actors,
            new MonotonicClock(),
            getConfig()
                .getInt(
                    YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS,
                    YarnConfiguration.DEFAULT_RM_NM_EXPIRY_INTERVAL_MS));
    nodeViews = Optional.of(nodes);
    ResourceManagerAccess.setNodesListManager(
        rmContext,
        new NodesListManagerAdapter(
            rmContext,
            system,
            given.singleton(),
            nodes,
            leader.refreshTimeout().plus(REFRESH_MARGIN)));
    return new EbbResourceTracker(
        new RmServices(
            rmContext,
            nmLivelinessMonitor,
            new MasterKeys(
                rmContext.getContainerTokenSecretManager(), rmContext.getNMTokenSecretManager())),
        nodes,
        spawn(given, nodes),
        new RegistrationAdmission(
            system, given.singleton(), actors, leader.registrationTimeout(), given.clock()),
        SenderRules.of(system.settings().config(), getConfig()),
        system.executionContext(),
        new PerHostExecutor(leader.registrationTimeout()),
        system.dispatchers().lookup(DispatcherSelector.fromConfig(BLOCKING_DISPATCHER)));
  }

  @Override
  public FencedStore openRows() {
    return mandate.orElseThrow().rows().get();
  }

  @Override
  public void giveUp(Exception reason) {
    SingletonElector.leave(system, reason.getMessage());
  }

  boolean isActive() {
    return getRMContext().getHAServiceState() == HAServiceState.ACTIVE;
  }

  /** Empty before the first activation. */
  Optional<RMNodeViews> nodeViews() {
    return nodeViews;
  }

  /** Hadoop's own stop omits the services that it creates again after a failed start. */
  @Override
  protected void serviceStop() throws Exception {
    super.serviceStop();
    if (activeServices != null) {
      activeServices.stop();
    }
  }

  private ActorRef<RMNodeViewsActor.Command> spawn(Mandate given, RMNodeViews nodes) {
    return system.systemActorOf(
        RMNodeViewsActor.create(nodes, given.singleton()),
        "live-nodes-" + given.leader().term() + "-" + made.incrementAndGet(),
        Props.empty());
  }
}
