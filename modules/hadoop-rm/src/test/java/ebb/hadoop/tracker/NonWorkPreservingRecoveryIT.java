package ebb.hadoop.tracker;

import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without work-preserving recovery a NodeManager tells at its registration that an application
 * master has ended; otherwise the application would wait for it until it expires.
 */
class NonWorkPreservingRecoveryIT {
  @TempDir Path folder;

  @Test
  void shouldEndTheAttemptWhoseMasterHasEnded() throws Exception {
    // given
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.work-preserving-recovery.enabled", "false");
    conf.set("yarn.resourcemanager.am.max-attempts", "1");
    try (RunningRm rm = RunningRm.start(folder, conf);
        SimulatedNodeManager node = rm.nodeManager("127.0.11.1");
        YarnClient client = YarnClient.createYarnClient()) {
      client.init(rm.clientConf());
      client.start();
      node.register();
      // when the scheduler has placed a master there
      ApplicationId id = submit(client);
      ContainerId master = masterOf(client, id, node);
      rm.restart();
      // and the NodeManager registers anew, with a container that nobody knows and with that one
      node.has(Reports.container(id, 77), COMPLETE).has(master, COMPLETE).holds(id);
      assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      // then
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(client.getApplicationReport(id).getYarnApplicationState())
                      .isEqualTo(YarnApplicationState.FAILED));
      assertThat(client.getApplicationReport(id).getDiagnostics())
          .contains("AM Container for " + master.getApplicationAttemptId() + " exited");
    }
  }

  private static ApplicationId submit(YarnClient client) throws Exception {
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setApplicationName("managed");
    context.setQueue("default");
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of("true"), null, null, Map.of()));
    context.setResource(Resource.newInstance(1024, 1));
    client.submitApplication(context);
    return context.getApplicationId();
  }

  private static ContainerId masterOf(
      YarnClient client, ApplicationId id, SimulatedNodeManager node) throws Exception {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              node.heartbeat();
              return client
                  .getApplicationAttemptReport(
                      client.getApplicationReport(id).getCurrentApplicationAttemptId())
                  .getAMContainerId();
            },
            container -> container != null);
  }
}
