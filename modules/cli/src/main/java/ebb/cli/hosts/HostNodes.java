package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.client.CommandException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the nodes of hosts, each given by its name or its address, as in a list. */
public final class HostNodes {
  /** The longest query, in characters. The API accepts somewhat more. */
  private static final int LONGEST_QUERY = 1500;

  private HostNodes() {}

  /**
   * @return the nodes of each host, often one, maybe none
   * @throws CommandException as {@link AdminClient#send}
   */
  public static Map<String, List<JsonNode>> of(AdminClient client, Collection<String> hosts) {
    Map<String, List<JsonNode>> nodes = new LinkedHashMap<>();
    hosts.forEach(host -> nodes.put(host, new ArrayList<>()));
    List<String> asked = new ArrayList<>();
    int length = 0;
    for (String host : nodes.keySet()) {
      int more = AdminClient.segment(host).length() + 1;
      if (length + more > LONGEST_QUERY && !asked.isEmpty()) {
        ask(client, asked, nodes);
        asked.clear();
        length = 0;
      }
      asked.add(host);
      length += more;
    }
    ask(client, asked, nodes);
    return nodes;
  }

  private static void ask(
      AdminClient client, List<String> hosts, Map<String, List<JsonNode>> nodes) {
    for (JsonNode each : AllNodes.where(client, Map.of("host", List.copyOf(hosts)))) {
      add(each, nodes);
    }
  }

  /** Adds a node to each host that names it. */
  static void add(JsonNode node, Map<String, List<JsonNode>> hosts) {
    for (String name : namesOf(node)) {
      List<JsonNode> nodes = hosts.get(name);
      if (nodes != null) {
        nodes.add(node);
      }
    }
  }

  /** The names by which a list may refer to the node. */
  public static Set<String> namesOf(JsonNode node) {
    Set<String> names = new LinkedHashSet<>();
    names.add(hostOf(node.path("nodeId").asText()));
    if (node.hasNonNull("address")) {
      names.add(node.path("address").asText());
    }
    return names;
  }

  private static String hostOf(String nodeId) {
    return nodeId.substring(0, Math.max(0, nodeId.lastIndexOf(':')));
  }
}
