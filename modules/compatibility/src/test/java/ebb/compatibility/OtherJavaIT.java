package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ebb on a newer Java than that of its nodes. */
class OtherJavaIT {
  @ParameterizedTest
  @ValueSource(ints = 25)
  void shouldDrainOnANewerJava(int release) throws Exception {
    Optional<OtherJava> java = OtherJava.find(release);
    String missing = "NOT RUN: no JDK " + release + "; JAVA_" + release + "_HOME may name one";
    if (java.isEmpty()) {
      // Maven counts what is skipped, but does not say why.
      System.out.println("[WARNING] " + missing);
    }
    assumeTrue(java.isPresent(), missing);
    try (var cluster = LoopbackCluster.create(Installation.find(), Map.of())) {
      cluster.resourceManager().startBy(java.orElseThrow().runner());
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);
      ProcessHandle ebb = ProcessHandle.of(cluster.resourceManager().process().pid()).orElseThrow();
      assertThat(ebb.info().command()).contains(java.orElseThrow().command());

      MapReduceJob job = drains.submitJob();

      drains.run(job);
    }
  }
}
