package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import akka.Done;
import ebb.hadoop.config.ConfigurationException;
import ebb.hadoop.config.EbbConfiguration;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ha.ServiceFailedException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.client.RMHAServiceTarget;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One instance of several, which does not lead, leads, and does not lead any more. */
class StandByIT {
  private static final AtomicInteger CALLERS = new AtomicInteger();
  private static final AtomicLong TERMS = new AtomicLong();

  @TempDir static Path folder;
  static HadoopFolder conf;
  static EbbConfiguration configuration;
  static EbbCluster cluster;
  static HadoopRm rm;

  @BeforeAll
  static void start() throws Exception {
    conf = HadoopFolder.in(folder).pairWith("localhost:1");
    configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster = new EbbCluster(configuration.listSource());
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
  }

  @AfterAll
  static void stop() throws Exception {
    await(rm.stop());
    cluster.close();
  }

  @Test
  void shouldStandByBeforeAndAfterItLeads() throws Exception {
    await(rm.standBy());
    assertThat(state()).isEqualTo(HAServiceState.STANDBY);
    assertThatThrownBy(this::connectToTheTracker).isInstanceOf(ConnectException.class);

    await(rm.start(cluster.leaderOf(TERMS.incrementAndGet()), cluster.leader()));
    assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
    try (var node = SimulatedNodeManager.of("127.0.0.51", client())) {
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }

    await(rm.standBy());
    assertThat(state()).isEqualTo(HAServiceState.STANDBY);
    assertThatThrownBy(this::connectToTheTracker).isInstanceOf(ConnectException.class);
  }

  /** Who takes over need not bind ports and start web pages first. */
  @Test
  void shouldGoOnAnsweringWhenItTakesTheLead() throws Exception {
    await(rm.standBy());
    try (Socket before = connectToTheAdminPort()) {
      await(rm.start(cluster.leaderOf(TERMS.incrementAndGet()), cluster.leader()));

      assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
      assertThat(isOpen(before)).isTrue();
    }
  }

  @Test
  void shouldStartAnewWithWhatHasBeenConfiguredMeanwhile() throws Exception {
    await(rm.standBy());
    conf.set(YarnConfiguration.RM_MAX_COMPLETED_APPLICATIONS, "17");
    shouldStartAnew();
  }

  @Test
  void shouldStartAnewWithTheResourceTypesOfMeanwhile() throws Exception {
    await(rm.standBy());
    Path types =
        conf.write(
            "resource-types.xml",
            Map.of("yarn.resource-types.memory-mb.increment-allocation", "512"));
    try {
      shouldStartAnew();
    } finally {
      Files.delete(types);
    }
  }

  /** Its web server would go on showing the metrics of the time when it stood by. */
  @Test
  void shouldStartAnewWherePrometheusAsksForMetrics() throws Exception {
    conf.set("hadoop.prometheus.endpoint.enabled", "true");
    try {
      await(rm.standBy());
      shouldStartAnew();
    } finally {
      conf.set("hadoop.prometheus.endpoint.enabled", "false");
    }
  }

  private static void shouldStartAnew() throws Exception {
    try (Socket before = connectToTheAdminPort()) {
      await(rm.start(cluster.leaderOf(TERMS.incrementAndGet()), cluster.leader()));

      assertThat(state()).isEqualTo(HAServiceState.ACTIVE);
      assertThat(isOpen(before)).isFalse();
    }
  }

  private static Socket connectToTheAdminPort() throws Exception {
    var address = NetUtils.createSocketAddr(conf.get(YarnConfiguration.RM_ADMIN_ADDRESS));
    return new Socket(address.getAddress(), address.getPort());
  }

  /** The server says nothing before it is asked; one that stops closes the connection. */
  private static boolean isOpen(Socket socket) throws Exception {
    socket.setSoTimeout(500);
    try {
      return socket.getInputStream().read() != -1;
    } catch (SocketTimeoutException silence) {
      return true;
    }
  }

  /** In stock YARN a forced request can make a second one active. */
  @Test
  void shouldNotBecomeActiveAtAnybodysWord() throws Exception {
    await(rm.standBy());

    RemoteException refusal =
        catchThrowableOfType(
            RemoteException.class,
            () ->
                withAdmin(
                    admin -> {
                      admin.transitionToActive(
                          new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER_FORCED));
                      return Done.getInstance();
                    }));

    assertThat(refusal.unwrapRemoteException())
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("does not lead");
    assertThat(state()).isEqualTo(HAServiceState.STANDBY);
  }

  @Test
  void shouldSayWhichSettingIsMissing() throws Exception {
    HadoopFolder single = HadoopFolder.in(folder.resolve("single"));
    var alone =
        new HadoopRm(
            cluster.system(),
            EbbConfiguration.of(single.path(), folder.resolve("single-data")),
            cluster.rows(),
            Clock.systemUTC());

    assertThatThrownBy(() -> await(alone.standBy()))
        .hasCauseInstanceOf(ConfigurationException.class)
        .hasMessageContaining("yarn.resourcemanager.ha.enabled must be true");
  }

  private void connectToTheTracker() throws Exception {
    var address =
        NetUtils.createSocketAddr(conf.get(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS));
    new Socket(address.getAddress(), address.getPort()).close();
  }

  private static HAServiceState state() throws Exception {
    return withAdmin(admin -> admin.getServiceStatus().getState());
  }

  /** As somebody new, because Hadoop's client keeps connections, also to who has gone. */
  private static <T> T withAdmin(AdminCall<T> call) throws Exception {
    UserGroupInformation somebody =
        UserGroupInformation.createRemoteUser("admin-" + CALLERS.incrementAndGet());
    return somebody.doAs((PrivilegedExceptionAction<T>) () -> asCurrentUser(call));
  }

  private static <T> T asCurrentUser(AdminCall<T> call) throws Exception {
    HAServiceProtocol admin =
        new RMHAServiceTarget(new YarnConfiguration(client())).getProxy(client(), 0);
    try {
      return call.on(admin);
    } finally {
      RPC.stopProxy(admin);
    }
  }

  private static Configuration client() {
    return EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
  }

  private static void await(CompletionStage<Done> stage) throws Exception {
    stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private interface AdminCall<T> {
    T on(HAServiceProtocol admin) throws Exception;
  }
}
