package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.AuditLines;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * `yarn rmadmin -updateNodeResource` in a cluster that counts more than memory and cores. The types
 * of resources are static in Hadoop and cannot change within a JVM: the build gives this class one
 * of its own (but not if it is named together with other classes by -Dtest).
 */
class ResourceTypesInOwnJvmIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static Resizes resizes;

  @RegisterExtension private final AuditLines audit = new AuditLines();

  @BeforeAll
  static void start() throws Exception {
    HadoopFolder conf = HadoopFolder.in(folder);
    conf.set("yarn.resource-types", "resource1,resource2");
    conf.set("yarn.resource-types.resource1.units", "Gi");
    conf.set("yarn.resource-types.resource2.units", "m");
    conf.write(
        "capacity-scheduler.xml",
        Map.of(
            "yarn.scheduler.capacity.root.queues", "default",
            "yarn.scheduler.capacity.root.default.capacity", "100",
            "yarn.scheduler.capacity.resource-calculator",
                DominantResourceCalculator.class.getName()));
    rm = RunningRm.start(folder, conf);
    resizes = new Resizes(rm);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @Test
  @Tag("case-157")
  void shouldResizeANodeByResourceTypes() throws Exception {
    // given
    rm.runningNode("0.0.0.1:0");
    // when
    var printed =
        rm.rmadmin(
            "-updateNodeResource",
            "0.0.0.1:0",
            "memory-mb=1Gi,vcores=1,resource1=3Gi,resource2=2m");
    // then
    assertThat(printed.exitCode()).isZero();
    ResourceOption resize = resizes.awaitOf("0.0.0.1:0", 1024, 1);
    assertThat(resize.getResource().getResourceInformation("memory-mb").getUnits()).isEqualTo("Mi");
    assertThat(resize.getResource().getResourceValue("resource1")).isEqualTo(3);
    assertThat(resize.getResource().getResourceInformation("resource1").getUnits()).isEqualTo("Gi");
    assertThat(resize.getResource().getResourceValue("resource2")).isEqualTo(2);
    assertThat(resize.getResource().getResourceInformation("resource2").getUnits()).isEqualTo("m");
    assertThat(resize.getOverCommitTimeout()).isEqualTo(-1);
  }

  @Test
  @Tag("case-158")
  void shouldResizeANodeByResourceTypesWithAnOvercommitTimeout() throws Exception {
    // given
    rm.runningNode("0.0.0.2:0");
    // when
    var printed =
        rm.rmadmin(
            "-updateNodeResource",
            "0.0.0.2:0",
            "memory-mb=1024Mi,vcores=1,resource1=3Gi,resource2=2m",
            "1000");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(resizes.awaitOf("0.0.0.2:0", 1024, 1).getOverCommitTimeout()).isEqualTo(1000);
  }

  @Test
  @Tag("case-160")
  void shouldRefuseAResourceTypeThatDoesNotExist() throws Exception {
    // when
    var printed =
        rm.rmadmin("-updateNodeResource", "0.0.0.0:0", "memory-mb=1Gi,vcores=1,resource3=1");
    // then
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(printed.err()).contains("Invalid resource type: resource3");
    assertThat(audit.all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory-mb=1024Mi,vcores=1,resource1=ABDC",
        "memory-mb=1024Mi,vcores=1,resource1=2XYZ",
        "memory-mb=1024M i,vcores=1,resource1=2Gi"
      })
  @Tag("case-161")
  void shouldRefuseAResourceValueThatIsNone(String types) throws Exception {
    // when
    var printed = rm.rmadmin("-updateNodeResource", "0.0.0.0:0", types);
    // then
    assertThat(printed.exitCode()).isEqualTo(-1);
    assertThat(audit.all()).isEmpty();
  }
}
