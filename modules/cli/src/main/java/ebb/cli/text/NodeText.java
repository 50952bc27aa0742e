package ebb.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Parts of a node, as the admin API shows it, in words for people. */
public final class NodeText {
  private static final String NOTHING = "-";

  /** States of YARN in which a node is in service. */
  private static final Set<String> SERVES = Set.of("RUNNING", "UNHEALTHY", "DECOMMISSIONING");

  /** States of YARN in which a node is no longer in service. */
  private static final Set<String> LEFT = Set.of("DECOMMISSIONED", "SHUTDOWN", "LOST", "REBOOTED");

  private NodeText() {}

  public static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? NOTHING : value.asText();
  }

  /** The health that the NodeManager reports; empty for a node that is not in service. */
  public static Optional<String> health(JsonNode node) {
    return SERVES.contains(text(node.path("state")))
        ? Optional.of(node.path("healthy").asBoolean() ? "healthy" : "unhealthy")
        : Optional.empty();
  }

  /** What a draining node waits for; a dash for any other. */
  public static String waitsFor(JsonNode node, BlockingApplications holders) {
    return waitsFor(node) + holders.names(applications(node));
  }

  public static String waitsFor(JsonNode node) {
    if (!node.hasNonNull("status")) {
      return NOTHING;
    } else if (!node.hasNonNull("containers")) {
      return "its NodeManager's report";
    }
    int containers = node.path("containers").asInt();
    int applications = node.path("applications").size();
    return count(containers, "container") + ", " + count(applications, "application");
  }

  /** Nodes ordered by id, with numbers in natural order. */
  public static List<JsonNode> inOrder(Iterable<JsonNode> nodes) {
    return inOrder(nodes, "nodeId");
  }

  /** Items ordered by a field, with numbers in natural order. */
  public static List<JsonNode> inOrder(Iterable<JsonNode> all, String field) {
    return StreamSupport.stream(all.spliterator(), false)
        .sorted(Comparator.comparing(each -> each.path(field).asText(), NaturalOrder.INSTANCE))
        .toList();
  }

  public static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  public static List<String> applications(JsonNode node) {
    return texts(node.path("applications"));
  }

  /** The texts of an array; empty for anything else. */
  public static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  /** The texts of an array in one line; a dash if there are none. */
  public static String list(JsonNode array) {
    return array.isEmpty() ? NOTHING : String.join(", ", texts(array));
  }

  /** Time until the deadline; a dash for a node that is not draining. */
  public static String timeLeft(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.isObject() ? Labels.timeLeft(drain) : NOTHING;
  }

  /** The deadline of the node's drain; a dash for a node that is not draining. */
  public static String deadline(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.hasNonNull("deadline")
        ? Labels.instant(drain.path("deadline"))
        : drain.isObject() ? Labels.timeoutOf(drain) : NOTHING;
  }

  /** Who requested the node's drain, and why; a dash for a node that is not draining. */
  public static String askedBy(JsonNode node) {
    JsonNode drain = node.path("drain");
    String why = drain.hasNonNull("reason") ? ": " + drain.path("reason").asText() : "";
    return text(drain.path("askedBy")) + why;
  }

  /**
   * What is known of the NodeManager of a node that has left, for operators who want to power the
   * machine off: the NodeManager may run on for a while. Empty for any other node.
   */
  public static Optional<String> afterItLeft(JsonNode node) {
    if (!LEFT.contains(text(node.path("state"))) || node.path("awaitsRegistration").asBoolean()) {
      return Optional.empty();
    } else if (!node.hasNonNull("lastHeartbeat")) {
      return Optional.of("no request since the current leader started");
    }
    String heard = Labels.instant(node.path("lastHeartbeat"));
    return Optional.of(
        switch (text(node.path("state"))) {
          case "DECOMMISSIONED" ->
              wasHeardAfterItsEnd(node)
                  ? "told to shut down " + heard + ", no request since"
                  : "not told to shut down yet, last request at " + heard;
          case "SHUTDOWN" -> "unregistered or was told to shut down, last request at " + heard;
          default -> "last request at " + heard + "; it may still run";
        });
  }

  private static boolean wasHeardAfterItsEnd(JsonNode node) {
    JsonNode end = node.path("lastDrain").path("at");
    return end.isTextual()
        && Instant.parse(node.path("lastHeartbeat").asText()).isAfter(Instant.parse(end.asText()));
  }

  public static String capacity(JsonNode node) {
    JsonNode capacity = node.path("capacity");
    return capacity.isObject()
        ? "%d MB, %s"
            .formatted(
                capacity.path("memoryMb").asLong(), count(capacity.path("vcores").asInt(), "vcore"))
        : NOTHING;
  }
}
