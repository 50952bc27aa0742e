package ebb.journal.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainAccount;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostLists;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.work.Workload;
import ebb.journal.SampleEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DomainModuleTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());
  private static final ObjectMapper JSON =
      JacksonObjectMapperProvider.get(KIT.system()).getOrCreate("jackson-json", Optional.empty());
  private static final ObjectMapper CBOR =
      JacksonObjectMapperProvider.get(KIT.system())
          .getOrCreate("jackson-cbor", Optional.of(new CBORFactory()));

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  static Stream<Object> values() {
    var initiator =
        new Initiator(
            "alice", Origin.HTTP, Optional.empty(), Optional.of("because"), Optional.of("op-1"));
    return Stream.concat(
        SampleEvents.all().values().stream(),
        Stream.of(
            SampleEvents.NODE,
            new NodeId("2001:db8::1", 45454),
            DrainTimeout.INFINITE,
            DrainTimeout.HELD,
            new DrainAccount(1, 2, 3, 4, 5, new TreeMap<>()),
            DrainTimeout.ofSeconds(0),
            DrainTimeout.ofSeconds(Long.MAX_VALUE),
            DrainTimeout.of(Duration.ofNanos(1)),
            DrainTimeout.of(Duration.ofSeconds(123_456_789_012L, 345_678_901)),
            SampleEvents.LISTS,
            HostLists.EMPTY,
            initiator,
            Initiator.system("timer", Origin.TIMER),
            new NodeOrder(
                SampleEvents.NODE,
                new NodeAction.GracefulDecommission(
                    DrainTimeout.of(Duration.ofMillis(100)), TimeoutSource.REQUEST),
                4,
                SampleEvents.T0,
                initiator),
            new Workload(2, new TreeSet<>(Set.of("application_1_0001"))),
            draining(),
            drained()));
  }

  private static NodeLifecycle draining() {
    NodeLifecycle node = NodeLifecycle.unregistered(SampleEvents.NODE);
    for (String manifest : List.of("node.registered:1", "node.decommissioning-started:1")) {
      node = node.apply((NodeEvent) SampleEvents.of(manifest));
    }
    return node;
  }

  private static NodeLifecycle drained() {
    return draining().apply((NodeEvent) SampleEvents.of("node.decommissioned:1"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldReadWhatItWrites(Object value) throws IOException {
    for (ObjectMapper mapper : List.of(JSON, CBOR)) {
      assertThat(mapper.readValue(mapper.writeValueAsBytes(value), value.getClass()))
          .isEqualTo(value);
    }
  }

  @Test
  void shouldWriteATimeoutAsSeconds() throws IOException {
    assertThat(JSON.writeValueAsString(DrainTimeout.ofSeconds(3600))).isEqualTo("3600");
    assertThat(JSON.writeValueAsString(DrainTimeout.INFINITE)).isEqualTo("-1");
    assertThat(JSON.writeValueAsString(DrainTimeout.of(Duration.ofMillis(1500)))).isEqualTo("1.5");
  }

  @Test
  void shouldReadAnyNegativeTimeoutAsInfinite() throws IOException {
    assertThat(JSON.readValue("-7", DrainTimeout.class)).isEqualTo(DrainTimeout.INFINITE);
    assertThat(JSON.readValue("-0.5", DrainTimeout.class)).isEqualTo(DrainTimeout.INFINITE);
  }

  @Test
  void shouldRefuseATimeoutThatIsNoNumberOrFinerThanANanosecond() {
    for (String wrong : List.of("\"PT1H\"", "{}", "1.0000000001")) {
      assertThatThrownBy(() -> JSON.readValue(wrong, DrainTimeout.class))
          .as(wrong)
          .isInstanceOf(JsonProcessingException.class);
    }
  }

  @Test
  void shouldUseNodesAsKeys() throws IOException {
    // given
    Map<NodeId, Integer> map = new TreeMap<>(Map.of(SampleEvents.NODE, 1));
    // when
    String json = JSON.writeValueAsString(map);
    // then
    assertThat(json).isEqualTo("{\"worker-1.example.org:45454\":1}");
    assertThat(JSON.readValue(json, new TypeReference<Map<NodeId, Integer>>() {})).isEqualTo(map);
  }

  @Test
  void shouldKeepAnExcludedHostWithoutTimeout() throws IOException {
    assertThat(JSON.writeValueAsString(SampleEvents.LISTS))
        .contains("\"worker-3.example.org\":null");
  }

  @Test
  void shouldNameEveryKindOfAction() {
    for (Class<?> action : NodeAction.class.getPermittedSubclasses()) {
      var json = JSON.valueToTree(actionOf(action));
      assertThat(json.path("type").asText()).matches("[a-z-]+");
    }
  }

  private static NodeAction actionOf(Class<?> type) {
    return Stream.of(SampleEvents.refresh(), SampleEvents.force(), SampleEvents.timeoutChange())
        .flatMap(refresh -> refresh.decisions().stream())
        .map(decision -> decision.action())
        .filter(type::isInstance)
        .findAny()
        .orElseThrow();
  }
}
