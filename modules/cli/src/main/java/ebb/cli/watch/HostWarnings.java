package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.cli.client.Json;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Notes on the named hosts that the answer to a refresh does not contain: hosts without a node,
 * nodes that already are as wanted, and nodes that were already draining.
 */
public final class HostWarnings {
  /** Maximum number of lines about nodes. */
  private static final int MOST = 20;

  private final Map<String, List<JsonNode>> nodes;
  private final Map<String, JsonNode> decisions;

  /**
   * @param nodes the nodes of each named host
   * @param decisions the decisions of the refresh, by node
   */
  public HostWarnings(Map<String, List<JsonNode>> nodes, Map<String, JsonNode> decisions) {
    this.nodes = nodes;
    this.decisions = decisions;
  }

  /**
   * @param consequence the consequence for hosts without a known node, in words that depend on
   *     their number
   * @return the notes for people, each in one line
   */
  public List<String> lines(IntFunction<String> consequence) {
    List<String> lines = new ArrayList<>();
    List<String> without = withoutNode();
    if (!without.isEmpty()) {
      lines.add("no node of " + named(without) + " is known; " + consequence.apply(without.size()));
    }
    List<String> standing = each().flatMap(this::of).toList();
    lines.addAll(standing.subList(0, Math.min(MOST, standing.size())));
    if (standing.size() > MOST) {
      lines.add("and " + (standing.size() - MOST) + " more nodes; 'ebb nodes' lists them");
    }
    return lines;
  }

  private List<String> withoutNode() {
    return nodes.entrySet().stream()
        .filter(each -> each.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  public static String named(Collection<String> hosts) {
    return (hosts.size() == 1 ? "host " : "hosts ") + String.join(", ", hosts);
  }

  private Stream<String> of(JsonNode node) {
    String id = NodeText.text(node.path("nodeId"));
    JsonNode decision = decisions.get(id);
    if (decision == null) {
      return Stream.of(id + " " + standing(node));
    }
    boolean changedTimeout =
        decision.path("before").asText().equals("DECOMMISSIONING")
            && decision.path("action").asText().equals("GRACEFUL_DECOMMISSION");
    return changedTimeout
        ? Stream.of(
            id
                + " was already draining; its timeout is now "
                + Labels.timeoutOf(decision)
                + ", from the start of that drain")
        : Stream.empty();
  }

  /** The nodes, each once. */
  private Stream<JsonNode> each() {
    return nodes.values().stream().flatMap(List::stream).distinct();
  }

  private static String standing(JsonNode node) {
    JsonNode drain = node.path("drain");
    if (drain.isObject()) {
      return "is already draining; " + Labels.endsAt(drain);
    } else if (node.path("awaitsRegistration").asBoolean()) {
      return "serves again once its NodeManager registers";
    }
    return "is " + NodeText.text(node.path("state")) + " already";
  }

  /** For programs: each host with its nodes. */
  public ArrayNode json() {
    ArrayNode hosts = Json.array();
    nodes.forEach((host, all) -> hosts.addObject().put("host", host).putArray("nodes").addAll(all));
    return hosts;
  }

  /**
   * The nodes to wait for: those that the refresh changed, and those that drained before.
   *
   * @param operation the operation of the refresh
   */
  public WatchedNodes followed(String operation) {
    WatchedNodes followed = new WatchedNodes();
    Set<String> known =
        each().map(node -> node.path("nodeId").asText()).collect(Collectors.toSet());
    decisions.keySet().stream().filter(known::contains).forEach(id -> followed.add(operation, id));
    each()
        .filter(each -> !decisions.containsKey(each.path("nodeId").asText()))
        .filter(each -> each.path("drain").hasNonNull("operationId"))
        .forEach(
            each ->
                followed.add(
                    each.path("drain").path("operationId").asText(), each.path("nodeId").asText()));
    return followed;
  }
}
