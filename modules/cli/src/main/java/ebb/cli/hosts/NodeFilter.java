package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.text.NodeText;
import ebb.domain.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The options that select nodes by their properties. Each option takes several values, of which a
 * node must match one; of several options it must match all.
 */
public final class NodeFilter {
  /** As YARN's pages call it. */
  private static final String DEFAULT_PARTITION = "DEFAULT_PARTITION";

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description =
          "Only hosts that have a node in one of these states, as in 'ebb nodes'. Without a HOST,"
              + " this and the next four options select among all hosts.")
  private List<NodeState> states = new ArrayList<>();

  @Option(
      names = "--rack",
      paramLabel = "RACK",
      split = ",",
      description = "Only hosts in one of these racks, such as /default-rack.")
  private List<String> racks = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "LABEL",
      split = ",",
      description =
          "Only hosts with one of these node labels; DEFAULT_PARTITION stands for no label.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      split = ",",
      description = "Only hosts with one of these node attributes.")
  private List<String> attributes = new ArrayList<>();

  @Option(
      names = "--nm-version",
      paramLabel = "VERSION",
      split = ",",
      description =
          "Only hosts whose NodeManager reports one of these versions; 3.3 includes 3.3.6.")
  private List<String> versions = new ArrayList<>();

  boolean isEmpty() {
    return terms().isEmpty();
  }

  /** The options as they were given. */
  List<String> terms() {
    List<String> terms = new ArrayList<>();
    add(terms, "--state", states.stream().map(NodeState::name).toList());
    add(terms, "--rack", racks);
    add(terms, "--label", labels);
    add(terms, "--attribute", attributes);
    add(terms, "--nm-version", versions);
    return terms;
  }

  /** Adds the options to a request in which the ResourceManager selects the nodes. */
  public void addTo(ObjectNode body) {
    add(body, "states", states.stream().map(NodeState::name).toList());
    add(body, "racks", racks);
    add(body, "labels", labels);
    add(body, "attributes", attributes);
    add(body, "versions", versions);
  }

  private static void add(ObjectNode body, String field, Collection<String> values) {
    if (!values.isEmpty()) {
      values.forEach(body.withArray(field)::add);
    }
  }

  private static void add(List<String> terms, String option, Collection<String> values) {
    if (!values.isEmpty()) {
      terms.add(option + " " + String.join(",", values));
    }
  }

  /**
   * Rack, label, attributes and version are known of nodes whose NodeManager has registered with
   * the present leader; no other node matches them.
   *
   * @param node as the admin API shows it
   */
  boolean matches(JsonNode node) {
    JsonNode nodeManager = node.path("nodeManager");
    String state = node.path("state").asText();
    return (states.isEmpty() || states.stream().anyMatch(each -> each.name().equals(state)))
        && (racks.isEmpty() || racks.contains(nodeManager.path("rack").asText()))
        && (labels.isEmpty() || hasLabel(nodeManager))
        && (attributes.isEmpty() || attributes.stream().anyMatch(each -> has(each, nodeManager)))
        && (versions.isEmpty() || hasVersion(nodeManager.path("version").asText()));
  }

  private boolean hasLabel(JsonNode nodeManager) {
    List<String> own = NodeText.texts(nodeManager.path("labels"));
    boolean isUnlabelled = nodeManager.isObject() && own.isEmpty();
    return labels.stream().anyMatch(own::contains)
        || (isUnlabelled && labels.contains(DEFAULT_PARTITION));
  }

  /** The prefix of an attribute may be left out. */
  private static boolean has(String attribute, JsonNode nodeManager) {
    return NodeText.texts(nodeManager.path("attributes")).stream()
        .anyMatch(each -> each.equals(attribute) || each.endsWith("/" + attribute));
  }

  private boolean hasVersion(String version) {
    return versions.stream()
        .anyMatch(
            each ->
                version.equals(each)
                    || version.startsWith(each + ".")
                    || version.startsWith(each + "-"));
  }
}
