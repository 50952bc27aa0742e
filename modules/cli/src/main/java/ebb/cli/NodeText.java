package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/** Parts of a node, as the admin API shows it, in words for people. */
final class NodeText {
  private static final String NOTHING = "-";

  private NodeText() {}

  static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? NOTHING : value.asText();
  }

  /** What a draining node waits for; a dash for any other. */
  static String waitsFor(JsonNode node) {
    if (!node.hasNonNull("status")) {
      return NOTHING;
    } else if (!node.hasNonNull("containers")) {
      return "its NodeManager's report";
    }
    int containers = node.path("containers").asInt();
    int applications = node.path("applications").size();
    return count(containers, "container") + ", " + count(applications, "application");
  }

  /** By id, as people count. */
  static List<JsonNode> inOrder(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false)
        .sorted(Comparator.comparing(each -> each.path("nodeId").asText(), NaturalOrder.INSTANCE))
        .toList();
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  static List<String> applications(JsonNode node) {
    return StreamSupport.stream(node.path("applications").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** Time until the deadline; a dash for a node that is not draining. */
  static String timeLeft(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.isObject() ? Words.timeLeft(drain) : NOTHING;
  }

  static String capacity(JsonNode node) {
    JsonNode capacity = node.path("capacity");
    return capacity.isObject()
        ? "%d MB, %s"
            .formatted(
                capacity.path("memoryMb").asLong(), count(capacity.path("vcores").asInt(), "vcore"))
        : NOTHING;
  }
}
