package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.RunningRm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.TokenPeer;
import org.apache.hadoop.ipc.protobuf.IpcConnectionContextProtos.IpcConnectionContextProto;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocolPB;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who has logged in wraps requests where hadoop.rpc.protection asks for it; limits hold inside. */
class WrappedRequestIT {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "integrity, 2147483647, false",
    "privacy, 2147483647, false",
    "integrity, -1, false",
    "privacy, 8388609, false",
    "integrity, 131073, false",
    "integrity, 8388609, true",
    "privacy, -1, true"
  })
  void shouldCloseAConnectionThatAnnouncesTooMuchInAPacket(
      String protection, int announced, boolean established) throws Exception {
    try (RunningRm rm = RunningRm.in(folder, Map.of("hadoop.rpc.protection", protection))) {
      // given an application's master that has logged in
      Configuration conf = rm.clientConf();
      InetSocketAddress port =
          conf.getSocketAddr(YarnConfiguration.RM_SCHEDULER_ADDRESS, "127.0.0.1:0", 0);
      try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
        socket.setSoTimeout(20_000);
        OutputStream wrapped =
            TokenPeer.logIn(socket, master(rm, port), ApplicationMasterProtocolPB.class, conf);
        assertThat(wrapped).isNotSameAs(socket.getOutputStream());
        InputStream answers = socket.getInputStream();
        if (established) {
          establish(wrapped);
          // its first call is answered
          assertThat(answers.read()).isNotNegative();
        }
        // when
        send(wrapped, announced, new byte[0]);
        // then
        while (answers.read() >= 0) {
          // the rest of that answer
        }
      }
      assertThat(rm.runningNode("served-beside:1").heartbeat().getNodeAction())
          .isEqualTo(NodeAction.NORMAL);
    }
  }

  private static void establish(OutputStream wrapped) throws IOException {
    byte[] context =
        RpcPeer.context(
            IpcConnectionContextProto.newBuilder()
                .setProtocol(RPC.getProtocolName(ApplicationMasterProtocolPB.class)));
    send(wrapped, context.length, context);
    byte[] call =
        RpcPeer.delimited(
            RpcPeer.header(1).build(),
            RpcPeer.method(ApplicationMasterProtocolPB.class, "noSuchMethod"));
    send(wrapped, call.length, call);
  }

  private static void send(OutputStream wrapped, int announced, byte[] frame) throws IOException {
    wrapped.write(ByteBuffer.allocate(4 + frame.length).putInt(announced).put(frame).array());
    wrapped.flush();
  }

  private static UserGroupInformation master(RunningRm rm, InetSocketAddress port) {
    var attempt = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    var token = rm.context().getAMRMTokenSecretManager().createAndGetAMRMToken(attempt);
    SecurityUtil.setTokenService(token, port);
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    master.addToken(token);
    return master;
  }
}
