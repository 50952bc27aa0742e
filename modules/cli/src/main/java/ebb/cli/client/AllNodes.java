package ebb.cli.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Map;

/** Reads all nodes that match, page after page. */
public final class AllNodes {
  private AllNodes() {}

  /**
   * @param query the wanted values by parameter; empty for all nodes
   * @throws CommandException as {@link AdminClient#send}
   */
  public static ArrayNode where(AdminClient client, Map<String, List<String>> query) {
    return Pages.of(client, "/api/v1/nodes", query, "nodes");
  }
}
