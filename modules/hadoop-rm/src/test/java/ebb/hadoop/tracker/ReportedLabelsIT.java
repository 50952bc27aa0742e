package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsMappingProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels and attributes on their way from NodeManagers to Hadoop's managers of them. */
class ReportedLabelsIT {
  @TempDir Path folder;
  private @Nullable RunningRm started;

  @AfterEach
  void stopRm() {
    rm().close();
  }

  private RunningRm rm() {
    return Objects.requireNonNull(started, "started by each test");
  }

  private void startRm(Map<String, String> settings) throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    for (Map.Entry<String, String> each : settings.entrySet()) {
      conf.set(each.getKey(), each.getValue());
    }
    started = RunningRm.start(folder, conf);
    rm().refresh("-addToClusterNodeLabels", "fast,slow");
  }

  private static Map<String, String> labels(String type) {
    return Map.of("yarn.node-labels.enabled", "true", "yarn.node-labels.configuration-type", type);
  }

  private static Set<NodeLabel> named(String... names) {
    return Set.of(names).stream().map(NodeLabel::newInstance).collect(Collectors.toSet());
  }

  private static NodeAttribute attribute(String prefix, String name, String value) {
    return NodeAttribute.newInstance(prefix, name, NodeAttributeType.STRING, value);
  }

  private String listed(SimulatedNodeManager node) throws Exception {
    return rm().rest("/ws/v1/cluster/nodes/" + node.id());
  }

  @Test
  void shouldTakeLabelsFromNodesAndSaySo() throws Exception {
    startRm(labels("distributed"));
    try (SimulatedNodeManager node = rm().nodeManager("127.0.5.1")) {
      // when it registers with a label, then
      node.registersWith(request -> request.setNodeLabels(named("fast")));
      assertThat(node.register().getAreNodeLabelsAcceptedByRM()).isTrue();
      assertThat(listed(node)).contains("\"nodeLabels\":[\"fast\"]");
      // when it reports another, then
      NodeHeartbeatResponse answer =
          node.heartbeat(request -> request.setNodeLabels(named("slow")));
      assertThat(answer.getAreNodeLabelsAcceptedByRM()).isTrue();
      assertThat(listed(node)).contains("\"nodeLabels\":[\"slow\"]");
      // when it reports nothing of them, then nothing changes
      assertThat(node.heartbeat().getAreNodeLabelsAcceptedByRM()).isFalse();
      assertThat(listed(node)).contains("\"nodeLabels\":[\"slow\"]");
      // when it reports one that the cluster does not have, then
      answer = node.heartbeat(request -> request.setNodeLabels(named("unknown")));
      assertThat(answer.getAreNodeLabelsAcceptedByRM()).isFalse();
      assertThat(answer.getDiagnosticsMessage())
          .contains("Node Labels {unknown} reported from NM with ID " + node.id());
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(listed(node)).contains("\"nodeLabels\":[\"slow\"]");
      // when it registers so, then it is admitted all the same
      node.registersWith(request -> request.setNodeLabels(named("unknown")));
      RegisterNodeManagerResponse admitted = node.register();
      assertThat(admitted.getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(admitted.getAreNodeLabelsAcceptedByRM()).isFalse();
      assertThat(admitted.getDiagnosticsMessage()).contains("unknown");
    }
  }

  @Test
  void shouldTakeAttributesOfTheNodesOwnPrefixOnly() throws Exception {
    startRm(labels("centralized"));
    try (SimulatedNodeManager node = rm().nodeManager("127.0.5.2")) {
      // when
      node.registersWith(
          request -> request.setNodeAttributes(Set.of(attribute("nm.yarn.io", "os", "linux"))));
      // then
      assertThat(node.register().getAreNodeAttributesAcceptedByRM()).isTrue();
      await().untilAsserted(() -> assertThat(listed(node)).contains("\"value\":\"linux\""));
      // when it changes, then
      NodeHeartbeatResponse answer =
          node.heartbeat(
              request -> request.setNodeAttributes(Set.of(attribute("nm.yarn.io", "os", "plan9"))));
      assertThat(answer.getAreNodeAttributesAcceptedByRM()).isTrue();
      await().untilAsserted(() -> assertThat(listed(node)).contains("\"value\":\"plan9\""));
      // when it is not the node's to say, then
      answer =
          node.heartbeat(
              request -> request.setNodeAttributes(Set.of(attribute("rm.yarn.io", "os", "other"))));
      assertThat(answer.getAreNodeAttributesAcceptedByRM()).isFalse();
      assertThat(answer.getDiagnosticsMessage())
          .contains("Reject invalid node attributes from host: " + node.id());
      assertThat(listed(node)).contains("\"value\":\"plan9\"").doesNotContain("other");
    }
  }

  @Test
  void shouldNotTakeLabelsFromNodesWhenAnAdministratorGivesThem() throws Exception {
    startRm(labels("centralized"));
    try (SimulatedNodeManager node = rm().nodeManager("127.0.5.3")) {
      // when
      node.registersWith(request -> request.setNodeLabels(named("fast")));
      // then
      assertThat(node.register().getAreNodeLabelsAcceptedByRM()).isFalse();
      assertThat(
              node.heartbeat(request -> request.setNodeLabels(named("fast")))
                  .getAreNodeLabelsAcceptedByRM())
          .isFalse();
      assertThat(listed(node)).doesNotContain("fast");
      // when
      rm().refresh("-replaceLabelsOnNode", node.id().getHost() + "=slow");
      // then
      assertThat(listed(node)).contains("\"nodeLabels\":[\"slow\"]");
    }
  }

  @Test
  void shouldAskTheProviderForTheLabelsOfANodeThatRegisters() throws Exception {
    startRm(
        Map.of(
            "yarn.node-labels.enabled", "true",
            "yarn.node-labels.configuration-type", "delegated-centralized",
            "yarn.resourcemanager.node-labels.provider", EverythingIsFast.class.getName(),
            "yarn.resourcemanager.node-labels.provider.fetch-interval-ms", "-1",
            "yarn.resourcemanager.node-labels.provider.update-newly-registered-nodes-interval-ms",
                "100"));
    try (SimulatedNodeManager node = rm().nodeManager("127.0.5.4")) {
      // when
      node.register();
      // then
      await().untilAsserted(() -> assertThat(listed(node)).contains("\"nodeLabels\":[\"fast\"]"));
    }
  }

  /** Loaded by its name. */
  public static final class EverythingIsFast extends RMNodeLabelsMappingProvider {
    public EverythingIsFast() {
      super("everything-is-fast");
    }

    @Override
    public Map<NodeId, Set<NodeLabel>> getNodeLabels(Set<NodeId> nodes) {
      return nodes.stream().collect(Collectors.toMap(node -> node, node -> named("fast")));
    }

    @Override
    protected void serviceInit(Configuration conf) {}
  }
}
