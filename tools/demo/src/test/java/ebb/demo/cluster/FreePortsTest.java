package ebb.demo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void shouldHandOutEachPortOnceAndNoneThatSystemsGiveToOutgoingConnections() {
    // given
    var ports = new FreePorts();
    // when
    int[] handedOut =
        IntStream.range(0, 200).map(i -> ports.next(InetAddress.getLoopbackAddress())).toArray();
    // then
    assertThat(handedOut).doesNotHaveDuplicates();
    assertThat(IntStream.of(handedOut).max().orElseThrow()).isLessThan(32_768);
  }
}
