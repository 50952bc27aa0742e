package ebb.compatibility;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.MapReduceJob;
import ebb.demo.cluster.NodeManagerProcess;
import ebb.demo.process.JavaCommand;
import ebb.demo.process.ManagedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spark in cluster mode, on nodes that drain. */
class SparkIT {
  private static final int EXECUTORS = 5;

  /** Driver and executors have 512 MB, so two of them fit on a node. */
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
      drains
          .await("every executor to have a task")
          .until(() -> executorsWithTasks(cluster, drains) == EXECUTORS);

      drains.run(application);
    }
  }

  private static long executorsWithTasks(LoopbackCluster cluster, DrainsDuringJob drains)
      throws IOException {
    long executors = 0;
    for (NodeManagerProcess nodeManager : drains.nodeManagers()) {
      Path logs = cluster.folder().nodes().resolve(nodeManager.host()).resolve("containers");
      try (Stream<Path> all = Files.walk(logs)) {
        executors += all.filter(path -> path.endsWith("stderr")).filter(SparkIT::hasTask).count();
      }
    }
    return executors;
  }

  private static boolean hasTask(Path log) {
    try {
      return Files.readString(log).contains("Executor: Running task");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
            "spark.scheduler.minRegisteredResourcesRatio", "1.0",
            "spark.ui.port", "0",
            "spark.yarn.jars", "local:" + spark.resolve("lib") + "/*",
            "spark.yarn.stagingDir", tmp.toUri().toString(),
            "spark.yarn.report.interval", "500ms")
        .forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
    arguments.addAll(List.of("--class", "ebb.compatibility.spark.SlowPi"));
    arguments.addAll(List.of(spark.resolve("slow-pi.jar").toString(), "15", "15000"));
    var command =
        new JavaCommand(
            List.of(cluster.folder().conf().toString(), spark.resolve("lib") + "/*"),
            "org.apache.spark.deploy.SparkSubmit",
            256,
            Map.of("java.io.tmpdir", tmp.toString(), "log.level", "INFO"),
            arguments);
    ManagedProcess client =
        cluster.start(
            "spark-submit", command, List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"));
    client.mayEnd();
    return new MapReduceJob(client);
  }
}
