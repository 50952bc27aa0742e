package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The nodes of hosts that were named. */
final class HostNodes {
  /** Characters of a query; the API takes some more. */
  private static final int LONGEST_QUERY = 1500;

  private HostNodes() {}

  /**
   * @return of each host its nodes, often one, maybe none
   * @throws CommandException as {@link AdminClient#send}
   */
  static Map<String, List<JsonNode>> of(AdminClient client, Collection<String> hosts) {
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
      List<JsonNode> known = nodes.get(hostOf(each.path("nodeId").asText()));
      if (known != null) {
        known.add(each);
      }
    }
  }

  static String hostOf(String nodeId) {
    return nodeId.substring(0, Math.max(0, nodeId.lastIndexOf(':')));
  }
}
