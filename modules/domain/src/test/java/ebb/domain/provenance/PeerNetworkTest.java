package ebb.domain.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerNetworkTest {

  @ParameterizedTest(name = "{0} is of {1}")
  @CsvSource({
    "10.0.0.7, 10.0.0.7",
    "::ffff:10.0.0.7, 10.0.0.7",
    "2001:db8:0:7::1, 2001:db8:0:7::/64",
    "2001:db8:0:7:ffff:eeee:dddd:cccc, 2001:db8:0:7::/64",
    "2001:db8:0:8::1, 2001:db8:0:8::/64",
    "127.0.0.1, loopback",
    "127.9.9.9, loopback",
    "::1, loopback"
  })
  void shouldTakeTogetherWhatOneOwnerCanChoose(String address, String network)
      throws UnknownHostException {
    assertThat(PeerNetwork.of(address).text()).isEqualTo(network);
    assertThat(PeerNetwork.of(InetAddress.getByName(address).getHostAddress()).text())
        .isEqualTo(network);
  }

  @ParameterizedTest
  @CsvSource({"host1", "no:address"})
  void shouldLetAnotherTextStandForItself(String text) {
    assertThat(PeerNetwork.of(text).text()).isEqualTo(text);
  }
}
