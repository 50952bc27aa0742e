package ebb.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.text.TextLimit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The applications that draining nodes of an answer wait for, those that hold the most nodes first.
 *
 * @param byId each as the admin API shows it
 */
public record BlockingApplications(Map<String, JsonNode> byId) {
  /** Maximum number of applications that a table names for a node. */
  private static final int NAMED = 2;

  public static BlockingApplications in(JsonNode answer) {
    Map<String, JsonNode> byId = new LinkedHashMap<>();
    answer.path("applications").forEach(each -> byId.put(each.path("id").asText(), each));
    return new BlockingApplications(byId);
  }

  /** The application's name, as in "nightly" of etl, or its id while Hadoop does not know it. */
  String name(String id) {
    JsonNode application = byId.get(id);
    return application != null && application.hasNonNull("name")
        ? TextLimit.quoteName(application.path("name").asText())
            + " of "
            + TextLimit.start(application.path("user").asText())
        : id;
  }

  /** The application's id and name, as in application_1_0001 "nightly" of etl. */
  public String text(String id) {
    String name = name(id);
    return name.equals(id) ? id : id + " " + name;
  }

  /**
   * The names to show after the number of applications, as in ("nightly" of etl, "report" of anna,
   * ..); empty if Hadoop knows none of them.
   */
  String names(List<String> ids) {
    List<String> names =
        ids.stream().map(this::name).filter(name -> !ids.contains(name)).distinct().toList();
    String more = names.size() > NAMED ? ", ..)" : ")";
    return names.isEmpty()
        ? ""
        : names.stream().limit(NAMED).collect(Collectors.joining(", ", " (", more));
  }

  /**
   * A line for each, as in application_1_0001 "nightly" of etl holds 148 of 150 nodes.
   *
   * @param most the maximum number of lines
   * @param nodes the number of draining nodes
   */
  public List<String> lines(int most, int nodes) {
    return byId.entrySet().stream()
        .limit(most)
        .map(
            each ->
                "%s holds %s of %s"
                    .formatted(
                        text(each.getKey()),
                        each.getValue().path("nodes").asText(),
                        NodeText.count(nodes, "node")))
        .toList();
  }
}
