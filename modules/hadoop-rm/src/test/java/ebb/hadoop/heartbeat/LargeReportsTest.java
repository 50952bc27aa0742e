package ebb.hadoop.heartbeat;

import static ebb.hadoop.heartbeat.Cost.assertThatGrowsInProportion;
import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.beat;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.registration;
import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ebb.hadoop.FakeResourceManager;
import ebb.hadoop.node.PublishedNode;
import ebb.hadoop.node.RMNodeView;
import ebb.hadoop.tracker.ReportedLabels;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.LogAggregationStatus;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.LogAggregationReport;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatRequestPBImpl;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeFinishedContainersPulledByAMEvent;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * A NodeManager may name tens of thousands of anything, and the other nodes wait while one
 * registers: twice as much takes about twice as long, and not four times.
 */
class LargeReportsTest {

  @Test
  void shouldRegisterApplications() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size);
          return () -> node.registers(applications(size));
        });
  }

  @Test
  void shouldRegisterApplicationsThatAreUnknown() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node();
          return () -> node.registers(applications(size));
        });
  }

  /** Nor does it fill the log: one line says how many, and names the first of them. */
  @Test
  void shouldWarnOnceOfAllApplicationsThatAreUnknown() {
    Node node = new Node();

    assertThat(warningsOf(() -> node.registers(applications(20_000))))
        .singleElement(STRING)
        .contains(
            "holds applications that are unknown here, and is told to clean up: 20000 ("
                + application(0)
                + ", "
                + application(1)
                + ", ")
        .endsWith(", …)")
        .hasSizeLessThan(1_000);
  }

  @Test
  void shouldWarnOnceOfTheUnknownApplicationsOfAllContainers() {
    Node node = new Node().registers(List.of());

    assertThat(warningsOf(() -> node.beats(in(RUNNING, 20_000))))
        .singleElement(STRING)
        .contains("holds applications that are unknown here, and is told to clean up: 20000 (")
        .hasSizeLessThan(1_000);
  }

  private static List<String> warningsOf(Runnable work) {
    var log = new ListAppender<ILoggingEvent>();
    Logger ebb = (Logger) LoggerFactory.getLogger("ebb");
    log.start();
    ebb.addAppender(log);
    try {
      work.run();
    } finally {
      ebb.detachAppender(log);
    }
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void shouldRegisterTheSameApplicationsAgain() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(applications(size));
          return () -> node.registers(applications(size));
        });
  }

  @Test
  void shouldRegisterContainers() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size);
          List<NMContainerStatus> held = containers(size).stream().map(this::held).toList();
          return () -> node.registers(held, List.of());
        });
  }

  @Test
  void shouldHearOfContainersThatStart() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of());
          return () -> node.beats(in(RUNNING, size));
        });
  }

  @Test
  void shouldHearOfContainersOfUnknownApplications() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().registers(List.of());
          return () -> node.beats(in(RUNNING, size));
        });
  }

  @Test
  void shouldHearOfContainersThatEnd() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of()).beats(exposed(size));
          return () -> node.beats(in(COMPLETE, size));
        });
  }

  @Test
  void shouldMissContainers() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of()).beats(in(RUNNING, size));
          return () -> node.beats(List.of());
        });
  }

  @Test
  void shouldHearOfPorts() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of()).beats(in(RUNNING, size));
          return () -> node.beats(exposed(size));
        });
  }

  @Test
  void shouldCleanUpContainers() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of()).beats(in(RUNNING, size));
          return () -> {
            containers(size).forEach(node::cleansUp);
            node.beats(in(RUNNING, size));
          };
        });
  }

  @Test
  void shouldForgetContainersThatHaveEnded() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(List.of()).beats(in(COMPLETE, size));
          return () -> {
            containers(size).forEach(node::forgets);
            node.beats(List.of());
          };
        });
  }

  @Test
  void shouldEndApplications() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(applications(size));
          return () -> {
            applications(size).forEach(node::ends);
            node.beats(List.of());
          };
        });
  }

  @Test
  void shouldEndTheApplicationsThatADrainWaitsFor() {
    assertThatGrowsInProportion(
        size -> {
          Node node =
              new Node().knowing(size).registers(applications(size)).drains().beats(List.of());
          return () -> applications(size).forEach(node::ends);
        });
  }

  @Test
  void shouldHearOfContainersOfADrainingNode() {
    assertThatGrowsInProportion(
        size -> {
          Node node = new Node().knowing(size).registers(applications(size)).drains();
          return () -> node.beats(in(RUNNING, size)).beats(in(COMPLETE, size));
        });
  }

  @Test
  void shouldLeave() {
    assertThatGrowsInProportion(
        size -> {
          Node node =
              new Node().knowing(size).registers(applications(size)).beats(in(RUNNING, size));
          return node::isLost;
        });
  }

  @Test
  void shouldLookAtARegistration() {
    assertThatGrowsInProportion(
        size -> {
          RegisterNodeManagerRequest request =
              registration(
                      PublishedNode.running(),
                      1,
                      true,
                      containers(size).stream().map(this::held).toList(),
                      applications(size))
                  .request();
          request.setLogAggregationReportsForApps(logs(size));
          request.setNodeLabels(labels(size));
          request.setNodeAttributes(attributes(size));
          var wire = ((RegisterNodeManagerRequestPBImpl) request).getProto();
          return () -> check(new RegisterNodeManagerRequestPBImpl(wire));
        });
  }

  @Test
  void shouldLookAtAHeartbeat() {
    assertThatGrowsInProportion(
        size -> {
          NodeHeartbeatRequest request =
              NodeHeartbeatRequest.newInstance(
                  Reports.nodeStatus(PublishedNode.running(), 0, true, in(RUNNING, size)),
                  null,
                  null,
                  labels(size));
          request.setLogAggregationReportsForApps(logs(size));
          request.setNodeAttributes(attributes(size));
          var wire = ((NodeHeartbeatRequestPBImpl) request).getProto();
          return () -> Reports.heard(new NodeHeartbeatRequestPBImpl(wire));
        });
  }

  @Test
  void shouldCompareAttributes() {
    assertThatGrowsInProportion(
        size -> {
          Set<NodeAttribute> one = attributes(size);
          Set<NodeAttribute> same = attributes(size);
          return () -> assertThat(ReportedLabels.isSame(one, same)).isTrue();
        });
  }

  /** A node with its NodeManager, at a ResourceManager of its own. */
  private static final class Node {
    private final FakeResourceManager rm = new FakeResourceManager();
    private final PublishedNode published = PublishedNode.running();
    private final RMNodeView live = rm.live(published);
    private long registrations;

    Node knowing(int applications) {
      applications(applications).forEach(rm::knows);
      return this;
    }

    Node registers(List<ApplicationId> applications) {
      return registers(List.of(), applications);
    }

    Node registers(List<NMContainerStatus> containers, List<ApplicationId> applications) {
      assertThat(
              live.register(
                  registration(published, ++registrations, true, containers, applications)))
          .isTrue();
      return this;
    }

    Node beats(List<ContainerStatus> containers) {
      beat(live, published, true, containers);
      live.pullContainerUpdates();
      return this;
    }

    Node drains() {
      live.show(published.drains().publication());
      return this;
    }

    void cleansUp(ContainerId container) {
      live.handle(new RMNodeCleanContainerEvent(live.getNodeID(), container));
    }

    void forgets(ContainerId container) {
      live.handle(
          new RMNodeFinishedContainersPulledByAMEvent(live.getNodeID(), List.of(container)));
    }

    void ends(ApplicationId application) {
      live.handle(new RMNodeCleanAppEvent(live.getNodeID(), application));
    }

    void isLost() {
      live.show(published.isLost().publication());
    }
  }

  private static List<ApplicationId> applications(int size) {
    return IntStream.range(0, size).mapToObj(Reports::application).toList();
  }

  /** Each of another application. */
  private static List<ContainerId> containers(int size) {
    return applications(size).stream().map(each -> container(each, 1)).toList();
  }

  private NMContainerStatus held(ContainerId id) {
    return Reports.held(id, RUNNING, 1, 1, ExecutionType.GUARANTEED);
  }

  private static List<ContainerStatus> in(ContainerState state, int size) {
    return containers(size).stream().map(each -> Reports.status(each, state)).toList();
  }

  private static List<ContainerStatus> exposed(int size) {
    List<ContainerStatus> all = in(RUNNING, size);
    all.forEach(each -> each.setExposedPorts("{\"80\":[]}"));
    return all;
  }

  private static List<LogAggregationReport> logs(int size) {
    return applications(size).stream()
        .map(each -> LogAggregationReport.newInstance(each, LogAggregationStatus.RUNNING, ""))
        .toList();
  }

  private static Set<NodeLabel> labels(int size) {
    return IntStream.range(0, size)
        .mapToObj(each -> NodeLabel.newInstance("label" + each))
        .collect(Collectors.toSet());
  }

  private static Set<NodeAttribute> attributes(int size) {
    return IntStream.range(0, size)
        .mapToObj(
            each ->
                NodeAttribute.newInstance(
                    NodeAttribute.PREFIX_DISTRIBUTED,
                    "attribute" + each,
                    NodeAttributeType.STRING,
                    "value" + each))
        .collect(Collectors.toSet());
  }

  private static void check(RegisterNodeManagerRequest request) {
    try {
      RequestValidator.check(request);
    } catch (YarnException e) {
      throw new AssertionError(e);
    }
  }
}
