package ebb.hadoop.node;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a NodeManager must bring along, whatever the lists say. */
class RegistrationChecksIT {
  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.nodemanager.minimum.version", "EqualToRM");
    conf.set("yarn.resourcemanager.resource-tracker.nm.ip-hostname-check", "true");
    conf.set("yarn.scheduler.minimum-allocation-mb", "2048");
    conf.set("yarn.scheduler.minimum-allocation-vcores", "4");
    rm = RunningRm.start(folder, conf);
  }

  @AfterAll
  static void stopRm() throws Exception {
    rm.close();
  }

  @Test
  @Tag("case-122")
  void shouldRefuseAVersionBelowTheMinimum() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.4.1").isOfVersion("1.9.9")) {
      RegisterNodeManagerResponse answer = node.register();
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(answer.getDiagnosticsMessage())
          .contains("Disallowed NodeManager Version 1.9.9, is less than the minimum version");
    }
  }

  @Test
  @Tag("case-124")
  void shouldRefuseANodeThatIsTooSmall() throws Exception {
    for (List<Integer> size : List.of(List.of(1024, 1), List.of(2048, 1), List.of(1024, 4))) {
      try (SimulatedNodeManager node =
          rm.nodeManager("127.0.4.2").offers(size.get(0), size.get(1))) {
        RegisterNodeManagerResponse answer = node.register();
        assertThat(answer.getNodeAction()).as("%s", size).isEqualTo(NodeAction.SHUTDOWN);
        assertThat(answer.getDiagnosticsMessage())
            .contains("doesn't satisfy minimum allocations", "2048mb and 4 vcores");
      }
    }
  }

  @Test
  @Tag("case-125")
  void shouldTakeANodeOfTheLeastSize() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.4.3").offers(2048, 4)) {
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
  }

  @Test
  @Tag("case-127")
  void shouldTakeOnlyNodesWhoseNameResolves() throws Exception {
    try (SimulatedNodeManager known = rm.nodeManager("localhost");
        SimulatedNodeManager unknown = rm.nodeManager("no-such-host.invalid")) {
      assertThat(known.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      RegisterNodeManagerResponse answer = unknown.register();
      assertThat(answer.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(answer.getDiagnosticsMessage())
          .contains("hostname cannot be resolved (ip=127.0.0.1, hostname=no-such-host.invalid)");
    }
  }
}
