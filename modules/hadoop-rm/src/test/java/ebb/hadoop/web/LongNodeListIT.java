package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManagers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list of more nodes than one thread reads, the last share of them not a full one. */
class LongNodeListIT {
  @TempDir Path folder;

  @Test
  void shouldNameEachNodeOnceAndInTheOrderOfTheNodes() throws Exception {
    // given
    try (RunningRm rm = RunningRm.in(folder)) {
      var fleet = new SimulatedNodeManagers(rm);
      for (String id : ids()) {
        fleet.bring(id, NodeState.NEW);
      }
      // when
      List<NodeReport> reports =
          rm.context()
              .getClientRMService()
              .getClusterNodes(GetClusterNodesRequest.newInstance())
              .getNodeReports();
      // then
      List<RMNode> nodes = new ArrayList<>(rm.context().getRMNodes().values());
      assertThat(reports)
          .hasSize(ids().size())
          .extracting(NodeReport::getNodeId)
          .containsExactlyElementsOf(nodes.stream().map(RMNode::getNodeID).toList());
    }
  }

  private static List<String> ids() {
    return IntStream.range(0, 2_100).mapToObj(n -> "host%d:1".formatted(n)).toList();
  }
}
