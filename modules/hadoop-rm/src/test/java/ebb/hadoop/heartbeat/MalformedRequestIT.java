package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.tracker.RegistrationHandler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Requests that no NodeManager sends: the answer names the field, nothing is done, and the one
 * thread that answers NodeManagers here goes on answering the others.
 */
class MalformedRequestIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManager neighbour;
  static int hosts;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.resource-tracker.client.thread-count", "1");
    rm = RunningRm.start(folder, conf);
    neighbour = rm.nodeManager("127.0.8.1");
    neighbour.register();
  }

  @AfterAll
  static void stopRm() throws Exception {
    neighbour.close();
    rm.close();
  }

  @AfterEach
  void neighbourIsWell() throws Exception {
    for (int beat = 0; beat < 3; beat++) {
      assertThat(neighbour.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
    assertThat(rm.published(neighbour).revision()).isEqualTo(1);
    assertThat(rm.stateOf(neighbour)).isEqualTo("RUNNING");
  }

  private static SimulatedNodeManager nodeManager() throws Exception {
    hosts++;
    return rm.nodeManager("127.0.9." + hosts);
  }

  static Stream<Arguments> registrations() {
    return Stream.of(
        registration("nodeId is missing", request -> request.setNodeId(null)),
        registration("nodeId.port is -1", request -> request.setNodeId(id("h", -1))),
        registration("nodeId.port is 65536", request -> request.setNodeId(id("h", 65_536))),
        registration(
            "nodeId.port is 2147483647", request -> request.setNodeId(id("h", Integer.MAX_VALUE))),
        registration("nodeId.host is empty", request -> request.setNodeId(id("", 1))),
        registration("httpPort is -1", request -> request.setHttpPort(-1)),
        registration("resource is missing", request -> request.setResource(null)),
        registration(
            "resource.memory is 9223372036854775807",
            request -> request.setResource(Resource.newInstance(Long.MAX_VALUE, 1))),
        registration(
            "resource.vcores is 2147483647",
            request -> request.setResource(Resource.newInstance(4096, Integer.MAX_VALUE))),
        registration("nmVersion is longer", request -> request.setNMVersion("3".repeat(1_000))),
        registration(
            "nodeStatus.nodeHealthStatus is missing",
            request -> request.getNodeStatus().setNodeHealthStatus(null)),
        registration(
            "containerStatuses.containerId is missing",
            holding(container -> container.setContainerId(null))),
        registration(
            "containerStatuses.containerState is missing",
            holding(container -> container.setContainerState(null))),
        registration(
            "containerStatuses.priority is missing",
            holding(container -> container.setPriority(null))),
        registration(
            "containerStatuses.diagnostics is missing",
            holding(container -> container.setDiagnostics(null))),
        registration(
            "containerStatuses.resource is negative",
            holding(container -> container.setAllocatedResource(Resource.newInstance(-1, 1)))));
  }

  private static Arguments registration(
      String complaint, Consumer<RegisterNodeManagerRequest> change) {
    return Arguments.of(complaint, change);
  }

  private static Consumer<RegisterNodeManagerRequest> holding(Consumer<NMContainerStatus> change) {
    NMContainerStatus container = Reports.held(1);
    change.accept(container);
    return request -> request.setContainerStatuses(List.of(container));
  }

  private static NodeId id(String host, int port) {
    return NodeId.newInstance(host, port);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("registrations")
  void shouldRefuseARegistration(String complaint, Consumer<RegisterNodeManagerRequest> change)
      throws Exception {
    // given
    String listed = rm.rest("/ws/v1/cluster/nodes?states=RUNNING,UNHEALTHY,LOST");
    try (SimulatedNodeManager node = nodeManager().registersWith(change)) {
      // when, then
      assertThatThrownBy(node::register)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("Malformed request: " + complaint);
      assertThat(listed).doesNotContain(node.id().toString());
      assertThat(rm.published(node).revision()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", " ", "a\nb", "a\tb", "a\u0000b", "*", "a|b", "../b", "-x", "a,b"})
  void shouldRefuseWhatIsNoHost(String host) throws Exception {
    try (SimulatedNodeManager node =
        nodeManager().registersWith(request -> request.setNodeId(id(host, 4321)))) {
      assertThatThrownBy(node::register)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("nodeId.host is no host name or address");
      assertThatThrownBy(
              () -> node.heartbeat(request -> request.getNodeStatus().setNodeId(id(host, 4321))))
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("nodeId.host is no host name or address");
    }
  }

  static Stream<Arguments> heartbeats() {
    return Stream.of(
        heartbeat("nodeStatus is missing", request -> request.setNodeStatus(null)),
        heartbeat("nodeId is missing", request -> request.getNodeStatus().setNodeId(null)),
        heartbeat(
            "nodeStatus.nodeHealthStatus is missing",
            request -> request.getNodeStatus().setNodeHealthStatus(null)),
        heartbeat(
            "nodeStatus.containersStatuses.containerId is missing",
            reporting(container -> container.setContainerId(null))),
        heartbeat(
            "nodeStatus.containersStatuses.state is missing",
            reporting(container -> container.setState(null))),
        heartbeat(
            "nodeStatus.containersStatuses.capability.memory is 9223372036854775807",
            reporting(
                container -> container.setCapability(Resource.newInstance(Long.MAX_VALUE, 1)))));
  }

  private static Arguments heartbeat(String complaint, Consumer<NodeHeartbeatRequest> change) {
    return Arguments.of(complaint, change);
  }

  private static Consumer<NodeHeartbeatRequest> reporting(Consumer<ContainerStatus> change) {
    ContainerStatus container = Reports.running(1);
    change.accept(container);
    return request -> request.getNodeStatus().setContainersStatuses(List.of(container));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("heartbeats")
  void shouldRefuseAHeartbeatAndTakeTheNext(String complaint, Consumer<NodeHeartbeatRequest> change)
      throws Exception {
    try (SimulatedNodeManager node = nodeManager()) {
      // given
      node.register();
      // when
      assertThatThrownBy(() -> node.heartbeat(change))
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("Malformed request: " + complaint);
      // then its answer was none, and the id is still the next
      assertThat(node.heartbeat().getResponseId()).isEqualTo(1);
      assertThat(rm.published(node).revision()).isEqualTo(1);
    }
  }

  @Test
  void shouldSendHomeWhatOffersLessThanNothing() throws Exception {
    try (SimulatedNodeManager node = nodeManager().offers(-1, Integer.MIN_VALUE)) {
      RegisterNodeManagerResponse answer = node.register();
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(answer.getDiagnosticsMessage()).contains("doesn't satisfy minimum allocations");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, Integer.MAX_VALUE, -100, 7})
  void shouldResyncOddResponseIds(int responseId) throws Exception {
    try (SimulatedNodeManager node = nodeManager()) {
      // given
      node.register();
      // when
      NodeHeartbeatResponse answer = node.heartbeatWith(responseId);
      // then the largest is what comes before zero: a repetition
      NodeAction expected = responseId == Integer.MAX_VALUE ? NodeAction.NORMAL : NodeAction.RESYNC;
      assertThat(answer.getNodeAction()).isEqualTo(expected);
    }
  }

  @Test
  void shouldTakeTenThousandContainersOfUnknownApplications() throws Exception {
    try (SimulatedNodeManager node = nodeManager()) {
      // given
      node.register();
      List<ContainerStatus> statuses = new ArrayList<>();
      for (int number = 1; number <= 10_000; number++) {
        statuses.add(
            Reports.status(
                Reports.container(Reports.application(number), 1),
                ContainerState.RUNNING,
                1024,
                1,
                ExecutionType.GUARANTEED));
      }
      // when
      node.heartbeat(request -> request.getNodeStatus().setContainersStatuses(statuses));
      // then the node is told to clean all of them up
      assertThat(node.heartbeat().getApplicationsToCleanup()).hasSize(10_000);
    }
  }

  @Test
  void shouldNotLetALongReportHideThatANodeIsSick() throws Exception {
    try (SimulatedNodeManager node = nodeManager()) {
      // given
      node.register();
      // when
      node.heartbeat(
          request ->
              request
                  .getNodeStatus()
                  .setNodeHealthStatus(
                      NodeHealthStatus.newInstance(false, "sick ".repeat(200_000), 1)));
      // then
      await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("UNHEALTHY"));
      node.unregister();
      await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("SHUTDOWN"));
    }
  }

  @Test
  void shouldTakeAnAddressOfTheSixthVersion() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("::1")) {
      // when
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      assertThat(rm.rest("/ws/v1/cluster/nodes")).contains("\"id\":\"::1:4321\"");
      assertThat(rm.published(node).revision()).isEqualTo(1);
    }
  }

  @Test
  void shouldTakeTheLongestHostName() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("h\u00e4".repeat(126) + "h")) {
      // when
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      assertThat(node.id().getHost()).hasSize(253);
      assertThat(rm.published(node).revision()).isEqualTo(1);
      node.unregister();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {254, 10_000})
  void shouldSendHomeALongerHostName(int length) throws Exception {
    String host = "h".repeat(length);
    String complaint = "'%s...' has %d characters; allowed are 1 to 253";
    String refused = complaint.formatted("h".repeat(40), length);
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(RegistrationHandler.class);
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
    try (SimulatedNodeManager node = rm.nodeManager(host)) {
      // when
      RegisterNodeManagerResponse answer = node.register();
      // then
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(answer.getDiagnosticsMessage())
          .isEqualTo(
              "Disallowed NodeManager: its host name "
                  + refused
                  + ". Sending SHUTDOWN signal to the NodeManager.");
      assertThatThrownBy(node::heartbeat)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("Malformed request: nodeId.host " + refused);
      assertThatThrownBy(node::unregister)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("Malformed request: nodeId.host " + refused);
      assertThat(rm.rest("/ws/v1/cluster/nodes")).doesNotContain(host);
      // The second within a minute is left out.
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .allSatisfy(line -> assertThat(line).isEqualTo(answer.getDiagnosticsMessage()))
          .hasSizeLessThanOrEqualTo(1);
    } finally {
      logger.setLevel(null);
      logger.detachAppender(log);
    }
  }

  @Test
  void shouldRefuseAGoodbyeOfNobody() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("*")) {
      assertThatThrownBy(node::unregister)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("nodeId.host is no host name or address");
    }
  }
}
