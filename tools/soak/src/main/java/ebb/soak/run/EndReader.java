package ebb.soak.run;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.NodeId;
import ebb.soak.check.FinalState;
import ebb.soak.check.NodeSnapshot;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the final state that every instance reports, once it no longer changes. */
final class EndReader {
  private static final Duration APART = Duration.ofSeconds(3);
  private static final Duration MIDDLE = Duration.ofMillis(1500);
  private static final int MOST_TRIES = 40;

  private final InstanceClient caller;

  EndReader(InstanceClient caller) {
    this.caller = caller;
  }

  /** Whether all nodes have applied all operations; false if there is no answer. */
  boolean allHaveApplied() {
    try {
      for (JsonNode operation :
          caller.ask("GET", "/api/v1/operations", "", Map.of()).body().path("operations")) {
        if (operation.path("nodes").path("pending").asInt() > 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads an instance until two successive answers are equal. They then include everything written
   * to the journal before the middle between them.
   *
   * @return empty if no two answers are equal, or there is none
   */
  Optional<FinalState> finalState(ResourceManagerProcess instance) throws InterruptedException {
    Optional<Said> last = said(instance);
    for (int i = 0; i < MOST_TRIES; i++) {
      Instant middle = Instant.now().plus(MIDDLE);
      Thread.sleep(APART.toMillis());
      Optional<Said> again = said(instance);
      if (again.isPresent() && again.equals(last)) {
        return again.map(
            said -> new FinalState(instance.name(), middle, said.nodes(), said.history()));
      }
      last = again;
    }
    return Optional.empty();
  }

  private record Said(Map<NodeId, NodeSnapshot> nodes, Set<String> history) {}

  /** Empty if it does not answer. */
  private Optional<Said> said(ResourceManagerProcess instance) {
    try {
      return Optional.of(new Said(nodes(instance), history(instance)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Map<NodeId, NodeSnapshot> nodes(ResourceManagerProcess instance) throws IOException {
    Map<NodeId, NodeSnapshot> nodes = new HashMap<>();
    for (JsonNode node : get(instance, "/api/v1/nodes").path("nodes")) {
      nodes.put(NodeId.parse(node.path("nodeId").asText()), said(node));
    }
    return nodes;
  }

  /** The state of one node in the admin API. */
  static NodeSnapshot said(JsonNode node) {
    JsonNode drain = node.path("drain");
    return new NodeSnapshot(
        node.path("state").asText(),
        drain.path("epoch").isNumber()
            ? OptionalLong.of(drain.path("epoch").asLong())
            : OptionalLong.empty(),
        Optional.ofNullable(drain.path("deadline").textValue()).map(Instant::parse));
  }

  private Set<String> history(ResourceManagerProcess instance) throws IOException {
    Set<String> events = new HashSet<>();
    String cursor = "";
    while (true) {
      JsonNode page =
          get(instance, "/api/v1/history?since=2020-01-01T00:00:00Z&limit=1000" + cursor);
      List<String> some = new ArrayList<>();
      for (JsonNode event : page.path("events")) {
        some.add(event.path("nodeId").asText() + "#" + event.path("sequence").asLong());
      }
      events.addAll(some);
      if (!page.path("next").isTextual()) {
        return events;
      }
      cursor = "&cursor=" + URLEncoder.encode(page.path("next").asText(), StandardCharsets.UTF_8);
    }
  }

  private JsonNode get(ResourceManagerProcess instance, String path) throws IOException {
    Answer answer = caller.ask(instance, "GET", path, "", Map.of());
    if (!answer.isDone()) {
      throw new IOException(instance.name() + " answers " + path + " with " + answer.words());
    }
    return answer.body();
  }
}
