package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes that match, page after page. */
final class AllNodes {
  private AllNodes() {}

  /**
   * @param query values that are wanted, by parameter; none for all
   * @throws CommandException as {@link AdminClient#send}
   */
  static ArrayNode where(AdminClient client, Map<String, List<String>> query) {
    String wanted =
        query.entrySet().stream()
            .filter(each -> !each.getValue().isEmpty())
            .map(each -> each.getKey() + "=" + values(each.getValue()))
            .collect(Collectors.joining("&"));
    ArrayNode nodes = Json.array();
    String cursor = "";
    do {
      String parameters =
          Stream.of(wanted, cursor)
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining("&"));
      JsonNode page = client.get("/api/v1/nodes" + (parameters.isEmpty() ? "" : "?" + parameters));
      page.path("nodes").forEach(nodes::add);
      cursor =
          page.hasNonNull("next")
              ? "cursor=" + AdminClient.segment(page.path("next").asText())
              : "";
    } while (!cursor.isEmpty());
    return nodes;
  }

  private static String values(List<String> values) {
    return values.stream().map(AdminClient::segment).collect(Collectors.joining(","));
  }
}
