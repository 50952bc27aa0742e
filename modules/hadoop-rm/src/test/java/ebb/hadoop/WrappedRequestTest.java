package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.TokenPeer;
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
class WrappedRequestTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"integrity, 2147483647", "privacy, 2147483647", "integrity, -1", "privacy, 8388609"})
  void shouldCloseAConnectionThatAnnouncesTooMuchInAPacket(String protection, int announced)
      throws Exception {
    try (RunningRm rm = RunningRm.in(folder, Map.of("hadoop.rpc.protection", protection))) {
      // given an application's master that has logged in
      Configuration conf = rm.clientConf();
      InetSocketAddress port =
          conf.getSocketAddr(YarnConfiguration.RM_SCHEDULER_ADDRESS, "127.0.0.1:0", 0);
      try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
        OutputStream wrapped =
            TokenPeer.logIn(socket, master(rm, port), ApplicationMasterProtocolPB.class, conf);
        assertThat(wrapped).isNotSameAs(socket.getOutputStream());
        // when
        wrapped.write(ByteBuffer.allocate(4).putInt(announced).array());
        wrapped.flush();
        // then
        socket.setSoTimeout(20_000);
        assertThat(socket.getInputStream().read()).isNegative();
      }
      assertThat(rm.runningNode("served-beside:1").heartbeat().getNodeAction())
          .isEqualTo(NodeAction.NORMAL);
    }
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
