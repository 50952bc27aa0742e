package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads all pages of a path of the admin API that answers in pages. */
public final class Pages {
  private Pages() {}

  /**
   * @param query the wanted values by parameter; empty for all
   * @param field the field of the answer that holds the wanted items
   * @throws CommandException as {@link AdminClient#send}
   */
  public static ArrayNode of(
      AdminClient client, String path, Map<String, List<String>> query, String field) {
    return (ArrayNode) of(client, path, query, List.of(field)).path(field);
  }

  /** As {@link #of(AdminClient, String, Map, String)}, for several fields, by their names. */
  public static ObjectNode of(
      AdminClient client, String path, Map<String, List<String>> query, List<String> fields) {
    String wanted =
        query.entrySet().stream()
            .filter(each -> !each.getValue().isEmpty())
            .map(each -> each.getKey() + "=" + values(each.getValue()))
            .collect(Collectors.joining("&"));
    ObjectNode all = Json.object();
    fields.forEach(all::putArray);
    String cursor = "";
    do {
      String parameters =
          Stream.of(wanted, cursor)
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining("&"));
      JsonNode page = client.get(path + (parameters.isEmpty() ? "" : "?" + parameters));
      fields.forEach(field -> page.path(field).forEach(all.withArray(field)::add));
      cursor =
          page.hasNonNull("next")
              ? "cursor=" + AdminClient.segment(page.path("next").asText())
              : "";
    } while (!cursor.isEmpty());
    return all;
  }

  private static String values(List<String> values) {
    return values.stream().map(AdminClient::segment).collect(Collectors.joining(","));
  }
}
