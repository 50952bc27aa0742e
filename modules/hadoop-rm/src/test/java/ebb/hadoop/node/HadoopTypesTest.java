package ebb.hadoop.node;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HadoopTypesTest {
  private static final Resource OURS = Resource.of(8_192, 4);

  @ParameterizedTest
  @CsvSource({"8192, 4, true", "8192, 5, false", "8191, 4, false"})
  void shouldTellTheSameSizeWithoutMakingARecord(long memoryMb, int vcores, boolean isSame) {
    var theirs = org.apache.hadoop.yarn.api.records.Resource.newInstance(memoryMb, vcores);

    assertThat(HadoopTypes.isSame(OURS, theirs)).isEqualTo(isSame);
    assertThat(HadoopTypes.toHadoop(OURS).equals(theirs)).isEqualTo(isSame);
  }

  /** A type that this cluster does not know is no difference: nobody here counts it. */
  @Test
  void shouldLeaveOutWhatTheClusterDoesNotCount() {
    var ours = new Resource(8_192, 4, Map.of("gpu-of-yesterday", 2L));
    var theirs = org.apache.hadoop.yarn.api.records.Resource.newInstance(8_192, 4);

    assertThat(HadoopTypes.isSame(ours, theirs)).isTrue();
  }
}
