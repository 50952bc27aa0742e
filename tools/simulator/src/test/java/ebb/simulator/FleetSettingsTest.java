package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetSettingsTest {
  private static final InetSocketAddress TRACKER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 8031);

  @Test
  void shouldGiveEachNodeAHostOfItsOwn() {
    assertThat(
            IntStream.range(0, 200_000).mapToObj(FleetSettings::host).collect(Collectors.toSet()))
        .hasSize(200_000);
    assertThat(FleetSettings.host(0)).isEqualTo("10.0.0.1");
    assertThat(FleetSettings.host(250)).isEqualTo("10.0.1.1");
    assertThat(FleetSettings.host(64_000)).isEqualTo("10.1.0.1");
  }

  @Test
  void shouldFindTheNodeOfAHost() {
    assertThat(
            IntStream.range(0, 200_000)
                .filter(i -> FleetSettings.index(FleetSettings.host(i)) != i))
        .isEmpty();
    assertThat(FleetSettings.index("nm1.example")).isEqualTo(-1);
    assertThat(FleetSettings.index("192.168.0.1")).isEqualTo(-1);
  }

  @Test
  void shouldRefuseAFleetOfNobody() {
    assertThatThrownBy(() -> new FleetSettings(TRACKER, 0, 1, 1024, 1))
        .hasMessage("Expected nodes from 1 to 1000000, but got 0");
    assertThatThrownBy(() -> new FleetSettings(TRACKER, 1, 0, 1024, 1))
        .hasMessageContaining("connections");
  }
}
