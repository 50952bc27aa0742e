package ebb.hadoop.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerLaunchContextPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ReservationAllocationStateProto;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.impl.pb.MasterKeyPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationAttemptStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;

/** What Hadoop would store. */
final class SampleState {
  private SampleState() {}

  static ApplicationId application(int number) {
    return ApplicationId.newInstance(1_352_994_193_343L, number);
  }

  static ApplicationStateData submitted(ApplicationId id, int bytes) {
    var master = new ContainerLaunchContextPBImpl();
    byte[] data = new byte[bytes];
    Arrays.fill(data, (byte) 'x');
    master.setServiceData(Map.of("service", ByteBuffer.wrap(data)));
    var context = new ApplicationSubmissionContextPBImpl();
    context.setApplicationId(id);
    context.setAMContainerSpec(master);
    return ApplicationStateData.newInstance(
        1000, 2000, context, "alice", new CallerContext.Builder("caller").build());
  }

  static ApplicationStateData finished(ApplicationId id) {
    ApplicationStateData submitted = submitted(id, 0);
    return ApplicationStateData.newInstance(
        submitted.getSubmitTime(),
        submitted.getStartTime(),
        submitted.getUser(),
        submitted.getApplicationSubmissionContext(),
        RMAppState.FINISHED,
        "all is well",
        2500,
        3000,
        submitted.getCallerContext());
  }

  static ApplicationAttemptId attempt(ApplicationId application, int number) {
    return ApplicationAttemptId.newInstance(application, number);
  }

  static ApplicationAttemptStateData launched(ApplicationAttemptId id) {
    var credentials = new Credentials();
    credentials.addSecretKey(
        RMStateStore.AM_CLIENT_TOKEN_MASTER_KEY_NAME,
        id.toString().getBytes(StandardCharsets.UTF_8));
    return ApplicationAttemptStateData.newInstance(
        id, master(id), credentials, 4000, new HashMap<>(), new HashMap<>(), 0);
  }

  static ApplicationAttemptStateData ended(ApplicationAttemptId id) {
    return ApplicationAttemptStateData.newInstance(
        id,
        master(id),
        new Credentials(),
        4000,
        RMAppAttemptState.FINISHED,
        "http://track",
        "ended",
        FinalApplicationStatus.SUCCEEDED,
        100,
        5000,
        new HashMap<>(),
        new HashMap<>(),
        0);
  }

  private static Container master(ApplicationAttemptId id) {
    var container = new ContainerPBImpl();
    container.setId(ContainerId.newContainerId(id, 1));
    return container;
  }

  static RMDelegationTokenIdentifier token(int number) {
    var token = new RMDelegationTokenIdentifier(new Text("alice"), new Text("bob"), new Text());
    token.setSequenceNumber(number);
    token.setMasterKeyId(7);
    return token;
  }

  static MasterKey masterKey(int number) {
    var key = new MasterKeyPBImpl();
    key.setKeyId(number);
    key.setBytes(ByteBuffer.wrap(new byte[] {(byte) number}));
    return key;
  }

  static ReservationAllocationStateProto reservation(int start) {
    return ReservationAllocationStateProto.newBuilder()
        .setStartTime(start)
        .setEndTime(start + 100)
        .setUser("alice")
        .setContainsGangs(false)
        .setAcceptanceTime(start)
        .build();
  }
}
