package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's own file for metrics, beside yarn-site.xml. */
class MetricsSinkIT {
  @TempDir Path folder;

  @Test
  void shouldWriteMetricsToTheSinkThatTheFolderNames() throws Exception {
    // given
    Path sink = folder.resolve("metrics");
    HadoopFolder conf = HadoopFolder.in(folder);
    Files.writeString(
        conf.path().resolve("hadoop-metrics2.properties"),
        "*.sink.file.class=org.apache.hadoop.metrics2.sink.FileSink\n"
            + "*.period=1\n"
            + "resourcemanager.sink.file.filename="
            + sink
            + "\n");
    // when
    try (RunningRm rm = RunningRm.start(folder, conf)) {
      // then
      assertThat(rm.context().getRMNodes()).isEmpty();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(sink)
                      .content()
                      .contains("yarn.ClusterMetrics")
                      .contains("NumActiveNMs=0"));
    }
  }
}
