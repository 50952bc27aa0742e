package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcConnectionsTest {
  @ParameterizedTest(name = "of {0} descriptors {1} connections")
  @CsvSource({
    "1024, 128",
    "4096, 524",
    "65536, 15884",
    "1048576, 20000",
    "9223372036854775807, 20000", // unlimited
  })
  void shouldLeaveDescriptorsForTheRest(long descriptors, int connections) {
    assertThat(RpcConnections.most(descriptors)).isEqualTo(connections);
    assertThat(4L * connections).isLessThan(descriptors);
  }

  @Test
  void shouldTakeTheLimitOfThisProcess() {
    assertThat(RpcConnections.most()).isBetween(1, 20_000);
  }
}
