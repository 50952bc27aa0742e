package ebb.hadoop.scheduler;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * An application whose master is the test. It registers over RPC with the token of its attempt and
 * makes calls when the test says so.
 */
final class UnmanagedMaster implements AutoCloseable {
  private static final Priority PRIORITY = Priority.newInstance(1);
  private static final Resource CONTAINER = Resource.newInstance(1024, 1);

  private final SubmittedApplication application;
  private final ApplicationAttemptId attempt;
  private final ApplicationMasterProtocol protocol;
  private int responseId;

  private UnmanagedMaster(
      SubmittedApplication application,
      ApplicationAttemptId attempt,
      ApplicationMasterProtocol protocol) {
    this.application = application;
    this.attempt = attempt;
    this.protocol = protocol;
  }

  static UnmanagedMaster register(Configuration conf) throws Exception {
    SubmittedApplication application = SubmittedApplication.submit(conf);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> application.client().getAMRMToken(application.id()) != null);
    ApplicationAttemptId attempt =
        application
            .client()
            .getApplicationReport(application.id())
            .getCurrentApplicationAttemptId();
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    master.addToken(application.client().getAMRMToken(application.id()));
    PrivilegedExceptionAction<ApplicationMasterProtocol> connect =
        () -> ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class);
    ApplicationMasterProtocol protocol = master.doAs(connect);
    protocol.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("localhost", 0, ""));
    return new UnmanagedMaster(application, attempt, protocol);
  }

  ApplicationAttemptId attempt() {
    return attempt;
  }

  /**
   * Requests this many containers of 1024 MB and one core in all, anywhere, and takes what is
   * allocated.
   */
  AllocateResponse ask(int containers) throws IOException, YarnException {
    return allocate(
        List.of(ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, CONTAINER, containers)));
  }

  /** Requests containers on a host that does not exist, so that no scheduler serves it. */
  AllocateResponse askNowhere(int containers) throws IOException, YarnException {
    return allocate(
        List.of(
            ResourceRequest.newInstance(PRIORITY, "nowhere", CONTAINER, containers),
            ResourceRequest.newInstance(PRIORITY, "/nowhere", CONTAINER, containers, false),
            ResourceRequest.newInstance(
                PRIORITY, ResourceRequest.ANY, CONTAINER, containers, false)));
  }

  /** Takes what is allocated. */
  AllocateResponse allocate() throws IOException, YarnException {
    return allocate(List.of());
  }

  private AllocateResponse allocate(List<ResourceRequest> asks) throws IOException, YarnException {
    AllocateResponse answer =
        protocol.allocate(AllocateRequest.newInstance(responseId, 0, asks, List.of(), null));
    responseId = answer.getResponseId();
    return answer;
  }

  /** Leaves the application until its ResourceManager ends it. */
  void abandon() {
    RPC.stopProxy(protocol);
    application.client().stop();
  }

  @Override
  public void close() throws IOException, YarnException {
    RPC.stopProxy(protocol);
    application.close();
  }
}
