package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.client.RMHAServiceTarget;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pair with automatic failover, of which somebody wants to change the state by hand, over RPC.
 */
class HaTransitionIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static HAServiceProtocol admin;

  @BeforeAll
  static void start() throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder).pairWith("localhost:1");
    rm = RunningRm.start(folder, conf);
    admin =
        new RMHAServiceTarget(new YarnConfiguration(rm.clientConf())).getProxy(rm.clientConf(), 0);
  }

  @AfterAll
  static void stop() {
    RPC.stopProxy(admin);
    rm.close();
  }

  @Test
  @Tag("case-186")
  void shouldAcceptForcedRequestsOnly() throws Exception {
    assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
    // when, then
    assertRefused(() -> admin.transitionToStandby(by(RequestSource.REQUEST_BY_USER)));
    assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
    // when, then
    admin.transitionToStandby(by(RequestSource.REQUEST_BY_USER_FORCED));
    assertThat(state()).isEqualTo(HAServiceState.STANDBY);
    // when, then
    assertRefused(() -> admin.transitionToActive(by(RequestSource.REQUEST_BY_USER)));
    assertThat(state()).isEqualTo(HAServiceState.STANDBY);
    // when, then
    admin.transitionToActive(by(RequestSource.REQUEST_BY_USER_FORCED));
    assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
  }

  /** An activation reads no list at all, so that none can be missing. */
  @Test
  @Tag("case-185")
  void shouldBecomeActiveThoughTheExcludeFileIsMissing() throws Exception {
    // given lists in force, and then a path that leads nowhere
    rm.conf().exclude("127.0.0.32");
    rm.refresh("-refreshNodes");
    int refreshes = rm.refreshes().size();
    rm.conf().set("yarn.resourcemanager.nodes.exclude-path", folder.resolve("missing").toString());
    admin.transitionToStandby(by(RequestSource.REQUEST_BY_USER_FORCED));
    // when
    admin.transitionToActive(by(RequestSource.REQUEST_BY_USER_FORCED));
    // then
    assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
    assertThat(rm.refreshes()).hasSize(refreshes);
    SimulatedNodeManager excluded = rm.nodeManager("127.0.0.32:4321");
    assertThat(excluded.register().getDiagnosticsMessage()).contains("Disallowed");
  }

  private static void assertRefused(ThrowingCallable request) {
    RemoteException refusal = catchThrowableOfType(RemoteException.class, request);
    assertThat(refusal.unwrapRemoteException())
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("automatic failover is enabled");
  }

  private static HAServiceState state() throws Exception {
    return admin.getServiceStatus().getState();
  }

  private static StateChangeRequestInfo by(RequestSource source) {
    return new StateChangeRequestInfo(source);
  }
}
