package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.cluster.NodeManagerProcess;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NodeManagers, clients and MapReduce of older Hadoop versions: an upgrade may start with Ebb. */
class OldHadoopIT {
  @ParameterizedTest
  @ValueSource(strings = {"2.10.2", "3.2.4", "3.3.6", "3.4.1"})
  void shouldDrainTheNodesOfAnOlderHadoopWhileItsJobRuns(String version) throws Exception {
    try (var cluster = LoopbackCluster.create(OtherPrograms.withHadoop(version), Map.of())) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      assertThat(drains.nodeManagers())
          .extracting(NodeManagerProcess::process)
          .allSatisfy(
              process ->
                  assertThat(process.logLine("STARTUP_MSG:   version = " + version)).isPresent());

      MapReduceJob job = drains.submitJob();

      drains.run(job);
    }
  }
}
