package ebb.simulator;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real application whose master runs here, so that no node has to start one. What the scheduler
 * allocates is started on the fleet. Use from one thread; the counts may be read from any.
 */
final class SimulatedApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedApplication.class);

  private static final int CONTAINER_MEGABYTES = 1024;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Priority PRIORITY = Priority.newInstance(1);

  private final Fleet fleet;
  private final ApplicationId id;
  private final ApplicationMasterProtocol master;
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /** Asked for and not given. */
  private int missing;

  /** Whether the ResourceManager has not been told what is missing. */
  private boolean mustAsk;

  private int responseId;
  private volatile boolean over;
  private volatile boolean ends;
  private volatile long silentUntil = System.nanoTime();
  private volatile Instant answered = Instant.now();

  SimulatedApplication(Fleet fleet, ApplicationId id, ApplicationMasterProtocol master) {
    this.fleet = fleet;
    this.id = id;
    this.master = master;
  }

  /**
   * Needs a node in service, or the scheduler does not activate the application.
   *
   * @param containers of a gigabyte and one core each, wherever there is room
   * @throws IOException if it is not activated within two minutes
   */
  static SimulatedApplication start(
      YarnClient client, Configuration conf, Fleet fleet, int containers)
      throws YarnException, IOException, InterruptedException {
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    ApplicationId id = context.getApplicationId();
    context.setApplicationName("simulated");
    context.setQueue("default");
    context.setUnmanagedAM(true);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(), null, null, Map.of()));
    context.setResource(size());
    client.submitApplication(context);
    awaitLaunched(client, id);
    SimulatedApplication application =
        new SimulatedApplication(fleet, id, masterOf(client, conf, id));
    application.register();
    application.ask(containers);
    return application;
  }

  private static void awaitLaunched(YarnClient client, ApplicationId id)
      throws YarnException, IOException, InterruptedException {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < giveUp) {
      var attempt = client.getApplicationReport(id).getCurrentApplicationAttemptId();
      var state = client.getApplicationAttemptReport(attempt).getYarnApplicationAttemptState();
      if (state == YarnApplicationAttemptState.LAUNCHED) {
        return;
      }
      Thread.sleep(20);
    }
    throw new IOException(id + " was not activated within " + PATIENCE.toSeconds() + " s");
  }

  private static ApplicationMasterProtocol masterOf(
      YarnClient client, Configuration conf, ApplicationId id)
      throws YarnException, IOException, InterruptedException {
    UserGroupInformation user = UserGroupInformation.createRemoteUser("master-of-" + id);
    Token<AMRMTokenIdentifier> token = client.getAMRMToken(id);
    token.setService(ClientRMProxy.getAMRMTokenService(conf));
    user.addToken(token);
    return user.doAs(
        (PrivilegedExceptionAction<ApplicationMasterProtocol>)
            () -> ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class));
  }

  /** A gigabyte, which is what a scheduler gives at least unless it is told otherwise. */
  static Resource size() {
    return Resource.newInstance(CONTAINER_MEGABYTES, 1);
  }

  ApplicationId id() {
    return id;
  }

  /** Containers that were allocated so far. */
  int started() {
    return started.get();
  }

  /** Containers whose end the ResourceManager has told the master. */
  int ended() {
    return ended.get();
  }

  /**
   * A ResourceManager that was started again knows of no request, and what it had allocated to this
   * master without telling it is lost; so it is asked again, as AMRMClientImpl does.
   */
  private void register() throws YarnException, IOException {
    responseId = 0;
    mustAsk = true;
    master.registerApplicationMaster(RegisterApplicationMasterRequest.newInstance("", 0, ""));
    answered = Instant.now();
  }

  /**
   * With the next call of the master; in the place of what has been asked for and not been given.
   */
  void ask(int containers) {
    missing = containers;
    mustAsk = true;
  }

  /**
   * One call of the master: takes what was allocated, and shows that the master lives. None any
   * more once the ResourceManager has ended the application, as with AMRMClientAsync.
   */
  void beat() throws YarnException, IOException {
    if (over || System.nanoTime() - silentUntil < 0) {
      return;
    }
    try {
      if (ends) {
        over = unregister();
        return;
      }
      AllocateResponse answer =
          master.allocate(AllocateRequest.newInstance(responseId, 0.5f, toAsk(), List.of(), null));
      answered = Instant.now();
      responseId = answer.getResponseId();
      mustAsk = false;
      missing = Math.max(0, missing - answer.getAllocatedContainers().size());
      for (Container container : answer.getAllocatedContainers()) {
        if (fleet.start(container)) {
          started.incrementAndGet();
        }
      }
      List<ContainerStatus> completed = answer.getCompletedContainersStatuses();
      ended.addAndGet(completed.size());
    } catch (ApplicationMasterNotRegisteredException e) {
      // The ResourceManager was started again.
      register();
    } catch (ApplicationAttemptNotFoundException | SecretManager.InvalidToken e) {
      over = true;
      LOG.info("{} was ended by the ResourceManager, and its master ends: {}", id, e.getMessage());
    }
  }

  private List<ResourceRequest> toAsk() {
    return mustAsk
        ? List.of(ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, size(), missing))
        : List.of();
  }

  /** Ends the application; the ResourceManager has its containers killed. */
  void finish() throws YarnException, IOException, InterruptedException {
    if (over) {
      return;
    }
    while (!unregister()) {
      Thread.sleep(10);
    }
  }

  /** Whether the ResourceManager has noted the end. */
  private boolean unregister() throws YarnException, IOException {
    FinishApplicationMasterRequest last =
        FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "");
    return master.finishApplicationMaster(last).getIsUnregistered();
  }

  /** Ends the application with the next calls of the master. */
  void end() {
    ends = true;
  }

  /** The master does not call for so long. */
  void fallSilent(Duration lasts) {
    silentUntil = System.nanoTime() + lasts.toNanos();
  }

  /** When the ResourceManager last answered its master. */
  Instant answered() {
    return answered;
  }

  /** Whether it has neither ended nor been told to. */
  boolean goesOn() {
    return !over && !ends;
  }

  @Override
  public void close() {
    RPC.stopProxy(master);
  }
}
