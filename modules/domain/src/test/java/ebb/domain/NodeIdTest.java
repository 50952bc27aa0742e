package ebb.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"host1:1234", "worker-1.example.org:45454", "10.0.0.1:0", "host1:-1"})
  void shouldReadWhatItWrites(String text) {
    assertThat(NodeId.parse(text)).hasToString(text);
  }

  @Test
  void shouldSplitHostAndPort() {
    assertThat(NodeId.parse("host1:1234")).isEqualTo(new NodeId("host1", 1234));
  }

  @Test
  void shouldTakeTheLastColonForTheOneBeforeThePort() {
    assertThat(NodeId.parse("fe80::1:8041")).isEqualTo(new NodeId("fe80::1", 8041));
  }

  @Test
  void shouldTellHostsApartByCase() {
    assertThat(new NodeId("H1", 1)).isNotEqualTo(new NodeId("h1", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host1", ":1234", "host1:", "host1:port", "host1:99999999999"})
  void shouldRefuseWhatIsNotHostAndPort(String text) {
    assertThatThrownBy(() -> NodeId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected host:port, but got '" + text + "'");
  }

  @Test
  void shouldRefuseAnEmptyHost() {
    assertThatThrownBy(() -> new NodeId("", 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTakeTheLongestHostAndRefuseALongerOne() {
    String longest = "h".repeat(253);

    assertThat(NodeId.parse(longest + ":65535")).isEqualTo(new NodeId(longest, 65_535));
    assertThatThrownBy(() -> NodeId.parse(longest + "h:1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 254 characters; allowed are 1 to 253");
  }

  @ParameterizedTest
  @ValueSource(ints = {-3, 65_536, Integer.MIN_VALUE})
  void shouldRefuseAPortThatThereIsNot(int port) {
    assertThatThrownBy(() -> new NodeId("host1", port))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("port " + port + " is not allowed; allowed are 0 to 65535");
  }

  @Test
  void shouldSortByHostAndThenByNumberOfThePort() {
    NodeId low = new NodeId("a", 9);
    NodeId high = new NodeId("a", 10);
    NodeId other = new NodeId("b", 1);

    assertThat(List.of(other, high, low).stream().sorted()).containsExactly(low, high, other);
  }
}
