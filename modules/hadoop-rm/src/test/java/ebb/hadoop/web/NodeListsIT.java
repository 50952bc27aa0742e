package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.Rest;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.SimulatedNodeManagers;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.GetClusterNodesResponsePBImpl;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.GetClusterNodesResponseProto;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our list of nodes against Hadoop's own, for nodes that have all that a node can show: labels,
 * attributes, utilisation, a timeout, a queue, a sickness, no NodeManager any more.
 */
class NodeListsIT {
  private static final String NODES = "/ws/v1/cluster/nodes";

  /** Numbers have to be written alike, too: 1.0 is not 1.00. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final EnumSet<NodeState> ALL = EnumSet.allOf(NodeState.class);

  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManagers fleet;

  @BeforeAll
  static void start() throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set("yarn.node-labels.enabled", "true");
    conf.set("yarn.resourcemanager.opportunistic-container-allocation.enabled", "true");
    // Shown if it is excluded at the start.
    conf.exclude("never-seen");
    rm = RunningRm.start(folder, conf);
    await().until(() -> rm.rest(NODES).contains("never-seen"));
    fleet = new SimulatedNodeManagers(rm);
    fleet.bring("plain:1", NodeState.RUNNING);
    fleet.bring("sick:1", NodeState.UNHEALTHY);
    fleet.bring("lost:1", NodeState.LOST);
    fleet.bring("gone:1", NodeState.SHUTDOWN);
    label("plain:1", "fast");
    describe("plain", "os", "linux");
    fleet.node("sick:1").healthReport("a \"quoted\" <script> said \u00e9, \u2028 and\t\\");
    fleet.node("sick:1").heartbeat();
    drain("draining", "never-seen");
    try (SimulatedNodeManager busy =
        SimulatedNodeManager.of(NodeId.fromString("busy:1"), rm.clientConf())) {
      busy.register();
      busy.heartbeat(
          request -> {
            request
                .getNodeStatus()
                .setNodeUtilization(ResourceUtilization.newInstance(3_000, 4_000, 0.7f));
            request
                .getNodeStatus()
                .setContainersUtilization(ResourceUtilization.newInstance(2_000, 2_500, 1.25f));
          });
    }
    fleet.awaitState("busy:1", NodeState.RUNNING);
    // The scheduler's own thread takes the utilisation over.
    await().until(() -> rm.rest(NODES + "/busy:1").contains("\"memUtilization\":73"));
  }

  private static void drain(String host, String excludedBefore) throws Exception {
    fleet.bring(host + ":1", NodeState.RUNNING);
    fleet.node(host + ":1").runsContainer();
    fleet.node(host + ":1").heartbeat();
    rm.conf().exclude(host, excludedBefore);
    rm.refresh("-refreshNodes", "-g", "600", "-server");
    fleet.awaitState(host + ":1", NodeState.DECOMMISSIONING);
  }

  private static void label(String node, String label) throws Exception {
    var labels = rm.context().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of(label));
    labels.addLabelsToNode(Map.of(NodeId.fromString(node), Set.of(label)));
  }

  private static void describe(String host, String name, String value) throws Exception {
    rm.context()
        .getNodeAttributesManager()
        .addNodeAttributes(
            Map.of(
                host,
                Set.of(
                    NodeAttribute.newInstance(
                        NodeAttribute.PREFIX_CENTRALIZED, name, NodeAttributeType.STRING, value))));
    await().until(() -> rm.rest(NODES + "/" + host + ":1").contains("\"os\""));
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @Test
  void shouldTellClientsWhatHadoopsOwnServiceTellsThem() throws Exception {
    // given
    ClientRMService hadoops =
        new ClientRMService(rm.context(), rm.context().getScheduler(), null, null, null, null);
    GetClusterNodesRequest request = GetClusterNodesRequest.newInstance(ALL);
    // when
    Map<String, NodeReportProto> ours =
        reports(rm.context().getClientRMService().getClusterNodes(request));
    // then
    assertThat(ours).isEqualTo(reports(hadoops.getClusterNodes(request)));
    assertThat(ours)
        .containsKeys("plain:1", "sick:1", "lost:1", "gone:1", "never-seen:-1", "draining:1");
    NodeReportProto plain = Objects.requireNonNull(ours.get("plain:1"));
    assertThat(plain.getNodeLabelsList()).containsExactly("fast");
    assertThat(plain.getNodeAttributesCount()).isOne();
    assertThat(ours.get("draining:1"))
        .extracting(NodeReportProto::getDecommissioningTimeout)
        .isEqualTo(600);
    assertThat(ours.get("busy:1"))
        .extracting(node -> node.getNodeUtilization().getPmem())
        .isEqualTo(3_000);
  }

  @Test
  void shouldTellThoseWhoAskForNoStateOfAll() throws Exception {
    var nobody = GetClusterNodesRequest.newInstance(EnumSet.noneOf(NodeState.class));
    assertThat(reports(rm.context().getClientRMService().getClusterNodes(nobody)))
        .hasSize(
            reports(
                    rm.context()
                        .getClientRMService()
                        .getClusterNodes(GetClusterNodesRequest.newInstance(ALL)))
                .size())
        .hasSizeGreaterThan(5);
  }

  /** As a client reads them, from the bytes that go over the wire. */
  private static Map<String, NodeReportProto> reports(GetClusterNodesResponse response)
      throws Exception {
    Map<String, NodeReportProto> byId = new TreeMap<>();
    GetClusterNodesResponseProto.parseFrom(
            ((GetClusterNodesResponsePBImpl) response).getProto().toByteString())
        .getNodeReportsList()
        .forEach(
            each -> byId.put(each.getNodeId().getHost() + ":" + each.getNodeId().getPort(), each));
    return byId;
  }

  /** One node by itself is still written by Hadoop's MOXy. */
  @Test
  void shouldWriteEachNodeOfTheListAsHadoopWritesOneNode() throws Exception {
    JsonNode list = JSON.readTree(rm.rest(NODES)).path("nodes").path("node");
    assertThat(list.size()).isGreaterThan(5);
    for (JsonNode node : list) {
      String id = node.path("id").asText();
      assertThat(node).as(id).isEqualTo(JSON.readTree(rm.rest(NODES + "/" + id)).path("node"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*/*", "application/json", "application/xml", "text/html"})
  void shouldAnswerInTheFormThatHadoopChooses(String accept) throws Exception {
    var list = Rest.exchange(rm.conf(), "GET", NODES, accept, "");
    var metrics = Rest.exchange(rm.conf(), "GET", "/ws/v1/cluster/metrics", accept, "");
    assertThat(list.statusCode()).isEqualTo(metrics.statusCode());
    assertThat(list.headers().firstValue("content-type"))
        .isEqualTo(metrics.headers().firstValue("content-type"));
  }

  @Test
  void shouldListTheSameNodesAsXml() throws Exception {
    String xml = Rest.exchange(rm.conf(), "GET", NODES, "application/xml", "").body();
    assertThat(xml).startsWith("<?xml").contains("<nodes>", "<id>plain:1</id>");
  }

  @Test
  void shouldListNobodyAsHadoopDoes() throws Exception {
    assertThat(rm.rest(NODES + "?states=REBOOTED")).isEqualTo("{\"nodes\":{}}");
  }
}
