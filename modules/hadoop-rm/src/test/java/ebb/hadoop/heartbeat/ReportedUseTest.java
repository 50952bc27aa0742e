package ebb.hadoop.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.junit.jupiter.api.Test;

final class ReportedUseTest {
  private final ReportedUse use = new ReportedUse();

  private static ResourceUtilizationProto wire(int megabytes, float cores) {
    return ResourceUtilizationProto.newBuilder()
        .setPmem(megabytes)
        .setVmem(megabytes)
        .setCpu(cores)
        .build();
  }

  @Test
  void shouldSayWhatWasReportedLast() {
    // when
    use.read(wire(1_000, 0.5f));
    use.read(wire(1_000, 0.7f));
    // then
    assertThat(use.last()).contains(ResourceUtilization.newInstance(1_000, 1_000, 0.7f));
  }

  @Test
  void shouldKeepTheRecordOfWhatIsReportedAgain() {
    // given
    use.read(wire(1_000, 0.5f));
    ResourceUtilization first = use.last().orElseThrow();
    // when
    use.read(wire(1_000, 0.5f));
    // then
    assertThat(use.last().orElseThrow()).isSameAs(first);
  }

  @Test
  void shouldSayNothingOfANodeManagerThatNoLongerDoes() {
    // given
    use.read(wire(1_000, 0.5f));
    // when
    use.read(null);
    // then
    assertThat(use.last()).isEmpty();
  }
}
