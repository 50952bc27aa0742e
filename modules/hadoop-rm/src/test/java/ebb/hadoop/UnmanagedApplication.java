package ebb.hadoop;

import static org.awaitility.Awaitility.await;

import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
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
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/**
 * A real application whose master is the test: it needs no container for itself, so that no
 * NodeManager has to launch anything.
 */
public final class UnmanagedApplication implements AutoCloseable {
  private final YarnClient client;
  private final ApplicationId id;
  private final ApplicationMasterProtocol master;
  private int responseId;

  private UnmanagedApplication(
      YarnClient client, ApplicationId id, ApplicationMasterProtocol master) {
    this.client = client;
    this.id = id;
    this.master = master;
  }

  /** Needs a node in service, or the scheduler does not activate the application. */
  public static UnmanagedApplication start(Configuration conf) throws Exception {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    ApplicationId id = context.getApplicationId();
    context.setApplicationName("unmanaged");
    context.setQueue("default");
    context.setUnmanagedAM(true);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(), null, null, Map.of()));
    context.setResource(Resource.newInstance(1024, 1));
    client.submitApplication(context);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                client
                    .getApplicationAttemptReport(
                        client.getApplicationReport(id).getCurrentApplicationAttemptId())
                    .getYarnApplicationAttemptState(),
            YarnApplicationAttemptState.LAUNCHED::equals);
    UserGroupInformation user = UserGroupInformation.createRemoteUser("master-of-" + id);
    Token<AMRMTokenIdentifier> token = client.getAMRMToken(id);
    token.setService(ClientRMProxy.getAMRMTokenService(conf));
    user.addToken(token);
    ApplicationMasterProtocol master =
        user.doAs(
            (PrivilegedExceptionAction<ApplicationMasterProtocol>)
                () -> ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class));
    var application = new UnmanagedApplication(client, id, master);
    application.register();
    return application;
  }

  public ApplicationId id() {
    return id;
  }

  public YarnClient client() {
    return client;
  }

  /** A container of 1024 MB on this node, which the node has yet to report. */
  public Container place(SimulatedNodeManager node) throws Exception {
    ask(List.of(request(node.id().getHost(), 1), request("/default-rack", 1), request("*", 1)));
    for (int round = 0; round < 200; round++) {
      node.heartbeat();
      List<Container> placed = ask(List.of()).getAllocatedContainers();
      if (!placed.isEmpty()) {
        return placed.get(0);
      }
    }
    throw new AssertionError("the scheduler placed nothing on " + node.id());
  }

  /** A container of 1024 MB on each of these hosts, whose nodes send heartbeats by themselves. */
  public List<Container> placeOn(List<String> hosts) throws Exception {
    List<ResourceRequest> wanted = new ArrayList<>();
    hosts.forEach(host -> wanted.add(request(host, 1)));
    wanted.add(request("/default-rack", hosts.size()));
    wanted.add(request("*", hosts.size()));
    List<Container> placed = new ArrayList<>(ask(wanted).getAllocatedContainers());
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              placed.addAll(ask(List.of()).getAllocatedContainers());
              return placed.size() >= hosts.size();
            });
    return placed;
  }

  /**
   * A call that shows that the master is alive, even to a ResourceManager that does not know it
   * yet.
   *
   * @return the containers whose end it reports
   */
  public List<ContainerStatus> beat() throws Exception {
    try {
      return ask(List.of()).getCompletedContainersStatuses();
    } catch (ApplicationMasterNotRegisteredException e) {
      register();
      return ask(List.of()).getCompletedContainersStatuses();
    }
  }

  private void register() throws Exception {
    responseId = 0;
    master.registerApplicationMaster(RegisterApplicationMasterRequest.newInstance("", 0, ""));
  }

  /** The containers that the ResourceManager counts as running. */
  public int usedContainers() throws Exception {
    return client
        .getApplicationReport(id)
        .getApplicationResourceUsageReport()
        .getNumUsedContainers();
  }

  private static ResourceRequest request(String where, int count) {
    ResourceRequest request =
        ResourceRequest.newInstance(
            Priority.newInstance(1), where, Resource.newInstance(1024, 1), count);
    request.setRelaxLocality(!where.equals("*") && !where.startsWith("/"));
    return request;
  }

  /** One call of the application master. */
  public AllocateResponse ask(List<ResourceRequest> wanted) throws Exception {
    return call(AllocateRequest.newInstance(responseId, 0.5f, wanted, List.of(), null));
  }

  public AllocateResponse update(UpdateContainerRequest change) throws Exception {
    return call(
        AllocateRequest.newInstance(responseId, 0.5f, List.of(), List.of(), List.of(change), null));
  }

  private AllocateResponse call(AllocateRequest request) throws Exception {
    AllocateResponse answer = master.allocate(request);
    responseId = answer.getResponseId();
    return answer;
  }

  public void finish() throws Exception {
    FinishApplicationMasterRequest last =
        FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> master.finishApplicationMaster(last).getIsUnregistered());
  }

  @Override
  public void close() {
    RPC.stopProxy(master);
    client.stop();
  }
}
