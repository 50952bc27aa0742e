package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.node.PublishedNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.impl.pb.NodeStatusPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the load of a machine enters the cluster's, and how often it has to report. */
class NodeUtilisationTest {
  private static final Resource TEN_CORES = Resource.newInstance(10_000, 10);

  private final NodeUtilisation utilisation = new NodeUtilisation();

  @BeforeEach
  void startFromZero() {
    ClusterMetrics.destroy();
  }

  private static NodeUtilisation.Scaling scaling(float factor) {
    return new NodeUtilisation.Scaling(2000, 1500, 2500, factor, factor);
  }

  private void readsLoad(int percent, boolean serving) {
    NodeStatus status = Reports.nodeStatus(PublishedNode.running(), 0, true, List.of());
    status.setNodeUtilization(ResourceUtilization.newInstance(5_000, 0, percent / 10f));
    utilisation.read(wireOf(status), TEN_CORES, Resource.newInstance(1_000, 100), serving);
  }

  private static NodeStatusProto wireOf(NodeStatus status) {
    return ((NodeStatusPBImpl) status).getProto();
  }

  /** Half of the cluster's cores, by another node. */
  private static void clusterIsHalfBusy() {
    ClusterMetrics.getMetrics().incrCapability(Resource.newInstance(1000, 100));
    ClusterMetrics.getMetrics().incrUtilizedVirtualCores(50);
  }

  @DisplayName("103 the interval follows the load, within its bounds")
  @ParameterizedTest(name = "{0} % of the machine: every {1} ms")
  @CsvSource({
    "0,1500",
    "20,1500",
    "30,1600",
    "40,1800",
    "50,2000",
    "60,2200",
    "70,2400",
    "80,2500",
    "100,2500"
  })
  @Tag("case-103")
  void shouldScaleTheInterval(int percent, long expected) {
    // given
    clusterIsHalfBusy();
    // when
    readsLoad(percent, false);
    // then
    assertThat(utilisation.heartbeatInterval(TEN_CORES, scaling(1f))).isEqualTo(expected);
  }

  @DisplayName("104 factors weaken the effect")
  @ParameterizedTest(name = "{0} % of the machine: every {1} ms")
  @CsvSource({"0,1500", "10,1600", "50,2000", "90,2400", "100,2500"})
  @Tag("case-104")
  void shouldScaleTheIntervalByFactors(int percent, long expected) {
    // given
    clusterIsHalfBusy();
    // when
    readsLoad(percent, false);
    // then
    assertThat(utilisation.heartbeatInterval(TEN_CORES, scaling(0.5f))).isEqualTo(expected);
    assertThat(utilisation.heartbeatInterval(null, scaling(0.5f))).isEqualTo(2000);
  }

  @Test
  void shouldCountForTheClusterOnlyWhileTheNodeServes() {
    // when
    readsLoad(50, true);
    readsLoad(50, true);
    // then
    assertThat(ClusterMetrics.getMetrics().getUtilizedVirtualCores()).isEqualTo(50);
    assertThat(ClusterMetrics.getMetrics().getUtilizedMB()).isEqualTo(500);
    // when
    readsLoad(50, false);
    // then
    assertThat(ClusterMetrics.getMetrics().getUtilizedVirtualCores()).isZero();
    assertThat(ClusterMetrics.getMetrics().getUtilizedMB()).isZero();
  }

  @Test
  void shouldAnswerZeroWhileNothingIsReported() {
    assertThat(utilisation.node()).isEqualTo(ResourceUtilization.newInstance(0, 0, 0));
    assertThat(utilisation.containers()).isEqualTo(ResourceUtilization.newInstance(0, 0, 0));
  }
}
