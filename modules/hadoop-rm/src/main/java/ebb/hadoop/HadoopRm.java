package ebb.hadoop;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import ebb.domain.NodeId;
import ebb.hadoop.config.ConfigurationException;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.config.HadoopStatics;
import ebb.hadoop.config.MissingClass;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.scheduler.HadoopWork;
import ebb.hadoop.state.BrokenRecordException;
import ebb.hadoop.state.StoreCheck;
import ebb.journal.guard.FencedStore;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.protocol.LeaderCommand;
import java.io.IOException;
import java.net.BindException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops Hadoop's ResourceManager: the active one on the instance that leads, a standby
 * on any other. There is one per JVM, because much of Hadoop's state is static. Each term gets a
 * new ResourceManager. If the configuration is still the same, it uses the standby or prepared one
 * instead, which saves some seconds.
 *
 * <p>Hadoop runs on its own thread, so no call blocks. If its dispatcher fails beyond repair, it
 * ends the process itself (System.exit, which also runs the actor system's shutdown hook). A
 * supervisor should then start the instance again.
 */
public final class HadoopRm implements HadoopRole {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopRm.class);

  /** How Hadoop's stores report a record that is stored under another name than its own. */
  private static final Pattern OF_ANOTHER =
      Pattern.compile("different from the application id|contains data for");

  /** Held while there is a ResourceManager in this JVM, prepared or running. */
  private static final Semaphore ONLY_ONE = new Semaphore(1);

  private final ActorSystem<?> system;
  private final EbbConfiguration configuration;
  private final LongFunction<FencedStore> rows;
  private final Clock clock;
  private final ExecutorService thread;

  /** The ResourceManager, whether active, standby or prepared. Written by the thread only. */
  private volatile Optional<EbbResourceManager> running = Optional.empty();

  /** The configuration of {@link #running} while it is a standby or prepared. */
  private Optional<ReusableConfig> ready = Optional.empty();

  /**
   * @param rows opens the rows of a term's leader in the journal's database
   * @param clock wall clock of all instances
   */
  public HadoopRm(
      ActorSystem<?> system,
      EbbConfiguration configuration,
      LongFunction<FencedStore> rows,
      Clock clock) {
    this.system = system;
    this.configuration = configuration;
    this.rows = rows;
    this.clock = clock;
    thread = Executors.newSingleThreadExecutor(this::newThread);
  }

  /** Threads that Hadoop starts inherit the class loader, and find the configuration through it. */
  private Thread newThread(Runnable work) {
    Thread hadoop = new Thread(work, "hadoop-rm");
    hadoop.setDaemon(true);
    hadoop.setContextClassLoader(configuration.classLoader());
    return hadoop;
  }

  @Override
  public CompletionStage<Done> start(Leader leader, ActorRef<LeaderCommand> singleton) {
    return onThread(() -> startNow(leader, singleton));
  }

  @Override
  public CompletionStage<Done> prepare() {
    return onThread(this::prepareNow);
  }

  @Override
  public CompletionStage<Done> standBy() {
    return onThread(this::standByNow);
  }

  @Override
  public CompletionStage<Done> stop() {
    return onThread(this::stopNow);
  }

  private CompletionStage<Done> onThread(Runnable work) {
    return CompletableFuture.supplyAsync(
        () -> {
          work.run();
          return Done.getInstance();
        },
        thread);
  }

  @Override
  public boolean isActive() {
    return running.filter(EbbResourceManager::isActive).isPresent();
  }

  @Override
  public NodeObservation observation(NodeId nodeId) {
    return find(nodeId)
        .map(
            node ->
                new NodeObservation(
                    node.sinceHeartbeat().map(clock.instant()::minus),
                    node.currentCapacity(),
                    node.runningContainers(),
                    node.nodeManagerInfo()))
        .orElse(NodeObservation.NONE);
  }

  @Override
  public boolean areAclsEnabled() {
    return running
        .filter(EbbResourceManager::isActive)
        .filter(rm -> rm.getApplicationACLsManager().areACLsEnabled())
        .isPresent();
  }

  @Override
  public List<ObservedApplication> applications(Collection<String> ids) {
    return work().map(work -> work.applications(ids)).orElseGet(List::of);
  }

  @Override
  public List<ObservedContainer> containers(NodeId nodeId) {
    Optional<RMNodeView> node = find(nodeId);
    return work()
        .flatMap(work -> node.map(held -> work.containers(held.busyContainers())))
        .orElseGet(List::of);
  }

  private Optional<HadoopWork> work() {
    return running
        .filter(EbbResourceManager::isActive)
        .map(rm -> new HadoopWork(rm.getRMContext()));
  }

  /**
   * Whether {@code yarn.admin.acl} names a user, or one of their groups. The active ResourceManager
   * uses the ACL as {@code yarn rmadmin -refreshAdminAcls} left it. That command reaches no other
   * instance; those use their files.
   */
  boolean isAdmin(UserGroupInformation user) {
    return running
        .filter(EbbResourceManager::isActive)
        .map(rm -> YarnAuthorizationProvider.getInstance(rm.getConfig()).isAdmin(user))
        .orElseGet(() -> aclOf(configuration.load()).isUserAllowed(user));
  }

  /** Without the daemon's own user, who is an administrator on the active one. */
  private static AccessControlList aclOf(Configuration conf) {
    return new AccessControlList(
        conf.get(YarnConfiguration.YARN_ADMIN_ACL, YarnConfiguration.DEFAULT_YARN_ADMIN_ACL));
  }

  /** The ResourceManager of this instance, in any role; for tests. */
  Optional<EbbResourceManager> running() {
    return running;
  }

  private Optional<RMNodeView> find(NodeId nodeId) {
    return running.flatMap(EbbResourceManager::nodeViews).flatMap(nodes -> nodes.find(nodeId));
  }

  private void startNow(Leader leader, ActorRef<LeaderCommand> singleton) {
    Configuration conf = configuration.load();
    configuration.noticeOfEarlierApplications().ifPresent(LOG::warn);
    configuration.ignored().forEach(LOG::warn);
    long term = leader.term();
    var mandate = new EbbResourceManager.Mandate(leader, singleton, () -> rows.apply(term), clock);
    Optional<EbbResourceManager> fitting =
        running
            .filter(rm -> ready.filter(with -> with.fits(conf)).isPresent())
            .filter(rm -> takes(rm, mandate));
    ready = Optional.empty();
    if (fitting.isPresent()) {
      runOrRelease(fitting.get(), () -> startAndLead(fitting.get()));
    } else {
      stopNow();
      run(conf, EbbResourceManager.leading(system, mandate));
    }
    LOG.info("Hadoop's ResourceManager is active in term {}", term);
  }

  /** This only saves time. If it fails, a new ResourceManager may still work. */
  private static boolean takes(EbbResourceManager rm, EbbResourceManager.Mandate mandate) {
    try {
      rm.take(mandate);
      return true;
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("The prepared ResourceManager cannot take the lead; creating another one", e);
      return false;
    }
  }

  private static void startAndLead(EbbResourceManager rm) throws IOException {
    rm.start(); // no effect on a standby, which has been started
    rm.becomeActive();
  }

  private void prepareNow() {
    stopNow();
    try {
      Configuration conf = configuration.load();
      var with = ReusableConfig.of(conf);
      if (!with.fits(conf)) {
        return; // it could not be used
      }
      init(conf, EbbResourceManager.withoutMandate(system), () -> {});
      ready = Optional.of(with);
    } catch (RuntimeException e) {
      LOG.debug("Nothing is prepared", e);
    }
  }

  private void standByNow() {
    stopNow();
    Configuration conf = configuration.load();
    if (!HAUtil.isHAEnabled(conf)) {
      throw new ConfigurationException(
          YarnConfiguration.RM_HA_ENABLED + " must be true where several instances run");
    }
    configuration.ignored().forEach(LOG::warn);
    var with = ReusableConfig.of(conf);
    run(conf, EbbResourceManager.withoutMandate(system));
    ready = Optional.of(with);
    ClassPreloader.loadInBackground();
    LOG.info("Hadoop's ResourceManager is on standby");
  }

  private void run(Configuration conf, EbbResourceManager rm) {
    init(conf, rm, () -> startAndLead(rm));
  }

  private void init(Configuration conf, EbbResourceManager rm, Step andThen) {
    if (!ONLY_ONE.tryAcquire()) {
      throw new IllegalStateException("A ResourceManager runs in this JVM already");
    }
    runOrRelease(
        rm,
        () -> {
          HadoopStatics.prepare(conf);
          rm.init(conf);
          andThen.take();
        });
  }

  private interface Step {
    void take() throws IOException;
  }

  private void runOrRelease(EbbResourceManager rm, Step step) {
    try {
      step.take();
      running = Optional.of(rm);
    } catch (RuntimeException | IOException | LinkageError e) {
      // The latter from a plug-in that was built for another Hadoop.
      running = Optional.empty();
      stopAndRelease(rm);
      throw new HadoopStartException(reasonOf(e, rm.getConfig()), e);
    }
  }

  private void stopNow() {
    ready = Optional.empty();
    running.ifPresent(HadoopRm::stopAndRelease);
    running = Optional.empty();
  }

  private static void stopAndRelease(Service rm) {
    try {
      rm.stop();
    } catch (RuntimeException e) {
      LOG.warn("Hadoop's ResourceManager did not stop cleanly", e);
    } finally {
      HadoopStatics.reset();
      ONLY_ONE.release();
    }
  }

  /**
   * A port in use and a broken record are named by an inner exception, anything else by the
   * outermost.
   */
  private static String reasonOf(Throwable failure, Configuration conf) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return String.valueOf(cause.getMessage()).replaceFirst("; *For more details see:.*", "");
      }
      if (cause instanceof BrokenRecordException) {
        return String.valueOf(cause.getMessage());
      }
    }
    return brokenRecord(failure, conf)
        .map(Throwable::getMessage)
        .or(() -> MissingClass.explained(failure, conf))
        .orElseGet(() -> String.valueOf(failure.getMessage()));
  }

  /**
   * After any other failure, the store is not read, because the store may be what does not answer.
   */
  private static boolean saysThatOneIs(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidProtocolBufferException
          || cause instanceof NullPointerException
          || OF_ANOTHER.matcher(String.valueOf(cause.getMessage())).find()) {
        return true;
      }
    }
    return false;
  }

  /** Finds the record in a store of Hadoop's, which does not name it itself. */
  private static Optional<BrokenRecordException> brokenRecord(
      Throwable failure, Configuration conf) {
    try {
      return saysThatOneIs(failure) ? StoreCheck.findBroken(conf) : Optional.empty();
    } catch (Exception | LinkageError e) { // ZooKeeper's client throws any; LevelDB is native code
      LOG.debug("The records of applications cannot be looked at", e);
      return Optional.empty();
    }
  }
}
