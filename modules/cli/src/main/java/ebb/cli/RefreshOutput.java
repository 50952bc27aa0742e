package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** The answer to a refresh, for people or for programs. */
final class RefreshOutput {
  private RefreshOutput() {}

  static void print(JsonNode answer, RmOptions output) {
    answer.path("warnings").forEach(each -> output.note("warning: " + NodeText.text(each)));
    if (output.json()) {
      output.print(answer);
      return;
    }
    JsonNode decisions = answer.path("decisions");
    if (!decisions.isEmpty()) {
      output.print(OperationText.decisions(decisions));
    }
    output.println(summary(answer, output));
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
