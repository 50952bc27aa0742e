package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.client.CommandException;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.BlockingApplications;
import ebb.domain.text.NaturalOrder;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * An operation as the admin API shows it, with what each node waits for.
 *
 * @param json the answer; in each draining decision, {@code status}, {@code containers} and {@code
 *     applications} are those of the node
 */
public record OperationView(JsonNode json) {
  private static final List<String> WORKLOAD = List.of("status", "containers", "applications");

  /**
   * @throws CommandException as {@link AdminClient#send}
   */
  public static OperationView of(AdminClient client, String id) {
    JsonNode json = client.get("/api/v1/operations/" + AdminClient.segment(id));
    OperationView operation = new OperationView(json);
    List<JsonNode> bare =
        operation.decisions().stream().filter(each -> isDraining(each) && !tells(each)).toList();
    if (!bare.isEmpty()) {
      operation.complete(bare, drainingNodes(client));
    }
    return operation;
  }

  private static boolean tells(JsonNode decision) {
    return decision.has("containers");
  }

  private static Map<String, JsonNode> drainingNodes(AdminClient client) {
    Map<String, JsonNode> nodes = new LinkedHashMap<>();
    AllNodes.where(client, Map.of("states", List.of("DECOMMISSIONING")))
        .forEach(node -> nodes.put(node.path("nodeId").asText(), node));
    return nodes;
  }

  private void complete(List<JsonNode> bare, Map<String, JsonNode> nodes) {
    for (JsonNode each : bare) {
      JsonNode node = nodes.get(each.path("nodeId").asText());
      if (node != null && each instanceof ObjectNode decision) {
        WORKLOAD.forEach(field -> decision.set(field, node.path(field)));
      }
    }
  }

  /** The applications that its drains wait for. */
  public BlockingApplications holders() {
    return BlockingApplications.in(json);
  }

  public String id() {
    return json.path("id").asText();
  }

  /**
   * Whether the operation only changes a timeout. Such an operation begins no drain that could be
   * ended.
   */
  public boolean isChangeOfTimeout() {
    return json.path("type").asText().equals("CHANGE_TIMEOUT");
  }

  public boolean isComplete() {
    return json.path("complete").asBoolean();
  }

  public List<JsonNode> decisions() {
    return StreamSupport.stream(json.path("decisions").spliterator(), false).toList();
  }

  int total() {
    return json.path("nodes").path("total").asInt();
  }

  int ended() {
    return json.path("nodes").path("ended").asInt();
  }

  int draining() {
    return json.path("nodes").path("draining").asInt();
  }

  int pending() {
    return json.path("nodes").path("pending").asInt();
  }

  /**
   * All nodes: first those that drain, ordered by the latest deadline and then the most containers,
   * then those that are pending, then those that have ended.
   */
  public List<JsonNode> worstFirst() {
    return decisions().stream()
        .sorted(
            Comparator.comparing((JsonNode each) -> !isDraining(each))
                .thenComparing(each -> !isOpen(each))
                .thenComparingLong(each -> -secondsLeft(each))
                .thenComparingInt(each -> -each.path("containers").asInt())
                .thenComparing(each -> each.path("nodeId").asText(), NaturalOrder.INSTANCE))
        .toList();
  }

  private static long secondsLeft(JsonNode decision) {
    JsonNode drain = decision.path("drain");
    return drain.isObject() ? drain.path("secondsLeft").asLong(Long.MAX_VALUE) : 0;
  }

  /** How many containers its drains are known to wait for. */
  public int containers() {
    return decisions().stream()
        .filter(OperationView::isDraining)
        .mapToInt(each -> each.path("containers").asInt())
        .sum();
  }

  static boolean isOpen(JsonNode decision) {
    return !decision.hasNonNull("outcome");
  }

  static boolean isDraining(JsonNode decision) {
    return isOpen(decision) && decision.path("drain").isObject();
  }

  /** Whether drains of the operation still run, all of them beyond their deadline. */
  boolean isOverdue() {
    List<JsonNode> draining = decisions().stream().filter(OperationView::isDraining).toList();
    return !draining.isEmpty()
        && draining.stream()
            .map(each -> each.path("drain"))
            .allMatch(
                drain ->
                    drain.hasNonNull("secondsLeft") && drain.path("secondsLeft").asLong() <= 0);
  }

  /** 0, or {@link ExitCode#NOT_AS_ASKED} if a node that was to leave serves again. */
  public int exitCode() {
    boolean allLeft =
        decisions().stream()
            .noneMatch(
                each ->
                    !each.path("action").asText().equals("RECOMMISSION")
                        && each.path("outcome").asText().equals("RECOMMISSIONED"));
    return allLeft ? ExitCode.OK : ExitCode.NOT_AS_ASKED;
  }
}
