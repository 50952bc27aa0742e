package ebb.compatibility;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spark in cluster mode, on nodes that drain beneath it. */
class SparkIT {
  private static final int EXECUTORS = 5;

  /** Driver and executors have 512 MB: two of them fit on a node. */
  private static final Map<String, String> ROOM =
      Map.of(
          "yarn.nodemanager.resource.memory-mb", "1408",
          "yarn.scheduler.maximum-allocation-mb", "1408");

  @ParameterizedTest
  @ValueSource(strings = {"3.5.6", "4.0.1"})
  void shouldDrainTheNodesOfASparkApplication(String version) throws Exception {
    try (var cluster = LoopbackCluster.create(Installation.find(), ROOM)) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);

      MapReduceJob application = submit(cluster, OtherPrograms.spark(version));
      drains.awaitTasks(application, EXECUTORS);

      drains.run(application);
    }
  }

  /** {@code spark-submit}, which waits for the end. */
  private static MapReduceJob submit(LoopbackCluster cluster, Path spark) {
    Path tmp = cluster.folder().tmp();
    var arguments = new ArrayList<>(List.of("--master", "yarn", "--deploy-mode", "cluster"));
    Map.of(
            "spark.driver.memory", "512m",
            "spark.driver.memoryOverhead", "128m",
            "spark.executor.memory", "512m",
            "spark.executor.memoryOverhead", "128m",
            "spark.executor.instances", Integer.toString(EXECUTORS),
            "spark.ui.port", "0",
            "spark.yarn.jars", "local:" + spark.resolve("lib") + "/*",
            "spark.yarn.stagingDir", tmp.toUri().toString(),
            "spark.yarn.report.interval", "500ms")
        .forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
    arguments.addAll(List.of("--class", "ebb.compatibility.spark.SlowPi"));
    arguments.addAll(List.of(spark.resolve("slow-pi.jar").toString(), "20", "15000"));
    var command =
        new JavaCommand(
            List.of(cluster.folder().conf().toString(), spark.resolve("lib") + "/*"),
            "org.apache.spark.deploy.SparkSubmit",
            256,
            Map.of("java.io.tmpdir", tmp.toString(), "log.level", "INFO"),
            arguments);
    ManagedProcess client =
        cluster.start("spark-submit", command, List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"));
    client.mayEnd();
    return new MapReduceJob(client);
  }
}
