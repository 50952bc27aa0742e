package ebb.hadoop.heartbeat;

import static ebb.hadoop.heartbeat.Reports.application;
import static ebb.hadoop.heartbeat.Reports.container;
import static ebb.hadoop.heartbeat.Reports.running;
import static ebb.hadoop.heartbeat.Reports.status;
import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.apache.hadoop.yarn.api.records.ContainerState.NEW;
import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerStatusPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceInformationProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which report is known again as the one before. */
class SteadyReportTest {

  @Test
  void shouldBeRepeatedByTheSameContainersOnly() {
    // given
    SteadyReport steady = steady(running(1), running(2));
    // when, then
    assertThat(steady.isRepeatedBy(report(running(1), running(2)))).isTrue();
    assertThat(steady.isRepeatedBy(report(running(1)))).isFalse();
    assertThat(steady.isRepeatedBy(report(running(1), running(3)))).isFalse();
    assertThat(steady.isRepeatedBy(report(running(1), running(2), running(3)))).isFalse();
  }

  @Test
  void shouldBeRepeatedByAnotherReportOfNoContainer() {
    assertThat(steady().isRepeatedBy(report())).isTrue();
    assertThat(SteadyReport.NONE.isRepeatedBy(report())).isFalse();
  }

  @Test
  void shouldTellContainersOfEqualNumbersApart() {
    // given
    SteadyReport steady = steady(running(1));
    // when, then
    assertThat(steady.isRepeatedBy(report(status(container(application(2), 1), RUNNING))))
        .isFalse();
  }

  @Test
  void shouldNoticeAnotherSize() {
    // given
    SteadyReport steady = steady(status(container(1), RUNNING, 100, 1, GUARANTEED));
    // when, then
    assertThat(steady.isRepeatedBy(report(status(container(1), RUNNING, 101, 1, GUARANTEED))))
        .isFalse();
    assertThat(steady.isRepeatedBy(report(status(container(1), RUNNING, 100, 2, GUARANTEED))))
        .isFalse();
  }

  @Test
  void shouldBeRepeatedByNothingIfAContainerDoesNotRun() {
    for (ContainerStatus other :
        List.of(status(container(1), COMPLETE), status(container(1), NEW))) {
      assertThat(steady(other).isRepeatedBy(report(other))).isFalse();
      assertThat(steady(running(1)).isRepeatedBy(report(other))).isFalse();
    }
  }

  @Test
  void shouldBeRepeatedByNothingIfAContainerExposesPorts() {
    // given
    ContainerStatus exposed = running(1);
    exposed.setExposedPorts("80");
    // when, then
    assertThat(steady(exposed).isRepeatedBy(report(exposed))).isFalse();
    assertThat(steady(running(1)).isRepeatedBy(report(exposed))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"yarn.io/gpu, ''", "memory-mb, G", "memory-mb, nonsense", "vcores, m"})
  void shouldBeRepeatedByNothingIfTheSizeIsMoreThanMemoryAndCores(String name, String units) {
    // given
    ContainerStatusProto wire = ((ContainerStatusPBImpl) running(1)).getProto();
    ContainerStatusProto.Builder other = wire.toBuilder();
    other
        .getCapabilityBuilder()
        .addResourceValueMap(ResourceInformationProto.newBuilder().setKey(name).setUnits(units));
    List<ReportedContainer> report = List.of(new ReportedContainer(other.build()));
    // when, then
    assertThat(SteadyReport.of(report).isRepeatedBy(report)).isFalse();
    assertThat(steady(running(1)).isRepeatedBy(report)).isFalse();
  }

  private static SteadyReport steady(ContainerStatus... statuses) {
    return SteadyReport.of(report(statuses));
  }

  private static List<ReportedContainer> report(ContainerStatus... statuses) {
    return Stream.of(statuses).map(ReportedContainer::of).toList();
  }
}
