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
 * A real application whose master runs here, so that no node has to start one. Containers that the
 * scheduler allocates start on the fleet. Confined to one thread, except for the counts.
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

  /** Requested and not allocated yet. */
  private int missing;

  /** Whether the ResourceManager does not know {@link #missing} yet. */
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
   * @param containers of a gigabyte and one core each, anywhere
   * @throws IOException if it is not activated within two minutes
   */
  static SimulatedApplication start(
      YarnClient client, Configuration conf, Fleet fleet, int containers)
      throws YarnException, IOException, InterruptedException {
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    ApplicationId id = context.getApplicationId();
    context.setApplicationName(
        conf.get("mapreduce.job.name", "simulated")); // as of a MapReduce job
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

  /** A gigabyte, which is a scheduler's default minimum. */
  static Resource size() {
    return Resource.newInstance(CONTAINER_MEGABYTES, 1);
  }

  ApplicationId id() {
    return id;
  }

  /** Containers allocated so far. */
  int started() {
    return started.get();
  }

  /** Containers whose end the ResourceManager has reported. */
  int ended() {
    return ended.get();
  }

  /**
   * A restarted ResourceManager knows no requests, and what it had allocated without telling this
   * master is lost. So the requests are sent again, as AMRMClientImpl does.
   */
  private void register() throws YarnException, IOException {
    responseId = 0;
    mustAsk = true;
    master.registerApplicationMaster(RegisterApplicationMasterRequest.newInstance("", 0, ""));
    answered = Instant.now();
  }

  /** Replaces the open requests, with the next call of the master. */
  void ask(int containers) {
    missing = containers;
    mustAsk = true;
  }

  /**
   * One call of the master, which receives allocations and shows that it is alive. Makes no more
   * calls once the ResourceManager has ended the application, as AMRMClientAsync.
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
      // The ResourceManager has restarted.
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

  /** Ends the application. The ResourceManager has its containers killed. */
  void finish() throws YarnException, IOException, InterruptedException {
    if (over) {
      return;
    }
    while (!unregister()) {
      Thread.sleep(10);
    }
  }

  /** Whether the ResourceManager has recorded the end. */
  private boolean unregister() throws YarnException, IOException {
    FinishApplicationMasterRequest last =
        FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "");
    return master.finishApplicationMaster(last).getIsUnregistered();
  }

  /** Ends the application with the next calls of the master. */
  void end() {
    ends = true;
  }

  /** The master makes no call for this long. */
  void fallSilent(Duration lasts) {
    silentUntil = System.nanoTime() + lasts.toNanos();
  }

  /** When the ResourceManager last answered the master. */
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
