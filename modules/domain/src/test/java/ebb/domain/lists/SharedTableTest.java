package ebb.domain.lists;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedTableTest {
  private static final int NODES = 10_000;

  /** Of a HashMap with room for the keys of one bucket. */
  private static final int SLOTS = 32;

  @ParameterizedTest
  @ValueSource(strings = {"10.0.%2$d.%3$d", "node%05d.example.com", "worker-%d.rack%d.example.com"})
  void shouldSpreadUsualHostsOverBucketsAndWithinThem(String host) {
    // when
    Map<Integer, List<NodeId>> buckets = nodes(host).collect(groupingBy(SharedTable::bucketOf));
    // then
    assertThat(buckets.values()).allSatisfy(keys -> assertThat(keys).hasSizeLessThan(60));
    assertThat(buckets.values())
        .allSatisfy(keys -> assertThat(slots(keys).values()).allMatch(alike -> alike < 8));
  }

  private static Stream<NodeId> nodes(String host) {
    return IntStream.rangeClosed(1, NODES)
        .mapToObj(i -> new NodeId(host.formatted(i, i >> 8, i & 255), 8041));
  }

  /** How many keys meet in a slot, as a HashMap chooses it. */
  private static Map<Integer, Long> slots(List<NodeId> keys) {
    return keys.stream()
        .map(key -> (key.hashCode() ^ (key.hashCode() >>> 16)) & (SLOTS - 1))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
