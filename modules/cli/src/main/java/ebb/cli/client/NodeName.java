package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A node as people name it: {@code HOST:PORT}, or its host alone. */
public final class NodeName {
  private static final Pattern ID = Pattern.compile("(?:[^:]+|\\[[^\\]]+\\]):\\d+");

  /**
   * States of nodes that have left. A host may have such nodes, of earlier ports, beside its
   * current one.
   */
  private static final Set<String> LEFT = Set.of("DECOMMISSIONED", "LOST", "REBOOTED", "SHUTDOWN");

  private NodeName() {}

  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  public static String hostOf(String name) {
    return isId(name) ? name.substring(0, name.lastIndexOf(':')) : name;
  }

  /**
   * The id of the node with a name. An id is returned as it is. For a host, it is the id of its
   * only node that has not left; if all have left, that of its only node, or of the one whose last
   * drain ended last.
   *
   * @throws CommandException if the host has no node, or several that have not left, or if several
   *     have left and none of them by a drain
   */
  public static String idOf(AdminClient client, String name) {
    return isId(name)
        ? name
        : idOf(
            name,
            StreamSupport.stream(
                    AllNodes.where(client, Map.of("host", List.of(name))).spliterator(), false)
                .toList());
  }

  /**
   * As above.
   *
   * @param nodes all nodes of the host
   */
  public static String idOf(String name, List<JsonNode> nodes) {
    List<JsonNode> here = nodes.stream().filter(each -> !hasLeft(each)).toList();
    List<JsonNode> meant = here.isEmpty() ? lastDrained(nodes) : here;
    if (meant.size() == 1) {
      return meant.get(0).path("nodeId").asText();
    } else if (meant.isEmpty()) {
      throw new CommandException(
          "no node of host " + name + " is known", "'ebb nodes' lists the known nodes");
    }
    throw new CommandException(
        "host " + name + " has several nodes",
        meant.stream()
            .map(each -> each.path("nodeId").asText())
            .sorted(NaturalOrder.INSTANCE)
            .collect(Collectors.joining(", ", "name one of ", "")));
  }

  /** The node whose last drain ended last; all nodes if none of them has a last drain. */
  private static List<JsonNode> lastDrained(List<JsonNode> nodes) {
    return nodes.stream()
        .filter(each -> each.path("lastDrain").isObject())
        .max(
            Comparator.comparing(each -> Instant.parse(each.path("lastDrain").path("at").asText())))
        .map(List::of)
        .orElse(nodes);
  }

  public static boolean hasLeft(JsonNode node) {
    return LEFT.contains(node.path("state").asText());
  }
}
