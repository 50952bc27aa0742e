package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.text.NodeText;
import ebb.domain.text.NaturalOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/** Prints the answer to a refresh, for people or for programs. */
public final class RefreshOutput {
  /** Maximum number of rows in a table. */
  private static final int MOST = 20;

  private RefreshOutput() {}

  public static void print(JsonNode answer, RmOptions output) {
    print(answer, output, NaturalOrder.INSTANCE);
  }

  /**
   * @param order the order of node ids; only the first of them are shown when there are many
   */
  public static void print(JsonNode answer, RmOptions output, Comparator<String> order) {
    answer.path("warnings").forEach(each -> output.note("warning: " + NodeText.text(each)));
    if (output.json()) {
      output.print(answer);
      return;
    }
    List<JsonNode> decisions = sorted(answer, order);
    if (decisions.size() > MOST && !answer.path("dryRun").asBoolean()) {
      output.print(OperationText.summary(decisions));
      output.println("");
      output.print(OperationText.decisions(decisions.subList(0, MOST)));
      output.println(
          "and "
              + (decisions.size() - MOST)
              + " more; all of them with: ebb operations "
              + NodeText.text(answer.path("operationId"))
              + output.sameRm());
    } else if (!decisions.isEmpty()) {
      output.print(OperationText.decisions(decisions));
    }
    output.println(summary(answer, output));
    PlanOutput.print(answer.path("plan"), output);
  }

  private static List<JsonNode> sorted(JsonNode answer, Comparator<String> order) {
    return StreamSupport.stream(answer.path("decisions").spliterator(), false)
        .sorted(Comparator.comparing(each -> each.path("nodeId").asText(), order))
        .toList();
  }

  private static String summary(JsonNode answer, RmOptions output) {
    int nodes = answer.path("decisions").size();
    if (answer.path("dryRun").asBoolean()) {
      return "Nothing was changed; a refresh would change " + NodeText.count(nodes, "node") + ".";
    } else if (nodes == 0) {
      return "The lists are in force; no node had to change.";
    }
    String id = NodeText.text(answer.path("operationId"));
    return "Operation %s for %s. Watch it with: ebb watch %s%s"
        .formatted(id, NodeText.count(nodes, "node"), id, output.sameRm());
  }
}
